package releases

import (
	"database/sql"

	"skyline/sqlfuncs/check"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
	"skyline/sqlfuncs/words"
)

// meaning is the sentence of a row r of republication_check.
func (in *input) meaning() sqltext.SQL {
	return sqltext.Fill(`
		__skyline_releases_meaning(
		    r.value::VARCHAR, {names}, r.low, r.high, r.c, r.exact, r.safe, r.certain, r.people, r.undecided,
		    r.cell, struct_extract(r.witness, 'people'), r.step_count, r.alone
		)`, sqltext.Args{"names": sqltext.Texts(in.names())})
}

// meaningArgs are the arguments of __skyline_releases_meaning.
type meaningArgs struct {
	Value             sql.Null[string]
	Names             []string
	Low, High, C      float64
	Exact             bool
	Safe              sql.Null[bool]
	Certain           bool
	People, Undecided int64
	Cell              []sql.Null[string] `sql:",nil=null"`
	CellPeople        sql.Null[int64]
	Steps             int64
	Alone             bool
}

func meaningScalar() host.Scalar {
	return host.ScalarOf("__skyline_releases_meaning", func(a *meaningArgs) (string, error) {
		r := words.Releases{
			Number: int64(len(a.Names)), Low: a.Low, High: a.High, C: a.C, Exact: a.Exact, Safe: a.Safe.V, Known: a.Safe.Valid, Certain: a.Certain,
			People: a.People, Undecided: a.Undecided, WorstPeople: a.CellPeople.V, Steps: a.Steps, Alone: a.Alone,
		}
		for i, label := range a.Cell[:min(len(a.Cell), len(a.Names))] {
			if label.Valid {
				r.Worst = append(r.Worst, words.Attribute(people.PlainIdentifier(a.Names[i]), label.V, false))
			}
		}
		return r.Together(check.ValueInWords(a.Value)), nil
	})
}
