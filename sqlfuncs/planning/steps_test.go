package planning

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestSteps: what a plan may write, in words, and back.
func TestSteps(t *testing.T) {
	for _, test := range []struct{ text, words, written string }{
		{`{"widths":[5,10,20],"bottom":20,"top":90}`, "intervals of 5, then intervals of 10, then intervals of 20, below 20 as one, from 90 on as one", `{"widths": [5, 10, 20], "bottom": 20, "top": 90}`},
		{`{"widths": ["month", "quarter", "year", "5 years"]}`, "months, then quarters, then years, then 5 years", ``},
		{`{"keep": [4, 3, 2]}`, "first 4, then 3, then 2 characters", ``},
		{`{"at_least": 50}`, "values of at least 50 people, the rest as other", ``},
		{`{"finest": "month"}`, "ranges of dates, in whole months", ``},
		{`{"finest": 20000}`, "ranges of dates, in steps of 20,000", ``},
		{`{"top": 90}`, "ranges of dates, from 90 on as one", ``},
		{`{"top": "2020-01-01"}`, "ranges of dates, from 2020-01-01 on as one", ``},
	} {
		s, err := ParseSteps(test.text)
		if err != nil {
			t.Errorf("%s: %v", test.text, err)
			continue
		}
		if test.written == "" {
			test.written = test.text
		}
		if got := s.Words("ranges of dates"); got != test.words || s.String() != test.written {
			t.Errorf("%s is %q, written %s; want %q, %s", test.text, got, s, test.words, test.written)
		}
	}
	for _, text := range []string{
		``, `5`, `[5]`, `null`, `{}`, `{"width": [5]}`, `{"widths": []}`, `{"keep": []}`, `{"keep": ["a"]}`, `{"at_least": "many"}`, `{"at_least": [5]}`, `{"widths": [[5]]}`, `{"finest": {}}`,
		`{"widths": [5], "finest": 5}`, `{"keep": [2], "top": 90}`, `{"finest": 5, "top": 90}`, `{"top": true}`, `{"top": 90} {}`, `{"top": 90`,
	} {
		if s, err := ParseSteps(text); err == nil {
			t.Errorf("%s is taken for %s", text, s)
		}
	}
}

// FuzzSteps: what is read is written and read the same.
func FuzzSteps(f *testing.F) {
	for _, text := range []string{`{"widths": [5, 10], "top": 90}`, `{"keep": [2]}`, `{"at_least": 5}`, `{"finest": "year"}`, `{"top": 1e3}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseSteps(text)
		if err != nil {
			return
		}
		if s.Words("sets") == "" {
			t.Errorf("%q has no words", text)
		}
		encoded, err := json.Marshal(s)
		again, err2 := ParseSteps(string(encoded))
		if err != nil || err2 != nil || !reflect.DeepEqual(again, s) {
			t.Errorf("%q is %+v, then %+v, %v, %v", text, s, again, err, err2)
		}
	})
}

// TestParameters: what a plan gives functions that generalize: of columns that are qi only.
func TestParameters(t *testing.T) {
	got, err := Parameters([]Row{
		{Attribute: "age", Role: QI, Steps: `{"widths": [5, 10], "top": 90}`, Importance: 2.5},
		{Attribute: "it's", Role: QI, Steps: `{"keep": [2]}`},
		{Attribute: "born", Role: QI, Steps: `{"finest": "month"}`},
		{Attribute: "income", Role: QI, Steps: `{"bottom": 1000, "top": 100000}`},
		{Attribute: "dx", Role: Sensitive, Steps: `{"keep": [3]}`, Importance: 3},
		{Attribute: "sex", Role: QI},
		{Rule: "k_anonymity", Required: "5"},
	}, "t")
	want := map[string]any{
		"hierarchies": `(FROM system.main.query(system.main.__skyline_plan('hierarchy_intervals', '{"age_at":null,"attribute":"age","bottom":null,"origin":0,"tbl":"t","top":90,"widths":[5,10]}'))` +
			"\nUNION ALL\n" + `FROM system.main.query(system.main.__skyline_plan('hierarchy_prefix', '{"attribute":"it''s","keep":[2],"tbl":"t"}')))`,
		"min_levels": map[string]any{"born": "month"},
		"top":        map[string]any{"income": json.Number("100000")},
		"bottom":     map[string]any{"income": json.Number("1000")},
		"importance": map[string]any{"age": json.Number("2.5")},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v\nwant %v", got, err, want)
	}
	if got, err := Parameters([]Row{{Attribute: "sex", Role: QI}}, "t"); err != nil || len(got) != 0 {
		t.Errorf("without steps: %v, %v", got, err)
	}
	if _, err := Parameters([]Row{{Attribute: "age", Role: QI, Steps: "tens"}}, "t"); err == nil || !strings.HasPrefix(err.Error(), `"age": steps must be`) {
		t.Errorf("got %v", err)
	}
}

// TestLevels: steps by hand, at 2 people.
func TestLevels(t *testing.T) {
	numbers := func(n, by int) (all []string) {
		for i := range n {
			all = append(all, strconv.Itoa(1000+i*by))
		}
		return all
	}
	days := func(n int) (all []string) {
		for i := range n {
			all = append(all, fmt.Sprintf("%d-%02d-%02d", 1950+i/336, 1+i/28%12, 1+i%28))
		}
		return all
	}
	words := func(begin string, n int) (all []string) {
		for i := range n {
			all = append(all, begin+strconv.Itoa(i))
		}
		return all
	}
	for _, test := range []struct {
		name, column string
		hint         string
		values       []string
		want         string
	}{
		// 1,000 to 10,900, of which the second and the last but one are 1,100 and 10,800: a
		// hundredth is 97.
		{"incomes", "BIGINT", "", numbers(100, 100), `{"finest": 100}`},
		{"small numbers", "BIGINT", "", numbers(50, 1), ""},
		// The second and the last but one are 40.71 and 40.79.
		{"coordinates", "DOUBLE", "", []string{"40.70", "40.71", "40.72", "40.75", "40.79", "40.80"}, `{"finest": 0.001}`},
		{"few are alone", "BIGINT", "", slices.Repeat(numbers(50, 1000), 2), ""},
		{"fractions", "DOUBLE", "", []string{"1.0", "1.1", "1.5", "2.1", "2.5", "3.0", "3.1"}, `{"finest": 0.02}`},
		{"days of months", "DATE", "date", days(300), `{"finest": "week"}`},
		{"days of years", "DATE", "date", days(2000), `{"finest": "month"}`},
		{"days as text", "VARCHAR", "date", days(300), `{"finest": "week"}`},
		{"moments", "TIMESTAMP", "date", days(300), `{"finest": "day"}`},
		{"two are old", "BIGINT", "age_over_89", []string{"30", "40", "90", "104"}, `{"top": 90}`},
		{"one is old", "BIGINT", "age_over_89", []string{"30", "40", "86", "104"}, `{"top": 85}`},
		{"99 is an age", "BIGINT", "age_over_89", []string{"30", "40", "90", "99"}, `{"top": 90}`},
		{"99 is a code", "BIGINT", "age_over_89", []string{"1", "30", "40", "99", "99"}, ``},
		{"text", "VARCHAR", "", []string{"a", "b", "c"}, ""},
		{"texts of few", "VARCHAR", "", slices.Repeat(words("job ", 100), 2), ""},
		{"many texts", "VARCHAR", "", slices.Repeat(words("job ", 101), 2), `{"at_least": 2}`},
		{"lone texts", "VARCHAR", "", words("job ", 21), `{"at_least": 2}`},
		{"postal codes", "VARCHAR", "", words("0", 21)[10:], ""},
		{"more of them", "VARCHAR", "", words("010", 99)[10:], `{"keep": [4, 3, 2]}`},
		{"three characters", "VARCHAR", "", words("a", 99)[10:], `{"keep": [2, 1]}`},
		{"numbers of ten", "VARCHAR", "", words("ABCDEFGH", 99)[10:], `{"keep": [8, 5, 3]}`},
	} {
		c := Column{Name: "age", Type: test.column, Hint: test.hint, Rows: int64(len(test.values)), Reading: read(test.column, 2, test.values)}
		counts := map[string]int{}
		for _, v := range test.values {
			counts[v]++
		}
		for _, n := range counts {
			c.Distinct++
			if n == 1 {
				c.Unique++
			}
		}
		table := Table{Least: 2}
		if got := table.steps(&c); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// TestEnds: at least so many people are beyond the end of a scale, and with fewer there is none.
func TestEnds(t *testing.T) {
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 3))
		var values []string
		var ages []int64
		for range 1 + random.IntN(60) {
			age := int64(random.IntN(110))
			values, ages = append(values, strconv.FormatInt(age, 10)), append(ages, age)
		}
		least := int64(1 + random.IntN(20))
		top := read("BIGINT", least, values).oldest(least)
		beyond, sure, old := int64(0), int64(0), false
		for _, age := range ages {
			old = old || age >= 90 && age != 99 // which may be a code
			if age >= top {
				beyond++
			}
			if age >= 5 && age != 99 {
				sure++
			}
		}
		if top > 0 && (beyond < least || top%5 != 0 || top > 90) {
			t.Errorf("seed %d: from %d on there are %d of %d people, want %d", seed, top, beyond, len(ages), least)
		}
		if top == 0 && old && sure >= least {
			t.Errorf("seed %d: somebody is old, and the scale has no end", seed)
		}
	}
}
