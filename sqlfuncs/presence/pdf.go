package presence

import (
	"fmt"

	"skyline/engine/distribution"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/sqltext"
)

// What functions share whose results have distributions as MAP(VARCHAR, DOUBLE). A key
// is the text of a value, as of TextOf, or NullKey; the keys are in the order of the
// column's values, and have probabilities above 0. Kernels write keys and
// probabilities as lists: lists that DuckDB puts in order take three times as long.

// pdfRow is the distribution of a column i in a QI group g, as kernels return it.
type pdfRow struct {
	G, I          int64
	Keys          []string
	Probabilities []float64
}

// set makes it the row of a distribution. texts are those of the column's values by their
// codes.
func (r *pdfRow) set(g, i int, d *distribution.Distribution, texts []string) {
	r.G, r.I, r.Keys, r.Probabilities = int64(g), int64(i), r.Keys[:0], r.Probabilities[:0]
	for at, code := range d.Codes {
		if d.Weights[at] > 0 {
			r.Keys = append(r.Keys, texts[code])
			r.Probabilities = append(r.Probabilities, float64(d.Weights[at])/float64(d.Total))
		}
	}
}

// pdfs is the CTE that addPDFs adds.
const pdfs = sqltext.SQL("__skyline_pdfs")

// addPDFs adds pdfs: for each group g of pdfRows, as they stand behind FROM, the maps m1,
// m2, … of its columns.
func addPDFs(p *sqltext.Plan, rows sqltext.SQL, columns int) {
	maps := make([]sqltext.SQL, columns)
	for i := range maps {
		maps[i] = sqltext.Fill("any_value(m) FILTER (WHERE i = {i}) AS m{number}", sqltext.Args{"i": sqltext.Int(int64(i)), "number": sqltext.Int(int64(i) + 1)})
	}
	p.Keep(pdfs, "the distributions of each QI group", sqltext.Fill(`
		SELECT g, {maps}
		FROM (SELECT g, i, map(keys, probabilities) AS m FROM {rows})
		GROUP BY g
	`, sqltext.Args{"maps": sqltext.List(maps), "rows": rows}))
}

// asPDFs stands behind a star for columns whose values are replaced by their distributions,
// which r has.
func asPDFs(columns []string) sqltext.SQL {
	return release.Replacing(columns, func(i int) sqltext.SQL { return "r.m" + sqltext.Int(int64(i)+1) })
}

// CTEs of the domain of distributions.
const (
	pdfValues = sqltext.SQL("__skyline_pdf_values") // what __skyline_domain takes
	pdfTypes  = sqltext.SQL("__skyline_pdf_types")  // a row of NULLs of the types of the keys
)

// addPDFDomain adds the CTEs of what is needed to write distributions: release.Dictionary,
// the codes of the values of columns of people.Groups called keys, in the order of values;
// and release.Domain, all of them with their texts. names are the columns' names. With
// hierarchies their values are of the domain too, the order of a column that of its type,
// and last what is no value of it.
//
// A value whose text is NullKey is refused.
func addPDFDomain(p *release.ReleasePlan, names []string, keys []sqltext.SQL) {
	if p.Hierarchies != "" {
		call.AddHierarchies(&p.Plan, p.Hierarchies)
		p.Call.GuardLabels(&p.Plan, names)
		p.With(pdfTypes, "the types of the values: a row of NULLs", sqltext.Fill(`
			SELECT {keys} FROM {groups} WHERE false
			UNION ALL
			SELECT {nulls}
		`, sqltext.Args{
			"keys": sqltext.List(keys), "groups": people.Groups, "nulls": sqltext.List(sqltext.Numbered(len(keys), "NULL")),
		}))
	}
	var parts []sqltext.SQL
	for i, name := range names {
		if p.Hierarchies == "" {
			parts = append(parts, addPDFDictionary(&p.Plan, i, keys[i]))
		} else {
			parts = append(parts, addWholePDFDictionary(&p.Plan, i, name, keys[i])...)
		}
	}
	p.Keep(pdfValues, "the values with their texts, and their labels", sqltext.Join("\nUNION ALL\n", parts...))
	p.Guard("__skyline_keys", "no value has the key of NULL", sqltext.Fill(`
		SELECT CASE
		    {wrong}
		    ELSE true
		END AS ok
		FROM {values}
	`, sqltext.Args{
		"values": pdfValues,
		"wrong": sqltext.Join("\n", sqltext.Map(names, func(i int, name string) sqltext.SQL {
			return sqltext.Fill("WHEN count(*) FILTER (WHERE level IS NULL AND i = {i} AND {text} = {null}) > 0 THEN {fail}", sqltext.Args{
				"i": sqltext.Int(int64(i)), "text": sqltext.Encoded("text"), "null": sqltext.Encoded(sqltext.Text(people.NullKey)),
				"fail": p.Fail(fmt.Sprintf("the qi column %s must not have the text 'NULL', which is the key of NULL; rename it in a query given as tbl", sqltext.Ident(name))),
			})
		})...),
	}))
	release.AddDomain(&p.Plan, p.Call, release.Domain, []sqltext.SQL{"SELECT * FROM " + pdfValues})
}

// addPDFDictionary adds the dictionary of a column, and returns the SELECT of its values
// as __skyline_domain takes them.
func addPDFDictionary(p *sqltext.Plan, i int, key sqltext.SQL) sqltext.SQL {
	p.Keep(release.Dictionary(i), fmt.Sprintf("the codes of the values of column %d", i+1), sqltext.Fill(`
		SELECT v, row_number() OVER (ORDER BY v ASC NULLS LAST) - 1 AS c
		FROM ({values})
	`, sqltext.Args{"values": valuesOf(key)}))
	return domainOf(i, "v", sqltext.TextOf("v"), release.Dictionary(i))
}

// addWholePDFDictionary is addPDFDictionary with the values of a column's hierarchy, and the
// SELECT of their labels.
func addWholePDFDictionary(p *sqltext.Plan, i int, name string, key sqltext.SQL) []sqltext.SQL {
	whole := "__skyline_w" + sqltext.Int(int64(i)+1)
	p.Keep(whole, fmt.Sprintf("the codes of the values of column %d and its hierarchy, by their texts t", i+1), sqltext.Fill(`
		SELECT t, v, row_number() OVER (ORDER BY t IS NULL ASC, v ASC NULLS LAST, t ASC NULLS LAST) - 1 AS c
		FROM (
		    SELECT x.t, {typed} AS v
		    FROM (
		        SELECT DISTINCT t
		        FROM (
		            SELECT value AS t FROM {hierarchies} WHERE attribute = {attribute} AND level >= 1
		            UNION ALL
		            SELECT {text} FROM ({values})
		        )
		    ) AS x CROSS JOIN {types} AS k
		)
	`, sqltext.Args{
		"typed": sqltext.CastLike(sqltext.Decoded("x.t"), "k."+key), "hierarchies": call.HierarchyRows, "attribute": call.AttributeOf(name),
		"text": sqltext.Encoded(sqltext.TextOf("v")), "values": valuesOf(key), "types": pdfTypes,
	}))
	p.Keep(release.Dictionary(i), fmt.Sprintf("the codes of the values of column %d that occur", i+1), sqltext.Fill(`
		SELECT x.v, w.c
		FROM ({values}) AS x JOIN {whole} AS w ON w.t IS NOT DISTINCT FROM {text}
	`, sqltext.Args{"values": valuesOf(key), "whole": whole, "text": sqltext.Encoded(sqltext.TextOf("x.v"))}))
	return []sqltext.SQL{
		domainOf(i, "t", sqltext.Decoded("t"), whole),
		release.LabelsOf(i, name, "JOIN "+whole+" AS d ON h.value IS NOT DISTINCT FROM d.t"),
	}
}

// valuesOf is the SELECT of the different values v of a column of people.Groups.
func valuesOf(key sqltext.SQL) sqltext.SQL {
	return sqltext.Fill("SELECT DISTINCT {key} AS v FROM {groups}", sqltext.Args{"key": key, "groups": people.Groups})
}

// domainOf is the SELECT of the values v of a column, as release.AddDomain takes it.
func domainOf(i int, value, text, dictionary sqltext.SQL) sqltext.SQL {
	return sqltext.Fill(`
		SELECT {i}::BIGINT AS i, c, {value} IS NULL AS is_null,
		    {number} AS number,
		    {text} AS text, NULL::BIGINT AS level, NULL::VARCHAR AS label
		FROM {dictionary}
	`, sqltext.Args{
		"i": sqltext.Int(int64(i)), "value": value, "number": release.NumberOf("v"), "text": text, "dictionary": dictionary,
	})
}

// pdfTexts returns the texts of a column's values by their codes.
func pdfTexts(c *people.DomainColumn) []string {
	texts := people.Scatter(c.Values, c.Listed, c.Texts)
	if texts == nil {
		texts = make([]string, c.Values)
	}
	if c.Null >= 0 && int(c.Null) < len(texts) {
		texts[c.Null] = people.NullKey
	}
	return texts
}
