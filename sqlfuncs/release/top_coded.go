package release

import (
	"encoding/json"
	"slices"

	"skyline/engine/label"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// TopCoded is top_coded.
var TopCoded = &call.Function{
	Name:      "top_coded",
	Summary:   "A table whose largest and smallest values are cut off at thresholds.",
	Questions: []string{"How do I cut off the largest incomes and ages, which single people out?"},
	Description: "The table's own columns, rows and order of columns; in each column of `top` the values from a threshold on become a text, `>= 200000`, in each column of `bottom` those up to one, `<= 18`, and the others theirs. A threshold is a value, or `{'share': 0.01}`: the smallest value of the column such that at most that share of the people are above it (for `bottom`, the largest such that at most that share are below). " +
		"With `output := 'values'` columns keep their types, and values beyond a threshold become the threshold. How many people that concerns is said by `output := 'counts'`.",
	Params: []call.Param{
		{Name: "tbl", Type: "VARCHAR", Doc: "the table: [a name or a query](#what-names-a-table)"},
		{Name: "top", Type: "STRUCT or MAP", Default: "NULL", Doc: "columns and their largest values to be kept, such as `{'income': 200000, 'age': {'share': 0.01}}`"},
		{Name: "bottom", Type: "STRUCT or MAP", Default: "NULL", Doc: "columns and their smallest values to be kept, likewise"},
		{Name: "output", Type: "VARCHAR", Default: "'labels'", Doc: "`'labels'`, coded columns become VARCHAR; `'values'`, columns keep their types; `'counts'`, a row for each threshold instead of the table"},
		call.ParamPerson, call.ParamWeight,
	},
	Columns: []call.ResultColumn{
		{Name: call.ColumnsOfTable, Type: "", Doc: "the columns of `tbl`; for `output := 'counts'`, a row for each column of `top` and then of `bottom`: `column_name`, `side` (`top` or `bottom`), `threshold` as a text, `people` who have a value in the column, `changed`, how many of them are beyond the threshold, and `alike`, how many are at it or beyond, whose values are the same afterwards"},
	},
	Example: `FROM top_coded('(VALUES (23, 18000), (35, 42000), (41, 310000), (67, 55000), (94, 900000)) t(age, income)',
               top := {'income': 200000, 'age': {'share': 0.2}})`,
	Notes: []string{
		"**Ties**: a share is counted in people, and thresholds are values that somebody has, so at most the share is changed, and as much of it as ties allow: of 2, 5, 9, 9 half are above 5 and none above 9, so `{'share': 0.5}` gives 5, and `{'share': 0.4}` gives 9, which changes nothing. 0.01 is 1/100 exactly.",
		"**`'values'` is for those who compute**, with sums or quantiles. 90 is then the age of everybody who is 90 or older, and nothing in the table says so. A release with ranges would state what is false: `[88, 90]` for people of 104. Give [`skyline_anonymize`](#skyline_anonymize) the table as it is, and `top` or `bottom`, or make a hierarchy with [open ends](hierarchies.md#open-ends).",
		"**People** are rows; with `person` they are persons, who are above a threshold where one of their values is, and with `weight` rows count as often as it says. A row without a value, NULL or NaN, is not counted, and stays as it is. An infinity is beyond any other threshold.",
		"Columns are of numbers, dates, times or an ENUM, which has the order of its definition. Thresholds are values of the column's type: `{'born': DATE '1930-01-01'}`.",
		"Where a column is in `top` and `bottom`, the threshold of `top` must not be the smaller one.",
		"All other columns stay, `person` and `weight` too: the result is a table to make a release of, as by [`local_suppression`](#local_suppression), not a release.",
	},
	NotPromised: "That anybody is hidden: who is at the threshold is in a crowd of `alike` people in this column only, and may be alone with the others. A threshold by share is somebody's value, and follows from the data: it says how many people at most are beyond it, and those of two versions of a table say how it has changed. A threshold by value says nothing about the data. Means and sums of the column are not those of the original.",
	Cost:        "one scan; with a share, or for counts, a GROUP BY of each such column, too.",
	Source:      "top and bottom coding as in Hundepool et al., “Statistical Disclosure Control”, Wiley 2012, Ch. 3.",
	Plan:        planTopCoded,
	Scalars:     func() []host.Scalar { return []host.Scalar{atMostScalar()} },
}

const (
	outputValues = "values"
	outputLabels = "labels"
	outputCounts = "counts"
)

// side is one of the two ends of a column's values.
type side struct {
	name    string      // of the parameter
	beyond  sqltext.SQL // than the threshold
	least   sqltext.SQL // the threshold of those that leave few enough beyond
	most    sqltext.SQL // a person's value that decides
	order   sqltext.SQL // of values from the end inwards
	written string      // before a threshold in a label
}

var sides = []side{
	{"top", ">", "min", "max", "DESC", label.From("")},
	{"bottom", "<", "max", "min", "ASC", label.UpTo("")},
}

// coding is what is cut off of a column.
type coding struct {
	side
	column  string
	at      int     // the column's number among the coded ones
	number  int     // among all codings, from 1
	value   string  // the threshold's text, or, byShare,
	share   float64 // of the people that may be beyond it
	byShare bool
}

// readCodings reads the parameters top and bottom. columns are the coded ones.
func readCodings(c *call.Call) (codings []coding, columns []string, err error) {
	for _, s := range sides {
		if c.Arguments[s.name] == nil {
			continue
		}
		such := "a STRUCT or a MAP of columns and thresholds, such as {'income': 200000, 'age': {'share': 0.01}}"
		given, ok := c.Arguments[s.name].(map[string]any)
		if !ok || len(given) == 0 {
			return nil, nil, c.Errorf("%s must be %s, got %s", s.name, such, call.Show(c.Arguments[s.name]))
		}
		var seen []string
		for _, name := range c.MemberNames(s.name) {
			if name == "" || call.ContainsName(seen, name) {
				return nil, nil, c.Errorf("%s must name columns, each once, got %s", s.name, sqltext.Ident(name))
			}
			seen = append(seen, name)
			next := coding{side: s, column: name, number: len(codings) + 1}
			if err := next.readThreshold(c, given[name]); err != nil {
				return nil, nil, err
			}
			next.at = slices.IndexFunc(columns, func(other string) bool { return call.Folded(other) == call.Folded(name) })
			if next.at < 0 {
				next.at = len(columns)
				columns = append(columns, name)
			}
			codings = append(codings, next)
		}
	}
	if codings == nil {
		return nil, nil, c.Errorf("top or bottom must be given: columns and thresholds, such as top := {'income': 200000, 'age': {'share': 0.01}}")
	}
	return codings, columns, nil
}

func (t *coding) readThreshold(c *call.Call, v any) error {
	name := sqltext.Ident(t.column)
	switch v := v.(type) {
	case json.Number:
		t.value = v.String()
		return nil
	case string:
		t.value = v
		return nil
	case map[string]any:
		share, ok := v["share"].(json.Number)
		x, err := share.Float64()
		if !ok || len(v) != 1 || err != nil || !(x >= 0 && x < 1) {
			return c.Errorf("%s: the threshold of %s must be a value or {'share': …}, a number in [0, 1), got %s", t.name, name, call.Show(v))
		}
		t.share, t.byShare = x, true
		return nil
	}
	return c.Errorf("%s: the threshold of %s must be a value of the column, or {'share': …}, got %s", t.name, name, call.Show(v))
}

// threshold is the name of the coding's in the plan.
func (t *coding) threshold() sqltext.SQL { return "t" + sqltext.Int(int64(t.number)) }

// atMostArgs are the arguments of __skyline_at_most.
type atMostArgs struct {
	Share  float64
	People int64
}

// atMostScalar is __skyline_at_most(share, people): how many are at most that share of
// them.
func atMostScalar() host.Scalar {
	return host.ScalarOf("__skyline_at_most", func(a *atMostArgs) (int64, error) {
		if !(a.Share >= 0 && a.Share < 1) || a.People < 0 {
			return 0, host.ErrNotKept
		}
		return people.LimitOf(a.Share, a.People), nil
	})
}
