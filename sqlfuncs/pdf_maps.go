package sqlfuncs

import (
	"fmt"
	"strings"

	"skyline/engine/distribution"
)

// What functions share whose results have distributions as MAP(VARCHAR, DOUBLE). A key
// is the text of a value, as of textOf, or nullKey; the keys are in the order of the
// column's values, and have probabilities above 0. The kernel writes keys and
// probabilities as lists: lists that DuckDB puts in order take three times as long.

// nullKey is the key of NULL.
const nullKey = "NULL"

// pdfFields begin the rows of a kernel that returns distributions: one row for each
// group g and column i, both from 0.
var pdfFields = []Field{
	{"g", Type{Kind: Bigint}},
	{"i", Type{Kind: Bigint}},
	{"keys", ListOf(Type{Kind: Varchar})},
	{"probabilities", ListOf(Type{Kind: Double})},
}

// pdf sets the fields of pdfFields in a row. texts are those of the column's values by
// their codes.
func (b *rowBuilder) pdf(g, i int, d *distribution.Distribution, texts []string) {
	b.int64(0, int64(g))
	b.int64(1, int64(i))
	for at, code := range d.Codes {
		if d.Weights[at] > 0 {
			b.element(2, texts[code], false)
			b.number(3, float64(d.Weights[at])/float64(d.Total))
		}
	}
	b.endList(2)
	b.endList(3)
}

// pdfs adds the CTE __skyline_pdfs: for each group g of the rows of such a kernel the
// maps m1, m2, … of its columns.
func (p *releasePlan) pdfs(rows string, columns int) {
	var maps strings.Builder
	for i := range columns {
		fmt.Fprintf(&maps, ", system.main.any_value(m) FILTER (WHERE i = %d) AS m%d", i, i+1)
	}
	p.add("__skyline_pdfs AS MATERIALIZED (SELECT g%s FROM (SELECT g, i, system.main.map(keys, probabilities) AS m FROM %s) GROUP BY g)", maps.String(), rows)
}

// pdfDomain adds the CTEs of what is needed to write distributions: __skyline_d1, …, the
// values v of the columns of __skyline_groups called keys, and their codes c, in the
// order of values; and __skyline_domain, all of them with their texts. names are the
// columns' names. With hierarchies their values are of the domain too, the order of a
// column that of its type, and last what is no value of it.
//
// A value whose text is nullKey is refused.
func (p *releasePlan) pdfDomain(names, keys []string) {
	if p.hierarchies != "" {
		p.ctes = append(p.ctes, hierarchiesCTE(p.hierarchies))
		nulls := strings.TrimSuffix(strings.Repeat("NULL, ", len(keys)), ", ")
		p.add("__skyline_kinds AS (SELECT %s FROM __skyline_groups WHERE false UNION ALL SELECT %s)", strings.Join(keys, ", "), nulls)
	}
	var parts []string
	var unfit strings.Builder
	for i, name := range names {
		parts = append(parts, p.pdfValues(i, name, keys[i]))
		column := fmt.Sprintf("system.main.count(*) FILTER (WHERE level IS NULL AND i = %d AND ", i)
		fmt.Fprintf(&unfit, " WHEN %s%s = %s) > 0 THEN %s", column, encoded("text"), encoded(quoteText(nullKey)),
			p.fail("the qi column "+quoteIdentifier(name)+" must not have the text 'NULL', which is the key of NULL; rename it in a query given as tbl"))
	}
	p.add("__skyline_texts AS MATERIALIZED (%s)", strings.Join(parts, " UNION ALL "))
	p.add("__skyline_distinct AS (SELECT CASE%s ELSE true END AS ok FROM __skyline_texts)", unfit.String())
	p.guards = append(p.guards, "__skyline_distinct")
	p.add("__skyline_domain AS (SELECT system.main.__skyline_domain(%s, i, c, is_null, number, text, level, label, %s) AS domain FROM __skyline_texts)", planKey, apart)
}

// pdfValues adds the dictionary of a column, and returns the SELECT of what
// __skyline_domain takes of it.
func (p *releasePlan) pdfValues(i int, name, key string) string {
	d := fmt.Sprintf("__skyline_d%d", i+1)
	values := fmt.Sprintf("SELECT DISTINCT %s AS v FROM __skyline_groups", key)
	if p.hierarchies == "" {
		p.add("%s AS MATERIALIZED (SELECT v, system.main.row_number() OVER (ORDER BY v ASC NULLS LAST) - 1 AS c FROM (%s))", d, values)
		return fmt.Sprintf("SELECT %d::BIGINT AS i, c, v IS NULL AS is_null, %s AS number, %s AS text, NULL::BIGINT AS level, NULL::VARCHAR AS label FROM %s", i, numberOf, textOf("v"), d)
	}
	attribute, whole := quoteText(strings.ToLower(name)), fmt.Sprintf("__skyline_w%d", i+1)
	p.add("%s AS MATERIALIZED (SELECT t, v, system.main.row_number() OVER (ORDER BY t IS NULL ASC, v ASC NULLS LAST, t ASC NULLS LAST) - 1 AS c FROM (SELECT x.t, %s AS v FROM (SELECT DISTINCT t FROM (SELECT value AS t FROM __skyline_hierarchies WHERE attribute = %s AND level >= 1 UNION ALL SELECT %s FROM (%s))) AS x CROSS JOIN __skyline_kinds AS k))",
		whole, castLike(decoded("x.t"), "k."+key), attribute, encoded(textOf("v")), values)
	p.add("%s AS MATERIALIZED (SELECT x.v, w.c FROM (%s) AS x JOIN %s AS w ON w.t IS NOT DISTINCT FROM %s)", d, values, whole, encoded(textOf("x.v")))
	return fmt.Sprintf("SELECT %[1]d::BIGINT AS i, c, t IS NULL AS is_null, %[5]s AS number, %[2]s AS text, NULL::BIGINT AS level, NULL::VARCHAR AS label FROM %[3]s"+
		" UNION ALL SELECT %[1]d::BIGINT, w.c, NULL::BOOLEAN, NULL::DOUBLE, NULL::VARCHAR, h.level, h.label FROM __skyline_hierarchies AS h JOIN %[3]s AS w ON h.value IS NOT DISTINCT FROM w.t WHERE h.attribute = %[4]s AND h.level >= 1",
		i, decoded("t"), whole, attribute, numberOf)
}

// pdfTexts returns the texts of a column's values by their codes.
func (c *domainColumn) pdfTexts() []string {
	texts := scatter(c.values, c.listed, c.texts)
	if texts == nil {
		texts = make([]string, c.values)
	}
	if c.null >= 0 && int(c.null) < len(texts) {
		texts[c.null] = nullKey
	}
	return texts
}
