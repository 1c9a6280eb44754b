package release

import (
	"encoding/json"
	"slices"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
)

// Scales of numbers, dates and times may end, by the parameters top and bottom: the values from
// top on are one, and so are those below bottom. No cut lies between them, and no label says which of
// them it is about.

var (
	paramTop    = call.Param{Name: "top", Type: "STRUCT or MAP", Default: "NULL", Doc: "where columns of numbers, dates and times end above, such as `{'age': 90}`: this value and larger ones are one, `>= 90`; see [Open ends](#open-ends)"}
	paramBottom = call.Param{Name: "bottom", Type: "STRUCT or MAP", Default: "NULL", Doc: "where they end below, such as `{'age': 18}`: smaller values are one, `< 18`"}
)

const (
	endsRule  = "a STRUCT or a MAP of qi columns and values"
	endTypes  = sqltext.NumericTypes + "|" + sqltext.DateTypes + "|" + sqltext.DaytimeTypes
	endsOf    = "columns of numbers, dates or times"
	openBlock = "open" // stands in the place of a limit of the kernel
)

// openEnds are the values at which the columns' scales end, as texts, "" for nowhere; nil: no
// column's does.
type openEnds struct{ top, bottom []string }

// EndsAreOpen reports whether the scale of a column ends.
func (p *ReleasePlan) EndsAreOpen(i int) bool { return p.ends.has(i) }

// has reports whether the scale of a column ends.
func (e *openEnds) has(i int) bool { return e.top != nil && (e.top[i] != "" || e.bottom[i] != "") }

// readEnds reads the parameters top and bottom.
func (p *SplitPlan) readEnds() error {
	var e openEnds
	for _, end := range []struct {
		param string
		to    *[]string
	}{{"top", &e.top}, {"bottom", &e.bottom}} {
		*end.to = make([]string, len(p.QI))
		err := p.eachColumn(end.param, endsRule, "{'age': 90}", func(i int, given any) error {
			name := sqltext.Ident(p.QI[i])
			switch v := given.(type) {
			case json.Number:
				(*end.to)[i] = v.String()
			case string:
				(*end.to)[i] = v
			}
			switch {
			case (*end.to)[i] == "":
				return p.Call.Errorf("%s: the end of %s must be a value of the column, got %s", end.param, name, call.Show(given))
			case p.finest != nil && p.finest[i] != "" || p.coarsest != nil && p.coarsest[i] != "":
				return p.Call.Errorf("%s must not name a column that min_levels or max_levels names, got %s; make a hierarchy with open ends, as hierarchy_intervals does", end.param, name)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	if !slices.ContainsFunc(slices.Concat(e.top, e.bottom), func(end string) bool { return end != "" }) {
		return nil
	}
	if p.Everybody != "" {
		return p.Call.Errorf("top and bottom must be NULL with everybody: parts may be cut beyond an end, and would tell apart who is there; make a hierarchy with open ends, as hierarchy_intervals does")
	}
	p.ends = e
	return nil
}

// coding is an end of a column, as top_coded has it.
func (p *ReleasePlan) coding(s *side, i int) *coding {
	value := p.ends.top[i]
	if s.name == "bottom" {
		value = p.ends.bottom[i]
	}
	return &coding{side: *s, column: p.QI[i], at: i, value: value}
}

// endColumn is the column of __skyline_steps that has an end of a column's scale.
func endColumn(s *side, i int) sqltext.SQL {
	return sqltext.Word(s.name) + sqltext.Int(int64(i)+1)
}

// endColumns returns the columns of __skyline_steps that have the ends, in the columns' types,
// and their names. What is wrong with them is an error there.
func (p *ReleasePlan) endColumns() (columns, names []sqltext.SQL) {
	if p.ends.top == nil {
		return nil, nil
	}
	for i := range p.QI {
		var given []sqltext.SQL
		for s := range sides {
			if t := p.coding(&sides[s], i); t.value != "" {
				column := sqltext.Fill("CASE WHEN {fits} THEN {given} END", sqltext.Args{"fits": t.fits(p.Input, endTypes, endsOf, "leave it out"), "given": t.given()})
				if p.Hierarchies != "" {
					column = p.unlessHierarchy(i, p.Fail(t.name+" must name columns without a hierarchy, got "+string(sqltext.Ident(p.QI[i]))+"; make the hierarchy with open ends, as hierarchy_intervals does"), column)
				}
				columns, names = append(columns, column+" AS "+endColumn(&sides[s], i)), append(names, endColumn(&sides[s], i))
				given = append(given, t.given())
			}
		}
		if len(given) == len(sides) {
			ordered := sqltext.Fill("CASE WHEN {top} > {bottom} THEN true ELSE {fail} END AS {name}", sqltext.Args{
				"top": given[0], "bottom": given[1], "name": "ordered" + sqltext.Int(int64(i)+1),
				"fail": p.Fail("top must be greater than bottom, and is not for " + string(sqltext.Ident(p.QI[i]))),
			})
			columns, names = append(columns, ordered), append(names, "ordered"+sqltext.Int(int64(i)+1))
		}
	}
	return columns, names
}

// above is whether a value is beyond the upper end of a column's scale, and below whether it is beyond
// the lower one. NaN is no number, and beyond nothing.
func (p *ReleasePlan) above(i int, v sqltext.SQL) sqltext.SQL {
	if p.ends.top[i] == "" {
		return "false"
	}
	return sqltext.Fill("({v} >= steps.{top} AND {text} <> 'nan')", sqltext.Args{"v": v, "top": endColumn(&sides[0], i), "text": sqltext.TextOf(v)})
}

func (p *ReleasePlan) below(i int, v sqltext.SQL) sqltext.SQL {
	if p.ends.bottom[i] == "" {
		return "false"
	}
	return sqltext.Fill("{v} < steps.{bottom}", sqltext.Args{"v": v, "bottom": endColumn(&sides[1], i)})
}

// endBlock tells the blocks of a column apart: what is beyond an end is one, each other value its own.
func (p *ReleasePlan) endBlock(i int) sqltext.SQL {
	return sqltext.Fill("CASE WHEN {below} THEN '<' WHEN {above} THEN '>' ELSE concat('=', {text}) END",
		sqltext.Args{"below": p.below(i, "v"), "above": p.above(i, "v"), "text": sqltext.TextOf("v")})
}

// isBelow is below, and false of no value.
func (p *ReleasePlan) isBelow(i int, v sqltext.SQL) sqltext.SQL {
	return sqltext.Fill("coalesce({below}, false)", sqltext.Args{"below": p.below(i, v)})
}

// openEnd is an end of a region in a column, beside stepsName as steps: end, or where its value v is
// beyond the column's scale the end of that, and NULL where nothing ends the region.
func (p *ReleasePlan) openEnd(i int, v sqltext.SQL, high bool, end sqltext.SQL) sqltext.SQL {
	if !p.ends.has(i) {
		return end
	}
	below, above := sqltext.SQL("NULL"), sqltext.SQL("NULL")
	switch {
	case high && p.ends.bottom[i] != "":
		below = "steps." + endColumn(&sides[1], i)
	case !high && p.ends.top[i] != "":
		above = "steps." + endColumn(&sides[0], i)
	}
	return sqltext.Fill("CASE WHEN {is_below} THEN {below} WHEN {is_above} THEN {above} ELSE {end} END", sqltext.Args{
		"is_below": p.below(i, v), "below": below, "is_above": p.above(i, v), "above": above, "end": end,
	})
}

// limitsOfKernel are what finest is for the kernel: it has blocks where a scale ends, too.
func (p *ReleasePlan) limitsOfKernel() []string {
	if p.ends.top == nil {
		return p.finest
	}
	finest := make([]string, len(p.QI))
	copy(finest, p.finest)
	for i := range finest {
		if p.ends.has(i) {
			finest[i] = openBlock
		}
	}
	return finest
}

// refuseEnds refuses open ends for an output that has no labels.
func (p *SplitPlan) refuseEnds(output string) error {
	if p.ends.top == nil {
		return nil
	}
	return p.Call.Errorf("top and bottom must be NULL for output := '%s', which has no labels; use '%s'", output, outputGeneralized)
}
