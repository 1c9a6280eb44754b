package people

import (
	"database/sql"
	"errors"
	"math"
	"strings"

	"skyline/engine/partition"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
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

// ValueHierarchyOf is ValueHierarchy of the i-th of several sensitive columns.
func ValueHierarchyOf(i int) sqltext.SQL { return ofColumn(ValueHierarchy, i) }

// ofColumn is the name of a CTE on the i-th sensitive column.
func ofColumn(name sqltext.SQL, i int) sqltext.SQL {
	if i == 0 {
		return name
	}
	return name + "_" + sqltext.Int(int64(i)+1)
}

// AddValueFacts adds CTEs on the values of the sensitive columns, of each of which facts has
// what is gathered, and returns what gives the facts to a kernel. The values are those of
// histograms, which is what stands behind FROM for a column h of them: so the table is not
// read again. Where the type of a column has no order, there is none.
func (in *Input) AddValueFacts(p *sqltext.Plan, facts []Facts, histograms sqltext.SQL) sqltext.Member {
	var parts []sqltext.SQL
	for i, of := range facts {
		parts = append(parts, in.addFactsOf(p, i, of, histograms)...)
	}
	return sqltext.Member{Name: "facts", Value: sqltext.Fill("(SELECT __skyline_value_facts({key}, {function}, i, v, place, number, level, label) FROM ({parts}))", sqltext.Args{
		"key": sqltext.PlanKey, "function": sqltext.Text(in.Call.Function.Name), "parts": sqltext.Join(" UNION ALL ", parts...),
	})}
}

// ownType is, of the types t, that of the i-th sensitive column.
func (in *Input) ownType(i int) sqltext.SQL {
	if len(in.Sensitive) < 2 {
		return "t.s"
	}
	return "t." + in.ownSensitive()[i]
}

// addFactsOf adds the CTEs on the values of the i-th sensitive column, and returns the
// SELECTs of its facts.
func (in *Input) addFactsOf(p *sqltext.Plan, i int, facts Facts, histograms sqltext.SQL) (parts []sqltext.SQL) {
	own, column := in.ownType(i), sqltext.Int(int64(i))
	if facts.Order {
		value := sqltext.Bytewise("value")
		if len(in.Sensitive) > 1 {
			value = sqltext.Bytewise(sqltext.ListElement(sqltext.Fill("__skyline_tuple(value, {n})", sqltext.Args{"n": sqltext.Int(int64(len(in.Sensitive)))}), column+" + 1"))
		}
		places := ofColumn(valuePlaces, i)
		p.With(places, "the texts of the sensitive values, and their places in the order of their type, if it has one", sqltext.Fill(`
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
			"typed": sqltext.CastLike("v", own), "value": value, "types": Types, "histograms": histograms,
			"has_order": hasOrder(own), "is_number": isNumber(own),
		}))
		parts = append(parts, sqltext.Fill("SELECT {i} AS i, v, place, number, NULL::BIGINT AS level, NULL::VARCHAR AS label FROM {places}", sqltext.Args{"i": column, "places": places}))
	}
	if facts.Hierarchies != "" {
		hierarchies := ValueHierarchyOf(i)
		call.AddHierarchiesAs(p, hierarchies, "the hierarchies of the sensitive values", facts.Hierarchies)
		parts = append(parts, sqltext.Fill("SELECT {i} AS i, {value} AS v, NULL::BIGINT AS place, NULL::BOOLEAN AS number, level, label FROM {hierarchies} WHERE attribute = {attribute} AND level >= 1",
			sqltext.Args{"i": column, "value": sqltext.Decoded("value"), "hierarchies": hierarchies, "attribute": call.AttributeOf(in.Sensitive[i])}))
	}
	return parts
}

// hasOrder is true where a type has an order that is more than a convention, isNumber where
// it is one of numbers.
func hasOrder(own sqltext.SQL) sqltext.SQL {
	return sqltext.HasType(own, "(?s:"+sqltext.RangeTypes+")")
}
func isNumber(own sqltext.SQL) sqltext.SQL { return sqltext.HasType(own, sqltext.NumericTypes) }

// AddRequiredFacts is AddValueFacts for what requirements look at, of the whole table, too,
// where the input is a part of it, and a guard that the sensitive columns have types that they
// can be put to. It returns nothing where they do not look at any.
func (in *Input) AddRequiredFacts(p *sqltext.Plan, r *Requirements) []sqltext.Member {
	if !r.AnyFacts() {
		return nil
	}
	facts, cases := []Facts{r.facts()}, r.typed(in, in.ownType(0), "sensitive")
	if r.Columns != nil {
		facts, cases = nil, nil
		for i, of := range r.Columns {
			facts = append(facts, of.facts())
			cases = append(cases, of.typed(in, in.ownType(i), "sensitive column "+string(sqltext.Ident(of.Name)))...)
		}
	}
	if len(cases) > 0 {
		p.Guard("__skyline_typed_values", "the sensitive column has a type that the requirements can be put to", sqltext.Fill(`
			SELECT CASE {cases} ELSE true END AS ok
			FROM {types} AS t
		`, sqltext.Args{"cases": sqltext.Join(" ", cases...), "types": Types}))
	}
	histograms := Groups
	if in.Everybody != "" {
		histograms = "(SELECT h FROM " + Groups + " UNION ALL SELECT h FROM " + Everybody + ")"
	}
	return []sqltext.Member{in.AddValueFacts(p, facts, histograms)}
}

// tupleArgs are the arguments of __skyline_tuple.
type tupleArgs struct {
	Value   sql.Null[string]
	Columns int64
}

// TupleScalar is __skyline_tuple(value, columns): the values of a tuple, of so many sensitive
// columns; none of people who are absent.
func TupleScalar() host.Scalar {
	return host.ScalarOf("__skyline_tuple", func(a *tupleArgs) ([]sql.Null[string], error) {
		if !a.Value.Valid || a.Value.V == partition.Absent || a.Columns < 1 || a.Columns > math.MaxInt16 {
			return nil, nil
		}
		tuple, ok := readTuple(a.Value.V, int(a.Columns))
		if !ok {
			return nil, errors.New("__skyline_tuple: value must be what a plan writes there")
		}
		values := make([]sql.Null[string], len(tuple))
		for i, v := range tuple {
			values[i] = sql.Null[string]{V: strings.Clone(v.Text), Valid: !v.Null}
		}
		return values, nil
	})
}
