package linked

import (
	"database/sql"

	"skyline/sqlfuncs/check"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
	"skyline/sqlfuncs/words"
)

// meaning is the sentence of a row r of linked_check.
func meaning(in *people.Input) sqltext.SQL {
	value := sqltext.SQL("NULL")
	if len(in.Sensitive) > 0 {
		value = "struct_extract(r.witness, 'breach_value')::VARCHAR"
	}
	return sqltext.Fill("__skyline_linked_meaning({sensitive}, {one}, r.known, r.k, r.unicity, r.breach, r.c, r.safe, r.certain, {value})",
		sqltext.Args{"sensitive": sqltext.Bool(len(in.Sensitive) > 0), "one": sqltext.Bool(in.Call.Arguments["value"] != nil), "value": value})
}

// meaningArgs are the arguments of __skyline_linked_meaning.
type meaningArgs struct {
	Sensitive bool
	One       bool // one value is asked about
	Known, K  sql.Null[int64]
	Unicity   sql.Null[float64]
	Breach    sql.Null[float64]
	C         float64
	Safe      sql.Null[bool]
	Certain   sql.Null[bool]
	Value     sql.Null[string]
}

func linkedMeaningScalar() host.Scalar {
	return host.ScalarOf("__skyline_linked_meaning", func(a *meaningArgs) (string, error) {
		if !a.K.Valid {
			return words.NothingShown, nil
		}
		l := words.Linked{Known: a.Known.V, All: !a.Known.Valid, Candidates: a.K.V, Unicity: a.Unicity.V}
		sentences := l.Singled()
		switch {
		case a.Sensitive && a.One && a.Breach.V <= 0:
			sentences += " The attacker does not learn that the person has the value that is asked about."
		case a.Sensitive:
			sentences += " " + l.Sure(check.ValueInWords(a.Value), words.Sureness{Breach: a.Breach.V, C: a.C, Safe: a.Safe.V, Certain: a.Certain.V})
		}
		return sentences, nil
	})
}
