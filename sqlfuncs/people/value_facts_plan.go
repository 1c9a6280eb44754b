package people

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
)

// Facts says what a plan gathers of the sensitive values.
type Facts struct {
	Order       bool        // their order, and whether they are numbers
	Hierarchies sqltext.SQL // what stands behind FROM for their hierarchy, "" for none
}

// Any reports whether anything is gathered.
func (f *Facts) Any() bool { return f.Order || f.Hierarchies != "" }

// valuePlaces is the CTE of the values and their places.
const valuePlaces = sqltext.SQL("__skyline_value_order")

// ValueHierarchy is the CTE of the hierarchies of the sensitive values, as call.HierarchyRows.
const ValueHierarchy = sqltext.SQL("__skyline_value_hierarchy")

// AddValueFacts adds CTEs, and returns what gives the facts to a kernel. The values are those
// of histograms, which is what stands behind FROM for a column h of them: so the table is not
// read again. Where the type of the column has no order, there is none.
func (in *Input) AddValueFacts(p *sqltext.Plan, facts Facts, histograms sqltext.SQL) sqltext.Member {
	var parts []sqltext.SQL
	if facts.Order {
		p.With(valuePlaces, "the texts of the sensitive values, and their places in the order of their type, if it has one", sqltext.Fill(`
			SELECT v, row_number() OVER (ORDER BY x ASC, v ASC) AS place, {is_number} AS number
			FROM (
			    SELECT v, {typed} AS x
			    FROM (
			        SELECT DISTINCT {value} AS v
			        FROM (
			            SELECT UNNEST(__skyline_entries(h), recursive := true)
			            FROM (SELECT DISTINCT h FROM {histograms}), {types} AS t
			            WHERE {has_order}
			        )
			        WHERE value IS NOT NULL
			    ), {types} AS t
			), {types} AS t
			WHERE x IS NOT NULL
		`, sqltext.Args{
			"typed": AsSensitive("v"), "value": sqltext.Bytewise("value"), "types": Types, "histograms": histograms,
			"has_order": hasOrder(), "is_number": isNumber(),
		}))
		parts = append(parts, "SELECT v, place, number, NULL::BIGINT AS level, NULL::VARCHAR AS label FROM "+valuePlaces)
	}
	if facts.Hierarchies != "" {
		call.AddHierarchiesAs(p, ValueHierarchy, "the hierarchies of the sensitive values", facts.Hierarchies)
		parts = append(parts, sqltext.Fill("SELECT {value} AS v, NULL::BIGINT AS place, NULL::BOOLEAN AS number, level, label FROM {hierarchies} WHERE attribute = {attribute} AND level >= 1",
			sqltext.Args{"value": sqltext.Decoded("value"), "hierarchies": ValueHierarchy, "attribute": call.AttributeOf(in.Sensitive)}))
	}
	return sqltext.Member{Name: "facts", Value: sqltext.Fill("(SELECT __skyline_value_facts({key}, {function}, 0, v, place, number, level, label) FROM ({parts}))", sqltext.Args{
		"key": sqltext.PlanKey, "function": sqltext.Text(in.Call.Function.Name), "parts": sqltext.Join(" UNION ALL ", parts...),
	})}
}

// hasOrder is true where the type of the sensitive column has an order that is more than a
// convention, isNumber where it is one of numbers.
func hasOrder() sqltext.SQL { return sqltext.HasType("t.s", "(?s:"+sqltext.RangeTypes+")") }
func isNumber() sqltext.SQL { return sqltext.HasType("t.s", sqltext.NumericTypes) }

// AddRequiredFacts is AddValueFacts for what requirements look at, of the whole table, too,
// where the input is a part of it, and a guard that the sensitive column has a type that they can be
// put to. It returns nothing where they do not look at any.
func (in *Input) AddRequiredFacts(p *sqltext.Plan, r *Requirements) []sqltext.Member {
	facts := r.facts()
	if !facts.Any() {
		return nil
	}
	if cases := r.typed(in); len(cases) > 0 {
		p.Guard("__skyline_typed_values", "the sensitive column has a type that the requirements can be put to", sqltext.Fill(`
			SELECT CASE {cases} ELSE true END AS ok
			FROM {types} AS t
		`, sqltext.Args{"cases": sqltext.Join(" ", cases...), "types": Types}))
	}
	histograms := Groups
	if in.World != "" {
		histograms = "(SELECT h FROM " + Groups + " UNION ALL SELECT h FROM " + World + ")"
	}
	return []sqltext.Member{in.AddValueFacts(p, facts, histograms)}
}
