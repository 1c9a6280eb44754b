package cubes

import (
	"database/sql"
	"encoding/json"
	"errors"
	"strings"
	"sync/atomic"

	"skyline/engine/cube/primary"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
	"skyline/sqlfuncs/words"
)

// verdictArgs are the arguments of __skyline_cube_verdict: the rules as JSON, and a cell. Its total is
// high·2^62 + low.
type verdictArgs struct {
	Rules             string
	People, High, Low int64
	Values            []int64 `sql:",nil=null"` // the largest contributions; NULL: there are none
	Weights           []int64 `sql:",nil=null"` // and their weights; NULL: each is 1
	Lines             []int64
}

// verdictRow is what the rules say of a cell: the number of the gravest that is broken, and a bit for each.
type verdictRow struct {
	Rule, Broken       int64
	Achieved, Required sql.Null[float64]
	Line, Of           int64
}

// parsedRules are rules and their JSON.
type parsedRules struct {
	text  string
	rules primary.Rules
}

// lastRules are those of the last cell: all cells of a call have the same.
var lastRules atomic.Pointer[parsedRules]

var errNoRules = errors.New("__skyline_cube_verdict: rules must be what a plan writes there")

func rulesOf(text string) (*primary.Rules, error) {
	if last := lastRules.Load(); last != nil && last.text == text {
		return &last.rules, nil
	}
	parsed := &parsedRules{text: strings.Clone(text)}
	if json.Unmarshal([]byte(text), &parsed.rules) != nil {
		return nil, errNoRules
	}
	if err := parsed.rules.Check(); err != nil {
		return nil, errNoRules
	}
	lastRules.Store(parsed)
	return &parsed.rules, nil
}

func verdictScalar() host.Scalar {
	return host.ScalarOf("__skyline_cube_verdict", func(a *verdictArgs) ([]verdictRow, error) {
		rules, err := rulesOf(a.Rules)
		if err != nil {
			return nil, err
		}
		if a.Weights != nil && len(a.Weights) != len(a.Values) {
			return nil, errors.New("__skyline_cube_verdict: weights must be as many as values")
		}
		cell := primary.Cell{People: a.People, Total: primary.Amount{High: a.High, Low: a.Low}, Lines: a.Lines}
		if len(a.Values) > 0 {
			cell.Largest = make([]primary.Contribution, len(a.Values))
		}
		for i, x := range a.Values {
			cell.Largest[i] = primary.Contribution{Value: x, Weight: 1}
			if a.Weights != nil {
				cell.Largest[i].Weight = a.Weights[i]
			}
		}
		v, err := rules.Verdict(&cell)
		if err != nil {
			return nil, errors.New("__skyline_cube_verdict: " + err.Error())
		}
		row := verdictRow{Rule: int64(v.Rule), Broken: v.Broken, Line: int64(v.Line), Of: v.Of}
		if v.Broken != 0 {
			row.Achieved, row.Required = host.Some(v.Achieved), host.Some(v.Required)
		}
		return []verdictRow{row}, nil
	})
}

// Who contributes, for sentences.
const (
	ofRows     = "row"
	ofPeople   = "person"
	ofHoldings = "holding"
)

// who are those that are counted.
func (k *checking) who() string {
	switch {
	case k.holding != "":
		return ofHoldings
	case k.Person != "" || k.Weight != "":
		return ofPeople
	}
	return ofRows
}

// cellMeaningArgs are the arguments of __skyline_cube_cell_meaning.
type cellMeaningArgs struct {
	Who                string
	Sums               bool
	Names              []string
	Texts, Above       []sql.Null[string] // the labels, and those right above them
	Grouping           int64
	Rule               sql.Null[string]
	Achieved, Required sql.Null[float64]
	Q                  float64 // of pq, 0 for none
	Of, People         int64
	Line               int64
	Lines              []int64
}

// cellMeaning is the sentence of a row r, of lists of its labels and of those above them.
func (k *checking) cellMeaning(texts, above, grouping sqltext.SQL) sqltext.SQL {
	q := 0.0
	if of := k.rules.PQ[1]; of.Den > 0 {
		q = of.Percent()
	}
	return sqltext.Fill("__skyline_cube_cell_meaning({who}, {sums}, {names}, {texts}::VARCHAR[], {above}, {grouping}, {rule}, r.achieved, r.required, {q}, r.__skyline_of, r.people, r.__skyline_line, r.__skyline_lines)", sqltext.Args{
		"who": sqltext.Text(k.who()), "sums": sqltext.Bool(k.value != ""), "names": sqltext.Texts(k.by), "texts": texts, "above": above, "grouping": grouping,
		"rule": ruleName("r.__skyline_rule"), "q": sqltext.Float(q),
	})
}

func cellMeaningScalar() host.Scalar {
	return host.ScalarOf("__skyline_cube_cell_meaning", func(a *cellMeaningArgs) (string, error) {
		n := len(a.Names)
		if n == 0 || n > maxColumns || len(a.Texts) != n || len(a.Above) != n || a.Grouping < 0 || a.Line < 0 || a.Line >= int64(max(len(a.Lines), 1)) {
			return "", errors.New("__skyline_cube_cell_meaning: arguments must be what a plan writes there")
		}
		cell := &words.CubeCell{
			Who: a.Who, Sums: a.Sums, Rule: strings.Clone(a.Rule.V), Achieved: a.Achieved.V, Required: a.Required.V, Q: a.Q, Of: a.Of, People: a.People,
			Labels: a.attributes(a.Texts, -1),
		}
		if line := int(a.Line); line < len(a.Lines) && line < n {
			above := append([]sql.Null[string](nil), a.Texts...)
			above[line] = a.Above[line]
			cell.Line, cell.LinePeople = a.attributes(above, line), a.Lines[line]
			cell.Label = words.Attribute(people.PlainIdentifier(a.Names[line]), a.Texts[line].V, !a.Texts[line].Valid)
		}
		return cell.Sentence(), nil
	})
}

// attributes are the labels of a cell that are no totals. In the column raised, NULL is a total as well.
func (a *cellMeaningArgs) attributes(texts []sql.Null[string], raised int) []string {
	var all []string
	for i, text := range texts {
		if a.Grouping>>(len(texts)-1-i)&1 == 1 || i == raised && !text.Valid {
			continue
		}
		all = append(all, words.Attribute(people.PlainIdentifier(a.Names[i]), text.V, !text.Valid))
	}
	return all
}
