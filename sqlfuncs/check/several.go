package check

import (
	"slices"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
	"skyline/sqlfuncs/words"
)

// eachColumn is a call about several sensitive columns of a function whose rows are about
// one. The table is read once; then the function is asked about each column, and the answers
// are put one behind the other. Where the others are known they are quasi-identifiers.
type eachColumn struct {
	in *people.Input
	// own are parameters that may be a struct of columns: what is asked of each.
	own []string
	// replaced are columns of the result that are to have one type for all columns, by what.
	replaced func(e *eachColumn, column int) []sqltext.SQL
}

// plan writes the statement.
func (e eachColumn) plan() (sqltext.SQL, error) {
	var p sqltext.Plan
	weight := e.in.AddOnce(&p)
	var parts []sqltext.SQL
	for i, name := range e.in.Sensitive {
		arguments, asked, err := e.arguments(name, weight)
		if err != nil {
			return "", err
		}
		if !asked {
			continue
		}
		rows, err := e.in.Call.NestedOn(people.Once, e.in.Call.Function, arguments)
		if err != nil {
			return "", err
		}
		replaced := e.replaced(&e, i)
		if e.in.KnowsOthers && slices.ContainsFunc(e.in.Call.Function.Columns, func(c call.ResultColumn) bool { return c.Name == "meaning" }) {
			replaced = append(replaced, sqltext.Fill("{known} || r.meaning AS meaning", sqltext.Args{"known": sqltext.Text(words.OthersKnown)}))
		}
		parts = append(parts, sqltext.Fill("SELECT {i} AS __skyline_a, row_number() OVER () AS __skyline_i, * REPLACE ({replaced}) FROM {rows} AS r", sqltext.Args{
			"i": sqltext.Int(int64(i)), "replaced": sqltext.List(replaced), "rows": rows,
		}))
	}
	if parts == nil {
		return "", e.in.Call.Errorf("%s must name a sensitive column", e.own[0])
	}
	return p.Statement(sqltext.Fill(`
		SELECT * EXCLUDE (__skyline_a, __skyline_i)
		FROM (
		    {parts}
		)
		ORDER BY __skyline_a ASC, __skyline_i ASC
	`, sqltext.Args{"parts": sqltext.Join("\nUNION ALL\n", parts...)})), nil
}

// arguments are those of the call about one column. It is false where nothing is asked of
// that.
func (e *eachColumn) arguments(column, weight string) (map[string]any, bool, error) {
	arguments, asked := map[string]any{}, true
	for _, p := range e.in.Call.Function.Params {
		arguments[p.Name] = e.in.Call.Arguments[p.Name]
	}
	arguments["sensitive"], arguments["weight"] = column, nil
	if weight != "" {
		arguments["weight"] = weight
	}
	if e.in.KnowsOthers {
		qi := make([]any, 0, len(e.in.QI)+len(e.in.Sensitive))
		for _, name := range append(slices.Clip(e.in.QI), e.in.Sensitive...) {
			if name != column {
				qi = append(qi, name)
			}
		}
		arguments["qi"] = qi
		if e.in.Within > 0 { // they are in qi
			arguments[call.ParamWithin.Name] = nil
		}
	}
	for _, param := range e.own {
		members, isStruct := arguments[param].(map[string]any)
		if !isStruct {
			continue
		}
		named, unknown := people.NamedColumns(e.in, members)
		if unknown != "" {
			return nil, false, e.in.Call.Errorf("%s must name sensitive columns only, got %s; sensitive has %s", param, sqltext.Text(unknown), people.InWords(e.in.Sensitive, "and"))
		}
		arguments[param] = named[column]
		asked = asked && named[column] != nil
	}
	return arguments, asked, nil
}

// planReports writes the statement of privacy_measures: the measures of people, and those of
// each sensitive column.
func (e eachColumn) planReports() (sqltext.SQL, error) {
	var p sqltext.Plan
	c, weight := e.in.Call, e.in.AddOnce(&p)
	var parts []sqltext.SQL
	add := func(arguments map[string]any, where sqltext.SQL) error {
		rows, err := c.NestedOn(people.Once, c.Function, arguments)
		parts = append(parts, sqltext.Fill("SELECT {i} AS __skyline_a, row_number() OVER () AS __skyline_i, * FROM {rows}{where}", sqltext.Args{
			"i": sqltext.Int(int64(len(parts))), "rows": rows, "where": where,
		}))
		return err
	}
	for i, name := range append([]string{""}, e.in.Sensitive...) {
		arguments, _, err := e.arguments(name, weight)
		if err != nil {
			return "", err
		}
		where := sqltext.SQL(" WHERE measure <> 'suppressed_rows'") // of rows of Once, which are counted
		if i == 0 {
			arguments["sensitive"], arguments["qi"], arguments["width"], arguments["hierarchies"] = nil, c.Arguments["qi"], nil, nil
		} else {
			arguments["population"], arguments["public"] = nil, nil
			where = " WHERE attribute = " + sqltext.Text(name) // no quasi-identifier's
		}
		if err := add(arguments, where); err != nil {
			return "", err
		}
	}
	parts = append(parts, sqltext.Fill("SELECT {i}, 0, {suppressed}",
		sqltext.Args{"i": sqltext.Int(int64(len(parts))), "suppressed": suppressedMeasure(e.in)}))
	return p.Statement(sqltext.Fill(`
		SELECT measure, attribute, value, meaning
		FROM (
		    {parts}
		)
		ORDER BY __skyline_a ASC, __skyline_i ASC
	`, sqltext.Args{"parts": sqltext.Join("\nUNION ALL\n", parts...)})), nil
}

// group is the STRUCT of a QI group. Where the others are known it has all sensitive columns
// behind those of qi; the one that the row is about is NULL there.
func (e *eachColumn) group(g sqltext.SQL, column int) sqltext.SQL {
	if !e.in.KnowsOthers {
		return g
	}
	member := func(name string) sqltext.SQL {
		return sqltext.Fill("{name} := struct_extract({g}, {text})", sqltext.Args{"name": sqltext.Ident(name), "g": g, "text": sqltext.Text(name)})
	}
	members := sqltext.Map(e.in.QI, func(_ int, name string) sqltext.SQL { return member(name) })
	for i, name := range e.in.Sensitive {
		if i == column {
			members = append(members, sqltext.Ident(name)+" := NULL")
		} else {
			members = append(members, member(name))
		}
	}
	return sqltext.Fill("CASE WHEN {g} IS NOT NULL THEN struct_pack({members}) END", sqltext.Args{"g": g, "members": sqltext.List(members)})
}

// replacedValue makes the value a text.
func replacedValue(*eachColumn, int) []sqltext.SQL {
	return []sqltext.SQL{"r.value::VARCHAR AS value"}
}

func replacedInCheck(e *eachColumn, column int) []sqltext.SQL {
	return append(replacedValue(e, column), sqltext.Fill(`
		CASE WHEN r.witness IS NOT NULL THEN struct_pack(
		    target_group := {target}, target_people := r.witness.target_people, target_having := r.witness.target_having,
		    family_group := {family}, known_group := {known},
		    ruled_out := r.witness.ruled_out::VARCHAR[],
		    {numbers}
		) END AS witness`, sqltext.Args{
		"numbers": witnessNumbers("r.witness", "qi_group := "+e.group("f.qi_group", column)+", "),
		"target":  e.group("r.witness.target_group", column), "family": e.group("r.witness.family_group", column), "known": e.group("r.witness.known_group", column),
	}))
}

func replacedInDisclosure(e *eachColumn, column int) []sqltext.SQL {
	atom := func(a sqltext.SQL) sqltext.SQL {
		return sqltext.Fill("struct_pack(qi_group := {group}, person := {a}.person, value := {a}.value::VARCHAR)", sqltext.Args{"group": e.group(a+".qi_group", column), "a": a})
	}
	return []sqltext.SQL{
		sqltext.Fill(`
			CASE WHEN r.witness IS NOT NULL THEN struct_pack(
			    consequent := {consequent},
			    antecedents := list_transform(r.witness.antecedents, lambda a: {antecedent}),
			    sentences := r.witness.sentences
			) END AS witness`, sqltext.Args{"consequent": atom("r.witness.consequent"), "antecedent": atom("a")}),
		sqltext.Fill(`
			CASE WHEN r.negation_witness IS NOT NULL THEN struct_pack(
			    qi_group := {group}, value := r.negation_witness.value::VARCHAR, ruled_out := r.negation_witness.ruled_out::VARCHAR[]
			) END AS negation_witness`, sqltext.Args{"group": e.group("r.negation_witness.qi_group", column)}),
	}
}
