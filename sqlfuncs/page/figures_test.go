package page

import (
	"encoding/xml"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skyline/sqlfuncs/page/chart"
)

// TestFigures checks that the pictures of a page are those of its figures: the same title, the
// same told, the same drawn; and the losses are one more.
func TestFigures(t *testing.T) {
	for name, report := range golden {
		page := HTML(report())
		names := ""
		for _, f := range Figures(report()) {
			names += " " + f.Name
			root := checkFigure(t, f.SVG)
			if f.Title != root.inside[0].text.String() {
				t.Errorf("%s: %s has the title %q, and says %q", name, f.Name, f.Title, root.inside[0].text.String())
			}
			told := root.inside[1].text.String()
			if len(f.Meaning) < len(told) || !strings.EqualFold(f.Meaning[:len(told)], told) {
				t.Errorf("%s: %s means %q, and tells %q", name, f.Name, f.Meaning, told)
			}
			_, drawn, _ := strings.Cut(f.SVG, "<g transform=\"translate(14,44)\">")
			if drawn = strings.TrimSuffix(drawn, "</g>\n</svg>\n"); f.Name != "loss" && !strings.Contains(page, drawn) {
				t.Errorf("%s: %s is not on the page:\n%s", name, f.Name, drawn)
			}
		}
		if want := " surface skyline risk groups loss"; names != want {
			t.Errorf("%s has%s, want%s", name, names, want)
		}
	}
	if all := Figures(&Report{Losses: []Loss{{Name: "a", Share: math.NaN()}}}); all != nil {
		t.Errorf("there are pictures of nothing: %v", all)
	}
	// That nothing is withstood is something to say.
	all := Figures(&Report{Skyline: []Stairs{{Name: "a"}}})
	if len(all) != 1 || !strings.HasPrefix(all[0].Meaning, "A: the release alone exceeds the limit. ") || !strings.Contains(all[0].SVG, ">the release alone exceeds the limit</text>") {
		t.Errorf("the picture of nothing that is withstood: %v", all)
	}
}

// checkFigure checks what holds for every picture that stands alone: it is XML in the namespace
// of SVG, is told, asks for nothing, and nothing of it sticks out.
func checkFigure(t *testing.T, svg string) *node {
	t.Helper()
	var named struct{ XMLName xml.Name }
	if err := xml.NewDecoder(strings.NewReader(svg)).Decode(&named); err != nil || named.XMLName != (xml.Name{Space: "http://www.w3.org/2000/svg", Local: "svg"}) {
		t.Fatalf("not a document of SVG: %v, %v", named.XMLName, err)
	}
	root := parse(t, "<html>"+svg+"</html>").inside[0]
	checkPicture(t, root)
	box := strings.Fields(root.attributes["viewBox"])
	right, bottom := atof(t, box[2]), atof(t, box[3])
	root.walk(func(n *node) {
		checkAttributes(t, n)
		switch n.tag {
		case "svg", "title", "desc", "style", "g", "text", "rect", "line", "path", "polyline", "circle":
		default:
			t.Errorf("the picture has an element %s", n.tag)
		}
		if n.tag == "rect" && (atof(t, n.attributes["x"])+atof(t, n.attributes["width"]) > right || atof(t, n.attributes["y"])+atof(t, n.attributes["height"]) > bottom) {
			t.Errorf("a rectangle sticks out: %v", n.attributes)
		}
		if n.tag == "style" && strings.Contains(strings.ReplaceAll(n.text.String(), "http://www.w3.org/2000/svg", ""), "url(") {
			t.Error("the style asks for something")
		}
	})
	return root
}

func atof(t *testing.T, s string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestRisk counts people by the sizes of their groups one by one, and reads the counts back from
// the picture.
func TestRisk(t *testing.T) {
	before := []GroupSize{{1, 30}, {2, 11}, {3, 5}, {40, 1}, {900, 2}}
	var after []GroupSize
	for size := range int64(60) {
		after = append(after, GroupSize{size + 4, 1 + size%3})
	}
	const limit = 7
	var figure Figure
	for _, f := range Figures(&Report{Groups: after, GroupsBefore: before, Smallest: limit}) {
		if f.Name == "risk" {
			figure = f
		}
	}
	people := func(groups []GroupSize, first, last int64) (n int64) {
		for _, g := range groups {
			if first <= g.People && g.People <= last {
				n += g.People * g.Groups
			}
		}
		return n
	}
	// A name, and the numbers of people before and after that.
	var texts []string
	for _, n := range checkFigure(t, figure.SVG).all("text") {
		texts = append(texts, n.text.String())
	}
	var seen, seenBefore int64
	line := false
	for i := 0; i < len(texts); i++ {
		if texts[i] == "limit: 1 in 7" {
			line = true
		}
		sizes, isBar := strings.CutPrefix(texts[i], "1 in ")
		if !isBar {
			continue
		}
		from, to, isRange := strings.Cut(strings.ReplaceAll(sizes, ",", ""), "–")
		if !isRange {
			to = from
		}
		first, last := int64(atof(t, from)), int64(atof(t, to))
		if line != (first >= limit) || !line && last >= limit {
			t.Errorf("%s is on the wrong side of the limit", texts[i])
		}
		want := []string{chart.Count(people(before, first, last)), chart.Count(people(after, first, last))}
		if diff := cmp.Diff(want, texts[i+1:i+3]); diff != "" {
			t.Errorf("%s:\n%s", texts[i], diff)
		}
		seenBefore, seen = seenBefore+people(before, first, last), seen+people(after, first, last)
		i += 2
	}
	if all, allBefore := people(after, 0, 1000), people(before, 0, 1000); !line || seen != all || seenBefore != allBefore {
		t.Errorf("%d and %d people are drawn, and there are %d and %d; line %v", seenBefore, seen, allBefore, all, line)
	}
	want := fmt.Sprintf("%s of %s people in the release are above the limit of 1 in 7. The highest risk is 1 in 4. In the original it is 1 in 1, and 67 of 1,907 people are above the limit. ",
		chart.Count(people(after, 1, 6)), chart.Count(people(after, 1, 1000))) // 30 + 2·11 + 3·5; 40 + 2·900 more
	if !strings.HasPrefix(figure.Meaning, want) {
		t.Errorf("it means %q, want %q…", figure.Meaning, want)
	}
}

// TestLost checks that all columns are there, most lost first, as long as they have lost; and of
// too many the first.
func TestLost(t *testing.T) {
	drawn := func(all []Loss) (bars []string, meaning string) {
		f := figures(lost(all))[0]
		root := checkFigure(t, f.SVG)
		var widths []string
		for _, r := range root.all("rect") {
			if r.attributes["class"] == "bar" {
				widths = append(widths, r.attributes["width"])
			}
		}
		for _, n := range root.all("text")[3:] { // a heading, and what names and numbers are
			bars = append(bars, n.text.String())
		}
		return append(bars, widths...), f.Meaning
	}
	got, meaning := drawn([]Loss{{Name: "a", Share: 0.25}, {Name: "b", Share: 1}, {Name: "<c>", Share: 0.5}, {Name: "d"}, {Name: "e", Share: math.NaN()}})
	const s = "\u00A0"
	want := []string{"b", "100" + s + "%", "<c>", "50" + s + "%", "a", "25" + s + "%", "d", "0" + s + "%", "240", "120", "60"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if want := "Lost of each column's detail, most first: b 100" + s + "%, <c> 50" + s + "%, a 25" + s + "%, d 0" + s + "%. Not known: e. "; !strings.HasPrefix(meaning, want) {
		t.Errorf("it means %q, want %q…", meaning, want)
	}
	var many []Loss
	for i := range 842 {
		many = append(many, Loss{Name: strings.Repeat("c", 200) + strconv.Itoa(i), Share: float64(i) / 841})
	}
	got, meaning = drawn(many)
	if !strings.HasSuffix(got[0], "841") || len(got) != 3*mostColumns || !strings.Contains(meaning, "Not drawn: 802 more") {
		t.Errorf("%d texts and bars, the first %q: %s", len(got), got[0], meaning)
	}
}

// TestPrice reads the lines back from the picture: each point is where its numbers are.
func TestPrice(t *testing.T) {
	prices := []Price{
		{20, 0, 0.5},
		{2, 0, 0},
		{5, 0, 0.25},
		{2, 3, 0.75},
		{5, 3, 1},
		{20, 3, math.NaN()},
		{5, 1, 0.25},
		{5, 1, 0.9},
		{2, 1, math.NaN()},
		{20, 7, math.NaN()},
	}
	figure, is := PriceFigure(prices)
	if !is || figure.Name != "price" {
		t.Fatalf("%v: %q", is, figure.Name)
	}
	root := checkFigure(t, figure.SVG)
	var marks []string
	for _, n := range root.all("circle") {
		marks = append(marks, n.attributes["cx"]+" "+n.attributes["cy"])
	}
	// The axis is 254 units long from 52, and 200 high from 234; 2, 5 and 20 are at thirds of it.
	const two, five, twenty = "136.7", "221.3", "306"
	want := []string{two + " 234", five + " 184", twenty + " 134", five + " 184", two + " 84", five + " 34"}
	if diff := cmp.Diff(want, marks); diff != "" {
		t.Error(diff)
	}
	const s = "\u00A0"
	told := "no others known: 0" + s + "% is lost at k = 2, 50" + s + "% at k = 20. 1 other known: 25" + s + "% is lost at k = 5; no release satisfies k = 2. " +
		"3 others known: 75" + s + "% is lost at k = 2, 100" + s + "% at k = 5; no release satisfies k = 20. 7 others known: no release satisfies the requirements."
	if got := root.inside[1].text.String(); got != told {
		t.Errorf("it tells\n%s\nwant\n%s", got, told)
	}
	var names []string
	for _, n := range root.all("text") {
		if strings.HasSuffix(n.text.String(), " known") {
			names = append(names, n.text.String())
		}
	}
	if diff := cmp.Diff([]string{"3 others known", "no others known", "1 other known"}, names); diff != "" {
		t.Error(diff)
	}
	if f, is := PriceFigure(nil); is {
		t.Errorf("there is a picture of nothing: %s", f.SVG)
	}
	figure, is = PriceFigure([]Price{{2, 1, math.NaN()}})
	if !is || !strings.HasPrefix(figure.Meaning, "1 other known: no release satisfies the requirements. ") || !strings.Contains(figure.SVG, ">no release satisfies them</text>") {
		t.Errorf("%v: the picture of prices that nobody can pay: %v", is, figure)
	}
}

// FuzzFigures checks that whatever is written in a report, its figures have the same elements as
// if it were letters.
func FuzzFigures(f *testing.F) {
	for _, seed := range []string{"", "a", "<", "]]>", "</title><script>alert(1)</script>", "</style>", "\x00", "\xff", "\uFFFE", "日本語", "a\u0301", strings.Repeat("x", 1000)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, want := Figures(everywhere(ofEach(), text)), Figures(everywhere(ofEach(), harmless(text)))
		if len(got) != len(want) {
			t.Fatalf("%d figures, want %d", len(got), len(want))
		}
		for i := range got {
			shape := func(svg string) string {
				parsed := parse(t, "<html>"+svg+"</html>")
				return parsed.shape()
			}
			if diff := cmp.Diff(shape(want[i].SVG), shape(got[i].SVG)); diff != "" {
				t.Fatalf("%s of %q has other elements:\n%s", got[i].Name, text, diff)
			}
		}
	})
}
