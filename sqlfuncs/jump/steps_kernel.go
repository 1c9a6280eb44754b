package jump

import (
	"context"
	"database/sql"
	"math/big"

	"skyline/engine/jump"
	"skyline/engine/jump/beliefs"
	"skyline/sqlfuncs/host"
)

// stepRow is the evaluation of a set of tables.
type stepRow struct {
	Step            int64
	Generalization  string
	Evaluated       string
	TableCount      sql.Null[string] // of more digits than a BIGINT has
	Holds           sql.Null[bool]
	Outcome         string
	Method          string
	Highest         sql.Null[float64]
	TableCountLog10 float64 `sql:",nan=null"`
	Reason          sql.Null[string]
	Released        sql.Null[int64] // the generalization that is released after this step, from 1
}

var stepsKernel = host.KernelOf("jump_steps", runSteps)

func runSteps(ctx context.Context, spec *jumpSpec) (*host.Rows[stepRow], error) {
	k, err := spec.read()
	if err != nil {
		return nil, err
	}
	evaluation, err := k.table.Publish(ctx, k.algorithm(), k.options())
	if err != nil {
		return nil, k.explain(err)
	}
	if evaluation.Undecided != nil {
		return nil, k.explain(evaluation.Undecided)
	}
	out := host.NewRows[stepRow]()
	for i := range evaluation.Steps {
		out.Add(k.step(i, &evaluation.Steps[i]))
	}
	return out, nil
}

var (
	methods = map[jump.Method]string{jump.Exact: "exact", jump.CertifiedBounds: "certified"}
	reasons = map[jump.Reason]string{
		jump.Known:      "no earlier generalization tells anything",
		jump.Counted:    "counted: the tables that pass nothing earlier",
		jump.Symmetric:  "everybody in a group stands alike to what is earlier",
		jump.ByClasses:  "counted: by classes of tables",
		jump.Bounded:    "hardly any table passes anything earlier",
		jump.Lemma:      "the permutation set violates it, and so does every subset",
		jump.Unproven:   "bounds do not prove it",
		jump.Sandwiched: "between two sets that were counted",
		jump.Enclosed:   "between bounds on what its groups can do",
	}
)

// step writes an evaluation.
func (k *jumpProblem) step(i int, s *jump.Step) stepRow {
	row := stepRow{
		Step: int64(i) + 1, Generalization: k.nameOf(s.Generalization), Evaluated: "permutation set",
		TableCount: tableCount(s.Tables), Holds: sql.Null[bool]{V: s.Holds == beliefs.Yes, Valid: s.Holds != beliefs.Unknown},
		Method: methods[s.Method], TableCountLog10: s.Log10,
	}
	if s.Disclosure {
		row.Evaluated = "disclosure set"
		reason, known := reasons[s.Reason]
		row.Reason = sql.Null[string]{V: reason, Valid: known && s.Holds != beliefs.Unknown}
	}
	var released bool
	if row.Outcome, released = k.outcome(s); released {
		row.Released = host.Some(int64(s.Generalization))
	}
	if s.Highest != nil {
		highest, _ := s.Highest.Float64()
		row.Highest = host.Some(highest)
	}
	return row
}

// tableCount is a number of tables, if it is a HUGEINT.
func tableCount(n *big.Int) sql.Null[string] {
	if n == nil || n.BitLen() > 127 {
		return sql.Null[string]{}
	}
	return host.Some(n.String())
}

// outcome says what the algorithm does after an evaluation, and whether that is to release.
func (k *jumpProblem) outcome(s *jump.Step) (says string, released bool) {
	switch {
	case s.Holds == beliefs.Unknown:
		return "undecided", false
	case s.Holds == beliefs.Yes && s.Next == s.Generalization:
		return "evaluate disclosure set", false
	case s.Holds == beliefs.Yes:
		return "release", true
	case s.Next == 0 || s.Next > len(k.spec.Generalizations):
		return "release nothing", false
	case s.Next > s.Generalization+1:
		return "jump to " + k.nameOf(s.Next), false
	}
	return "go on to " + k.nameOf(s.Next), false
}
