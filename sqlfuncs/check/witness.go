package check

import (
	"database/sql"
	"fmt"

	"skyline/engine/breach"
	"skyline/engine/partition"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/sqltext"
)

// witnessRow are the numbers of a worst case, from which its breach probability can be
// computed by hand; NULL where there is none.
type witnessRow struct {
	TargetPeople   sql.Null[int64]
	TargetHaving   sql.Null[int64]
	RuledOut       []sql.Null[string] `sql:"ruled_out,nil=null"`
	RuledOutHaving []int64            `sql:"ruled_out_having,nil=null"`
	TargetKnown    sql.Null[int64]
	TargetOdds     sql.Null[float64]
	Families       []familyRow `sql:"families,nil=null"`
	NegatedRatio   sql.Null[float64]
}

// familyRow are the relatives in one QI group, which is named by its number.
type familyRow struct {
	At, Relatives                        int64
	GroupPeople, GroupHaving, GroupKnown int64
	Chance                               float64
}

// witnessOf returns the numbers of a witness, nil for none. values are those of the table
// that it is about. Families are named by the table's groups.
func witnessOf(w *breach.Witness, values []partition.Value) witnessRow {
	if w == nil {
		return witnessRow{}
	}
	row := witnessRow{
		TargetPeople: host.Some(w.People), TargetHaving: host.Some(w.Having),
		RuledOut: make([]sql.Null[string], len(w.RuledOut)), RuledOutHaving: append([]int64{}, w.RuledOutHaving...),
		TargetKnown: host.Some(w.TargetKnown), TargetOdds: host.Some(w.Odds),
		Families: make([]familyRow, len(w.Families)), NegatedRatio: host.Some(w.NegatedRatio),
	}
	for i, v := range w.RuledOut {
		value := values[v]
		row.RuledOut[i] = sql.Null[string]{V: value.Text, Valid: !value.Null}
	}
	for i, f := range w.Families {
		row.Families[i] = familyRow{int64(f.Group), f.Relatives, f.People, f.Having, f.Known, f.Chance}
	}
	return row
}

// ruledOut counts the values that the witnesses of a result name.
type ruledOut int

// maxRuledOut is how many they may be.
const maxRuledOut = 20_000_000

func (n *ruledOut) add(w *breach.Witness) error {
	if w != nil {
		*n += ruledOut(len(w.RuledOut))
	}
	if *n > maxRuledOut {
		return fmt.Errorf("the witnesses must name at most %d ruled-out values in all; ask for fewer values or a smaller l", maxRuledOut)
	}
	return nil
}

// witnessNumbers are the members of a witness that its breach probability is computed from,
// beside the people in the target's group: of a row or of another witness, w. A group of
// relatives begins with what group says, in terms of it, f.
func witnessNumbers(w, group sqltext.SQL) sqltext.SQL {
	return sqltext.Fill(`
		ruled_out_having := {w}.ruled_out_having, target_known := {w}.target_known, target_odds := {w}.target_odds,
		families := list_transform({w}.families, lambda f: struct_pack({group}relatives := f.relatives, group_people := f.group_people, group_having := f.group_having, group_known := f.group_known, chance := f.chance)),
		negated_ratio := {w}.negated_ratio`, sqltext.Args{"w": w, "group": group})
}

// witnessDoc says what these members are.
const witnessDoc = "`ruled_out`, the values that the adversary's l sentences about the target name; and [the numbers](#the-numbers-of-a-worst-case) that the breach probability is computed from: " +
	"`ruled_out_having`, how often each of `ruled_out` occurs in the target's group; `target_known`, how many of the others known are there; `target_odds`, the odds against the value for the target alone; " +
	"`families`, a STRUCT for each QI group with relatives, where `relatives` of `group_people` people are, the value occurs `group_having` times, `group_known` are known beside them, and `chance` is the probability that none of the relatives has the value; `negated_ratio`, `target_odds` times each `chance`"
