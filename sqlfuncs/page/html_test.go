package page

import (
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var rewrite = flag.Bool("rewrite", false, "write the golden pages")

// golden are the reports whose pages are kept. The browser looks at the same files
// (tests/hosts/browser).
var golden = map[string]func() *Report{"three_columns": threeColumns, "thirty_columns": thirtyColumns}

func TestGolden(t *testing.T) {
	for name, report := range golden {
		t.Run(name, func(t *testing.T) {
			got, file := HTML(report()), "testdata/"+name+".html"
			if *rewrite {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("%s is not the page; run the test with -rewrite, and look at it:\n%s", file, diff)
			}
			checkPage(t, got)
		})
	}
}

// headings returns the headings of the sections of a page.
func headings(root *node) (texts []string) {
	for _, h := range root.all("h2") {
		texts = append(texts, h.text.String())
	}
	return texts
}

// TestHead checks what browsers must know before they read anything else.
func TestHead(t *testing.T) {
	root := checkPage(t, HTML(threeColumns()))
	if lang := root.attributes["lang"]; lang != "en" {
		t.Errorf("lang is %q", lang)
	}
	head := root.inside[0].inside
	if head[0].attributes["charset"] != "utf-8" {
		t.Error("the first element does not say how characters are written")
	}
	if head[1].attributes["http-equiv"] != "Content-Security-Policy" || head[1].attributes["content"] != "default-src 'none'; style-src 'unsafe-inline'" {
		t.Errorf("the second element is not the policy: %v", head[1].attributes)
	}
}

func TestOrder(t *testing.T) {
	want := []string{
		"All requirements hold", "What was released", "The plan", "What was done with each column, and why", "What was required", "The worst case, as a story", "The evidence", "Attacks on this release",
		"How sure somebody can become: HIV", "How much knowledge the release withstands: HIV", "Re-identification risk", "How large the groups are",
		"What was lost in each column", "How it was made", "How to check this again", "What this report does not cover", "Versions and fingerprints", "Signature",
	}
	root := parse(t, HTML(threeColumns()))
	if diff := cmp.Diff(want, headings(root)); diff != "" {
		t.Error(diff)
	}
	var criteria []string
	for _, h := range root.all("h3") {
		criteria = append(criteria, h.text.String())
	}
	if diff := cmp.Diff([]string{"Singling out", "Linkability", "Inference", "Utility"}, criteria); diff != "" {
		t.Error(diff)
	}
}

// TestEvery checks that a page has everything that its report has.
func TestEvery(t *testing.T) {
	r := thirtyColumns()
	root := parse(t, HTML(r))
	text := root.text.String()
	var want []string
	for _, c := range r.Columns {
		want = append(want, c.Name, c.Type, c.Role)
	}
	for _, q := range r.Requirements {
		want = append(want, q.Rule, q.Required, q.Achieved, q.Meaning)
	}
	for _, e := range r.Evidence {
		want = append(want, e.Measure, e.Value, e.Threshold, e.Meaning)
	}
	for _, f := range slices.Concat(r.Facts, r.Versions) {
		want = append(want, f.Name, f.Text)
	}
	for _, s := range r.Setting {
		want = append(want, s.Name, s.Text, s.By, s.On, s.Reason)
	}
	for _, c := range r.Treatments {
		want = append(want, c.Name, c.Role, c.Done, c.KnownTo)
	}
	for _, a := range r.Attacks {
		want = append(want, a.Name, a.Right, a.Guessing, a.Meaning)
	}
	want = append(want, r.Made)
	for _, w := range slices.Concat(want, r.Verdict, r.Worst, r.Checks, r.NotCovered) {
		if !strings.Contains(text, w) {
			t.Errorf("the page lacks %q", w)
		}
	}
	if got, want := len(root.all("tr")), 1+30+1+9+5+26+1+30+2+1+30+2; got != want {
		t.Errorf("the page has %d rows, want %d", got, want)
	}
}

// TestParts checks that what is not there leaves nothing behind, and that what is out of the
// ordinary breaks nothing.
func TestParts(t *testing.T) {
	nothing := []string{"Nothing was required", "Signature"}
	with := func(heading string) []string { return []string{nothing[0], heading, nothing[1]} }
	both := []string{nothing[0], "Re-identification risk", "How large the groups are", nothing[1]}
	const sure, withstands, large, lost = "How sure somebody can become", "How much knowledge the release withstands", "How large the groups are", "What was lost in each column"
	inf := math.Inf(1)
	for name, c := range map[string]struct {
		r    Report
		want []string
	}{
		"nothing":               {Report{}, nothing},
		"holds":                 {Report{Outcome: Holds, Heading: "All hold"}, []string{"All hold", "Signature"}},
		"does not hold":         {Report{Outcome: NotMet, Heading: "Not all"}, []string{"Not all", "Signature"}},
		"limits exceeded":       {Report{Outcome: LimitsExceeded, Heading: "Limits"}, []string{"Limits", "Signature"}},
		"something to fill in":  {Report{Checks: []string{"FROM t"}, ChecksLack: "Put it in."}, with("How to check this again")},
		"empty texts":           {Report{Verdict: []string{""}, Worst: []string{"", ""}, Checks: []string{""}, NotCovered: []string{""}}, nothing},
		"empty lists":           {Report{Facts: []Fact{}, Surface: []Curve{{}}, Groups: []GroupSize{}, Losses: []Loss{}}, nothing},
		"a column":              {Report{Columns: []Column{{}}}, with("What was released")},
		"a plan":                {Report{Plan: []string{"By it."}}, with("The plan")},
		"nothing stated":        {Report{Plan: []string{""}, Setting: []Stated{{}}}, with("The plan")},
		"a treatment":           {Report{Treatments: []Treatment{{}}}, with("What was done with each column, and why")},
		"an attack":             {Report{Attacks: []Attack{{}}}, with("Attacks on this release")},
		"a requirement":         {Report{Requirements: []Requirement{{}}}, with("What was required")},
		"no criterion":          {Report{Evidence: []Evidence{{}}}, with("The evidence")},
		"a point":               {Report{Surface: []Curve{{Breach: []float64{0.5}}}, Limit: 0.5}, with(sure)},
		"no number":             {Report{Surface: []Curve{{Breach: []float64{math.NaN()}}}, Limit: math.NaN()}, nothing},
		"numbers beyond":        {Report{Surface: []Curve{{Breach: []float64{-1, 2, inf, math.NaN(), 0}}}, Limit: inf}, with(sure)},
		"a long curve":          {Report{Surface: []Curve{{Breach: make([]float64, 200000)}}, Limit: 1}, with(sure)},
		"many curves":           {Report{Surface: slices.Repeat([]Curve{{"a", []float64{0, 1}}}, 100), About: ""}, with(sure)},
		"stairs without points": {Report{Skyline: []Stairs{{Name: "a"}, {Name: "b", K: []int64{1}}}}, with(withstands)},
		"stairs of a point":     {Report{Skyline: []Stairs{{Name: "a", K: []int64{0}, M: []int64{0}}}}, with(withstands)},
		"stairs to the end":     {Report{Skyline: []Stairs{{Name: "a", K: []int64{0, math.MaxInt64}, M: []int64{math.MaxInt64, 0}}, {K: []int64{-1}, M: []int64{-1}}}}, with(withstands)},
		"many stairs":           {Report{Skyline: slices.Repeat([]Stairs{{"a", []int64{1}, []int64{1}}}, 100)}, with(withstands)},
		"a group":               {Report{Groups: []GroupSize{{1, 1}}}, both},
		"no groups":             {Report{Groups: []GroupSize{{1, 0}, {2, 0}}, Smallest: 2}, nothing},
		"groups of nobody":      {Report{Groups: []GroupSize{{0, 3}, {-5, 2}, {5, -2}}, Smallest: -1}, with(large)},
		"only small groups":     {Report{Groups: []GroupSize{{1, 1}, {2, 7}}, Smallest: math.MaxInt64}, both},
		"huge groups":           {Report{Groups: []GroupSize{{1, math.MaxInt64}, {math.MaxInt64, math.MaxInt64}}, Smallest: 5}, both},
		"an original":           {Report{Groups: []GroupSize{{5, 1}}, GroupsBefore: []GroupSize{{1, 5}}}, both},
		"an original of nobody": {Report{Groups: []GroupSize{{5, 1}}, GroupsBefore: []GroupSize{{0, 5}, {-1, 1}}}, both},
		"an original only":      {Report{GroupsBefore: []GroupSize{{1, 5}}, Smallest: 5}, nothing},
		"many sizes of both":    {Report{Groups: manySizes(10000), GroupsBefore: manySizes(10000), Smallest: 77}, both},
		"many sizes":            {Report{Groups: manySizes(10000), Smallest: 77}, both},
		"an unknown loss":       {Report{Losses: []Loss{{Share: math.NaN()}, {Share: inf}, {Share: -1}, {Share: 2}}}, with(lost)},
		"nobody anywhere":       {Report{Losses: []Loss{{Before: each(make([]int64, 5)...), After: each(0), Labels: []string{""}}}}, with(lost)},
		"more than fits":        {Report{Losses: []Loss{{Before: each(slices.Repeat([]int64{math.MaxInt64, -1}, 5000)...), After: each(math.MaxInt64), Labels: make([]string, 7)}}}, with(lost)},
	} {
		t.Run(name, func(t *testing.T) {
			page := HTML(&c.r)
			if diff := cmp.Diff(c.want, headings(checkPage(t, page))); diff != "" {
				t.Error(diff)
			}
			if len(page) > 60_000 {
				t.Errorf("the page has %d bytes", len(page))
			}
		})
	}
}

func manySizes(n int64) (sizes []GroupSize) {
	for i := range n {
		sizes = append(sizes, GroupSize{i*i + 2, n - i})
	}
	return sizes
}

// TestTold checks what a picture says to those who do not see it.
func TestTold(t *testing.T) {
	page := parse(t, HTML(&Report{
		Surface: []Curve{{"a", []float64{0.25, 0.5, 1}}, {"b", []float64{0.1, 0.2}}},
		Limit:   0.5,
		Skyline: []Stairs{{"a", []int64{0, 1, 5}, []int64{2, 1, 0}}, {Name: "b"}},
		Groups:  []GroupSize{{2, 1}, {3, 1000}}, GroupsBefore: []GroupSize{{1, 40}, {3, 1}},
		Smallest: 3,
		Losses:   []Loss{{Name: "age", Before: each(3, 4), After: each(7)}},
	}))
	var got []string
	for _, svg := range page.all("svg") {
		if svg.attributes["role"] == "img" {
			got = append(got, fmt.Sprintf("%s | %s", svg.inside[0].text.String(), svg.inside[1].text.String()))
		}
	}
	const s = "\u00A0"
	want := []string{
		"How sure somebody can become | a: 25" + s + "% where nobody else is known, 100" + s + "% where 2 others are known; it reaches the limit where 1 other person is known. b: 10" + s + "% where nobody else is known, 20" + s + "% where 1 other person is known; it stays below the limit.",
		"How much knowledge the release withstands | a: below the limit with no others and 2 relatives, and with 5 others and no relatives, and on the steps between. b: the release alone exceeds the limit.",
		"Re-identification risk | 2 of 3,002 people in the release are above the limit of 1 in 3. The highest risk is 1 in 2. In the original it is 1 in 1, and 40 of 43 people are above the limit.",
		"How large the groups are | 1,001 groups of 2–3 people. The smallest that is allowed has 3 people; 1 group is smaller. The original has 41 groups of 1–3 people; 40 groups are smaller.",
		"age, before | 2 values, of at most 4 people",
		"age, after | 1 value, of 7 people",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestStairs checks the border of what is withstood against the definition: a point is below
// it that is at most as large as one of the maximal ones.
func TestStairs(t *testing.T) {
	k, m := []int64{0, 1, 5}, []int64{4, 2, 0}
	c := stairs("", k, m)
	for x := range int64(7) {
		highest := -1.0 // of the border at x
		for i, p := range c.Points[1:] {
			if left := c.Points[i]; left.X <= float64(x) && float64(x) <= p.X {
				highest = max(highest, left.Y)
			}
		}
		want := int64(-1)
		for i := range k {
			if x <= k[i] {
				want = max(want, m[i])
			}
		}
		if highest != float64(want) {
			t.Errorf("at %d the border is at %v, want %d", x, highest, want)
		}
	}
}

// TestLosses checks that what is lost is written, and that the bar beside it is as long.
func TestLosses(t *testing.T) {
	root := checkPage(t, HTML(&Report{Losses: []Loss{{Share: 0.25}, {Share: 1}, {Share: -3}, {Share: math.NaN()}}}))
	var got []string
	for _, td := range root.all("td") {
		if td.attributes["data-label"] != "Lost" {
			continue
		}
		width := ""
		for _, r := range td.all("rect") {
			width = r.attributes["width"]
		}
		got = append(got, strings.TrimSpace(td.text.String())+" "+width)
	}
	if diff := cmp.Diff([]string{"25\u00A0% 24.8", "100\u00A0% 99", "0\u00A0% 0", "not known "}, got); diff != "" {
		t.Error(diff)
	}
}

// TestLetters checks that curves with long names have letters, which the page explains.
func TestLetters(t *testing.T) {
	long := strings.Repeat("long ", 20)
	root := checkPage(t, HTML(&Report{Surface: []Curve{{long, []float64{0.1}}, {"b", []float64{0.2}}}}))
	var letters []string
	for _, b := range root.all("b") {
		letters = append(letters, b.text.String())
	}
	if diff := cmp.Diff([]string{"A", "B"}, letters); diff != "" {
		t.Error(diff)
	}
	for _, text := range root.all("text") {
		if strings.Contains(text.text.String(), "long") {
			t.Errorf("a name of %d characters stands in a picture", len(long))
		}
	}
}
