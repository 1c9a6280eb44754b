package presence

import (
	"fmt"
	"strings"

	"skyline/engine/distribution"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldtext"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/sqltext"
)

// What functions share whose results have distributions as MAP(VARCHAR, DOUBLE). A key
// is the text of a value, as of textOf, or nullKey; the keys are in the order of the
// column's values, and have probabilities above 0. The kernel writes keys and
// probabilities as lists: lists that DuckDB puts in order take three times as long.

// pdfFields begin the rows of a kernel that returns distributions: one row for each
// group g and column i, both from 0.
var pdfFields = []host.Field{
	{Name: "g", Type: host.Type{Kind: host.Bigint}},
	{Name: "i", Type: host.Type{Kind: host.Bigint}},
	{Name: "keys", Type: host.ListOf(host.Type{Kind: host.Varchar})},
	{Name: "probabilities", Type: host.ListOf(host.Type{Kind: host.Double})},
}

// addPDF sets the fields of pdfFields in a row. texts are those of the column's values by
// their codes.
func addPDF(b *host.RowBuilder, g, i int, d *distribution.Distribution, texts []string) {
	b.Int64(0, int64(g))
	b.Int64(1, int64(i))
	for at, code := range d.Codes {
		if d.Weights[at] > 0 {
			b.Element(2, texts[code], false)
			b.Number(3, float64(d.Weights[at])/float64(d.Total))
		}
	}
	b.EndList(2)
	b.EndList(3)
}

// addPDFs adds the CTE __skyline_pdfs: for each group g of the rows of such a kernel the
// maps m1, m2, … of its columns.
func addPDFs(p *release.OldReleasePlan, rows string, columns int) {
	var maps strings.Builder
	for i := range columns {
		fmt.Fprintf(&maps, ", system.main.any_value(m) FILTER (WHERE i = %d) AS m%d", i, i+1)
	}
	p.Add("__skyline_pdfs AS MATERIALIZED (SELECT g%s FROM (SELECT g, i, system.main.map(keys, probabilities) AS m FROM %s) GROUP BY g)", maps.String(), rows)
}

// addPDFDomain adds the CTEs of what is needed to write distributions: __skyline_d1, …, the
// values v of the columns of __skyline_groups called keys, and their codes c, in the
// order of values; and __skyline_domain, all of them with their texts. names are the
// columns' names. With hierarchies their values are of the domain too, the order of a
// column that of its type, and last what is no value of it.
//
// A value whose text is nullKey is refused.
func addPDFDomain(p *release.OldReleasePlan, names, keys []string) {
	if p.Hierarchies != "" {
		p.Ctes = append(p.Ctes, call.OldHierarchiesCTE(p.Hierarchies))
		nulls := strings.TrimSuffix(strings.Repeat("NULL, ", len(keys)), ", ")
		p.Add("__skyline_kinds AS (SELECT %s FROM __skyline_groups WHERE false UNION ALL SELECT %s)", strings.Join(keys, ", "), nulls)
	}
	var parts []string
	var unfit strings.Builder
	for i, name := range names {
		parts = append(parts, addPDFValues(p, i, name, keys[i]))
		column := fmt.Sprintf("system.main.count(*) FILTER (WHERE level IS NULL AND i = %d AND ", i)
		fmt.Fprintf(&unfit, " WHEN %s%s = %s) > 0 THEN %s", column, oldtext.Encoded("text"), oldtext.Encoded(oldtext.QuoteText(people.NullKey)),
			p.OldFail("the qi column "+oldtext.QuoteIdentifier(name)+" must not have the text 'NULL', which is the key of NULL; rename it in a query given as tbl"))
	}
	p.Add("__skyline_texts AS MATERIALIZED (%s)", strings.Join(parts, " UNION ALL "))
	p.Add("__skyline_distinct AS (SELECT CASE%s ELSE true END AS ok FROM __skyline_texts)", unfit.String())
	p.Guards = append(p.Guards, "__skyline_distinct")
	p.Add("__skyline_domain AS (SELECT system.main.__skyline_domain(%s, %s, i, c, is_null, number, text, level, label, %s) AS domain FROM __skyline_texts)", sqltext.PlanKey, oldtext.QuoteText(p.Function), host.Apart)
}

// addPDFValues adds the dictionary of a column, and returns the SELECT of what
// __skyline_domain takes of it.
func addPDFValues(p *release.OldReleasePlan, i int, name, key string) string {
	d := fmt.Sprintf("__skyline_d%d", i+1)
	values := fmt.Sprintf("SELECT DISTINCT %s AS v FROM __skyline_groups", key)
	if p.Hierarchies == "" {
		p.Add("%s AS MATERIALIZED (SELECT v, system.main.row_number() OVER (ORDER BY v ASC NULLS LAST) - 1 AS c FROM (%s))", d, values)
		return fmt.Sprintf("SELECT %d::BIGINT AS i, c, v IS NULL AS is_null, %s AS number, %s AS text, NULL::BIGINT AS level, NULL::VARCHAR AS label FROM %s", i, oldtext.NumberOf, oldtext.TextOf("v"), d)
	}
	attribute, whole := oldtext.QuoteText(strings.ToLower(name)), fmt.Sprintf("__skyline_w%d", i+1)
	p.Add("%s AS MATERIALIZED (SELECT t, v, system.main.row_number() OVER (ORDER BY t IS NULL ASC, v ASC NULLS LAST, t ASC NULLS LAST) - 1 AS c FROM (SELECT x.t, %s AS v FROM (SELECT DISTINCT t FROM (SELECT value AS t FROM __skyline_hierarchies WHERE attribute = %s AND level >= 1 UNION ALL SELECT %s FROM (%s))) AS x CROSS JOIN __skyline_kinds AS k))",
		whole, oldtext.CastLike(oldtext.Decoded("x.t"), "k."+key), attribute, oldtext.Encoded(oldtext.TextOf("v")), values)
	p.Add("%s AS MATERIALIZED (SELECT x.v, w.c FROM (%s) AS x JOIN %s AS w ON w.t IS NOT DISTINCT FROM %s)", d, values, whole, oldtext.Encoded(oldtext.TextOf("x.v")))
	return fmt.Sprintf("SELECT %[1]d::BIGINT AS i, c, t IS NULL AS is_null, %[5]s AS number, %[2]s AS text, NULL::BIGINT AS level, NULL::VARCHAR AS label FROM %[3]s"+
		" UNION ALL SELECT %[1]d::BIGINT, w.c, NULL::BOOLEAN, NULL::DOUBLE, NULL::VARCHAR, h.level, h.label FROM __skyline_hierarchies AS h JOIN %[3]s AS w ON h.value IS NOT DISTINCT FROM w.t WHERE h.attribute = %[4]s AND h.level >= 1",
		i, oldtext.Decoded("t"), whole, attribute, oldtext.NumberOf)
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
