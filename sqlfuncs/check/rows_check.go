package check

import (
	"context"
	"database/sql"

	"skyline/engine/rows"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
	"skyline/sqlfuncs/words"
)

// skyline_check where each row has a value: the same rows, with a witness of its own.

// planRowsCheck returns the statement.
func planRowsCheck(in *people.Input, points *people.Skyline) sqltext.SQL {
	return planBreach(in, points, breachQuery{
		kernel: rowsCheckKernel.Name, why: "the breach probability of each value at each of its points", named: true,
		columns: sqltext.Fill(`
			{value} AS value, r.l, r.k, r.m, r.c, r.breach, r.safe,
			CASE WHEN r.places IS NOT NULL THEN struct_pack(
			    qi_groups := list_transform(r.places, lambda f: struct_pack(
			        qi_group := map_extract_value(w.gs, f.at), group_rows := f.group_rows, group_having := f.group_having,
			        ruled_out_having := f.ruled_out_having, target_rows := f.target_rows, target_chance := f.target_chance,
			        known_rows := f.known_rows, relatives_rows := f.relatives_rows, relatives_chance := f.relatives_chance
			    )),
			    ruled_out := cast_to_type(r.ruled_out, list_value(t.s)), relatives := r.relatives, negated_ratio := r.negated_ratio
			) END AS witness, {attribute} AS attribute, r.certain`, sqltext.Args{
			"value": people.TypedValue(), "attribute": sqltext.Text(in.Sensitive[0]),
		}),
		meaning: people.OrNobody("r.breach", rowsMeaning(in)),
		joins:   "CROSS JOIN __skyline_witness_groups AS w\nWHERE r.histogram IS NULL",
		order:   people.ByValue() + ", r.l ASC, r.k ASC, r.m ASC, r.c ASC",
	})
}

// rowsWitnessDoc says what the witness has.
const rowsWitnessDoc = "With `values_per_person := 'rows'`: `qi_groups`, a STRUCT for each QI group in which the target or a relative has rows, with [the numbers](#rows-with-a-value-each) that the breach probability is computed from; `ruled_out`; `relatives`, how many; and `negated_ratio`"

// rowsCheckRow is a row of the kernel: a finding, or, before those, a group that a witness
// names, target being its number below 0.
type rowsCheckRow struct {
	Value        sql.Null[string]
	L, K, M      sql.Null[int64]
	C            sql.Null[float64]
	Breach       sql.Null[float64]
	Safe         sql.Null[bool]
	Certain      sql.Null[bool]
	RuledOut     []sql.Null[string] `sql:"ruled_out,nil=null"`
	Relatives    sql.Null[int64]
	Places       []rowsPlace `sql:"places,nil=null"`
	NegatedRatio sql.Null[float64]
	Target       sql.Null[int64]
	Histogram    sql.Null[host.Bytes]
}

// rowsPlace is a QI group of a worst case.
type rowsPlace struct {
	At                                     int64
	GroupRows, GroupHaving, RuledOutHaving int64
	TargetRows                             int64
	TargetChance                           float64
	KnownRows, RelativesRows               int64
	RelativesChance                        float64
}

var rowsCheckKernel = host.KernelOf("check_rows", runRowsCheck)

func runRowsCheck(ctx context.Context, spec *breachSpec) (*host.Rows[rowsCheckRow], error) {
	in, err := spec.read()
	if err != nil {
		return nil, err
	}
	if in.rows == nil {
		return nil, host.ErrNotKept
	}
	out := host.NewRows[rowsCheckRow]()
	if in.table.People == 0 {
		out.Add(rowsCheckRow{Safe: host.Some(false)})
		return out, nil
	}
	named := map[int64]bool{}
	var places []rowsCheckRow
	for _, q := range in.questions() {
		findings := make([]rows.Finding, len(q.requirements))
		if q.number >= 0 {
			findings, err = in.rows.Check(ctx, q.number, q.requirements)
		} else {
			for i := range findings {
				findings[i].Safe = true // the value occurs nowhere
			}
		}
		if err != nil {
			return nil, err
		}
		for i, f := range findings {
			p := q.requirements[i].Point
			row := rowsCheckRow{
				Value: sql.Null[string]{V: q.value.Text, Valid: !q.value.Null}, L: host.Some(p.L), K: host.Some(p.K), M: host.Some(p.M),
				C: host.Some(q.thresholds[i]), Breach: host.Some(f.Breach), Safe: host.Some(f.Safe), Certain: host.Some(f.Certain),
			}
			if f.Witness != nil {
				in.rowsWitness(&row, f.Witness)
			}
			for _, at := range row.Places {
				if !named[at.At] {
					named[at.At] = true
					places = append(places, rowsCheckRow{Target: host.Some(at.At), Histogram: host.Some(host.Bytes(""))})
				}
			}
			out.Add(row)
		}
	}
	for _, row := range places {
		out.Add(row)
	}
	return out, nil
}

// rowsWitness writes a witness into a row.
func (in *breachInput) rowsWitness(row *rowsCheckRow, w *rows.Witness) {
	row.RuledOut = make([]sql.Null[string], len(w.RuledOut))
	for i, v := range w.RuledOut {
		value := in.table.Values[v]
		row.RuledOut[i] = sql.Null[string]{V: value.Text, Valid: !value.Null}
	}
	relatives := int64(0)
	for _, r := range w.Relatives {
		relatives += r.People
	}
	row.Relatives, row.NegatedRatio = host.Some(relatives), host.Some(w.NegatedRatio)
	for _, p := range w.Places {
		row.Places = append(row.Places, rowsPlace{
			At: -int64(p.Group + 1), GroupRows: p.Rows, GroupHaving: p.Having, RuledOutHaving: p.RuledOut,
			TargetRows: p.Target, TargetChance: p.Spared, KnownRows: p.Known, RelativesRows: p.Relatives, RelativesChance: p.Chance,
		})
	}
}

// rowsMeaning is the sentence of a row r.
func rowsMeaning(in *people.Input) sqltext.SQL {
	groups := member("r.witness", "qi_groups")
	each := func(value sqltext.SQL) sqltext.SQL {
		return "list_transform(" + groups + ", lambda g: " + value + ")"
	}
	return sqltext.Fill(`
		__skyline_rows_meaning(
		    r.value::VARCHAR, r.l, r.k, r.m, r.breach, r.c, r.safe, r.certain, {names},
		    {texts}, {rows}, {having}, {target}, {ruled_out}::VARCHAR[], {known}, {relatives}
		)`, sqltext.Args{
		"names": sqltext.Texts(in.QI),
		"texts": "flatten(" + each(textsOf(in, member("g", "qi_group"))) + ")", "rows": each(member("g", "group_rows")), "having": each(member("g", "group_having")),
		"target": each(member("g", "target_rows")), "ruled_out": member("r.witness", "ruled_out"),
		"known": each(member("g", "known_rows")), "relatives": each(member("g", "relatives_rows")),
	})
}

// rowsMeaningArgs are the arguments of __skyline_rows_meaning; the lists but ruled_out have an
// element for each group of the witness, groups as many as names.
type rowsMeaningArgs struct {
	Value         sql.Null[string]
	L, K, M       int64
	Breach, C     float64
	Safe, Certain bool
	Names         []string
	Groups        []sql.Null[string] `sql:",nil=null"`
	Rows          []int64            `sql:",nil=null"`
	Having        []int64            `sql:",nil=null"`
	Target        []int64            `sql:",nil=null"`
	RuledOut      []sql.Null[string] `sql:"ruled_out,nil=null"`
	Known         []int64            `sql:",nil=null"`
	Relatives     []int64            `sql:",nil=null"`
}

func rowsMeaningScalar() host.Scalar {
	return host.ScalarOf("__skyline_rows_meaning", func(a *rowsMeaningArgs) (string, error) {
		who, value := words.Knowledge{L: a.L, K: a.K, M: a.M, Rows: true}, ValueInWords(a.Value)
		meaning := words.Breach(who, value, words.Sureness{Breach: a.Breach, C: a.C, Safe: a.Safe, Certain: a.Certain}) + " " + words.EachRow
		n, columns := len(a.Rows), len(a.Names)
		if n == 0 || min(len(a.Having), len(a.Target), len(a.Known), len(a.Relatives)) < n || len(a.Groups) < n*columns {
			return meaning, nil
		}
		var worst words.WorstRows
		for i := range n {
			worst.Groups = append(worst.Groups, words.GroupOfRows{
				Name: GroupInWords(a.Names, a.Groups[i*columns:(i+1)*columns]), Rows: a.Rows[i], Having: a.Having[i], Target: a.Target[i], Known: a.Known[i], Relatives: a.Relatives[i],
			})
		}
		for _, v := range a.RuledOut {
			worst.RuledOut = append(worst.RuledOut, ValueInWords(v))
		}
		return meaning + " " + words.WorstOfRows(value, &worst), nil
	})
}
