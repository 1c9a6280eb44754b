package attackers

import (
	"slices"

	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
	"skyline/sqlfuncs/utility"
)

// side is a table of the attack, and columns of it that other tables have too, by their names in
// the plan: s, the sensitive value; k1, k2, …, the known attributes; g, the group.
type side struct {
	param   string // its alias as well
	source  sqltext.SQL
	columns []sideColumn
}

type sideColumn struct {
	name   sqltext.SQL
	column string
}

// sides are the release, the original and the control, if there is one.
func (in *inference) sides() []side {
	sensitive, known, group := []sideColumn{{"s", in.sensitive}}, []sideColumn{}, []sideColumn{}
	for i, name := range in.known {
		known = append(known, sideColumn{"k" + sqltext.Int(int64(i)+1), name})
	}
	if in.groups != "" {
		group = append(group, sideColumn{"g", in.groups})
	}
	sides := []side{
		{"release", in.Release, slices.Concat(sensitive, group)},
		{"original", in.Original, slices.Concat(sensitive, known, group)},
	}
	if in.control != "" {
		sides = append(sides, side{"control", in.control, slices.Concat(sensitive, known)})
	}
	return sides
}

// plan writes the statement. What several tables have is compared in the type that UNION ALL
// finds for it, or as text; labels are read as release_utility reads them.
func (in *inference) plan() sqltext.SQL {
	var p sqltext.Plan
	sides := in.sides()
	addCommonTypes(&p, sides)
	release, original := &sides[0], &sides[1]
	in.Release, in.OfRelease = release.typed()
	in.Original, in.OfOriginal = original.typed()
	for _, other := range sides[2:] {
		source, columns := other.typed()
		in.Tables = append(in.Tables, utility.PairTable{Param: other.param, Source: source, Columns: columns})
	}
	data, from := in.Add(&p)
	p.Run(sqltext.Job{
		Function: in.Function.Name, Kernel: inferenceKernel.Name, Why: "how often the attacker is right",
		Spec: in.spec, Data: data, From: from, Rows: "__skyline_inference",
	})
	return p.Statement(sqltext.Fill(`
		SELECT r.measure, CASE WHEN r.value IS NULL OR {value} IS NOT NULL THEN {value} ELSE {fail} END AS sensitive_value,
		    r.estimate AS value, r.low, r.high, r.meaning, r.people
		FROM __skyline_inference AS r CROSS JOIN {types} AS t
		ORDER BY r.i ASC
	`, sqltext.Args{
		"value": people.TypedValue(), "types": people.Types,
		"fail": in.Fail("sensitive has a nested value whose text cannot be read back; cast the column to VARCHAR in queries given as release, original and control"),
	}))
}

// addCommonTypes adds people.Types: a row of NULLs in the types of the columns of all sides, that
// of text where they do not go together.
func addCommonTypes(p *sqltext.Plan, sides []side) {
	all := sides[0].columns
	for _, c := range sides[1].columns {
		if !slices.ContainsFunc(all, func(other sideColumn) bool { return other.name == c.name }) {
			all = append(slices.Clip(all), c)
		}
	}
	sources := sqltext.Join(" CROSS JOIN ", sqltext.Map(sides, func(_ int, s side) sqltext.SQL {
		return sqltext.Fill("{source} AS {alias}", sqltext.Args{"source": s.source, "alias": sqltext.Word(s.param)})
	})...)
	unite := func(name sqltext.SQL) sqltext.SQL {
		var same []sqltext.SQL
		for _, s := range sides {
			for _, c := range s.columns {
				if c.name == name {
					same = append(same, sqltext.Word(s.param)+"."+sqltext.Ident(c.column))
				}
			}
		}
		return sqltext.Unite(same...)
	}
	shapes := sqltext.Map(sides, func(_ int, s side) sqltext.SQL {
		alias := sqltext.Word(s.param)
		columns := sqltext.Map(all, func(_ int, c sideColumn) sqltext.SQL {
			value := sqltext.SQL("NULL")
			if slices.Contains(s.columns, c) {
				value = sqltext.Either(unite(c.name), alias+"."+sqltext.Ident(c.column), "NULL::VARCHAR")
			}
			return value + " AS " + c.name
		})
		return sqltext.Fill("SELECT {columns} FROM {sources} WHERE false", sqltext.Args{"columns": sqltext.List(columns), "sources": sources})
	})
	nulls := sqltext.Map(all, func(int, sideColumn) sqltext.SQL { return "NULL" })
	p.Keep(people.Types, "the types of columns that several tables have, such as hold the values of all: a row of NULLs",
		sqltext.Fill("SELECT {shown} FROM ({shapes})", sqltext.Args{
			"shown": sqltext.PlainUnion("COLUMNS(*)"), "shapes": sqltext.Join("\nUNION ALL\n", append(shapes, "SELECT "+sqltext.List(nulls))...),
		}))
}

// typed returns what to write behind FROM for the side, and its columns in their common types.
func (s *side) typed() (source sqltext.SQL, columns []utility.PairColumn) {
	alias := sqltext.Word(s.param)
	var casts []sqltext.SQL
	for _, c := range s.columns {
		name := "__skyline_" + c.name
		casts = append(casts, sqltext.CastLike(alias+"."+sqltext.Ident(c.column), "t."+c.name)+" AS "+name)
		columns = append(columns, utility.PairColumn{Name: c.name, Value: alias + "." + name})
	}
	return sqltext.Fill("(SELECT {alias}.*, {casts} FROM {source} AS {alias} CROSS JOIN {types} AS t)",
		sqltext.Args{"alias": alias, "casts": sqltext.List(casts), "source": s.source, "types": people.Types}), columns
}
