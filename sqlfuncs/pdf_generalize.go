package sqlfuncs

import (
	"fmt"
	"slices"
	"strings"

	"skyline/engine/partition"
)

var pdfGeneralize = &Function{
	Name:    "pdf_generalize",
	Summary: "A table with the distributions of its quasi-identifiers in their QI groups.",
	Description: "The table's own columns, in their places; each `qi` column is a MAP of values and their probabilities, the same for everybody of a QI group. The groups come from anywhere: `groups` names the columns that tell them. " +
		"With `kind := 'pdf'` the probabilities are the values' shares of the group, the distribution under which the table itself is most likely (Theorem 2 of the source). The older kinds of generalization are uniform distributions: `'set'` over the values that the group has; `'interval'` over the column's values, in their order, from the least to the greatest that it has; `'hierarchy'` over all values below the lowest node of the hierarchy that covers the group's, or, with `levels`, below the node of that level. " +
		"Other columns are not touched: **they are released as they are**, those of `groups` too, which is refused where columns without a role single people out; see `others`. `pdf_reconstruct` draws tables from the result.",
	Params: []Param{
		{Name: "tbl", Type: "VARCHAR", Doc: "the table to be released, with exact `qi` values: named as in `skyline_check`"},
		{Name: "qi", Type: "VARCHAR[]", Doc: "the columns to generalize"},
		{Name: "groups", Type: "VARCHAR or VARCHAR[]", Doc: "the column that says which QI group a row is in, such as `'group_id'`; or several: rows equal on all of them are a group"},
		{Name: "kind", Type: "VARCHAR", Default: "'pdf'", Doc: "`'pdf'`, `'set'`, `'interval'` or `'hierarchy'`"},
		{Name: "hierarchies", Type: "VARCHAR", Default: "NULL", Doc: "for `kind := 'hierarchy'`: " + paramHierarchiesAll.Doc},
		{Name: "levels", Type: "MAP or STRUCT", Default: "NULL", Doc: "for `kind := 'hierarchy'`: the level of each `qi` column, as in `generalize`; each group must have one label at it. NULL: the lowest node that covers a group's values"},
		{Name: "person", Type: paramPerson.Type, Default: "NULL", Doc: "a column that identifies the individual, to be left out; each has one row, and NULL is an error"},
		paramWeight, paramSeed,
		{Name: "sensitive", Type: "VARCHAR", Default: "NULL", Doc: "the sensitive column, which is released as it is; NULL: there is none, and a sensitive column is one without a role"},
		paramOthers,
	},
	Columns: []ResultColumn{
		{columnsOfTable, "", "the columns of `tbl`, each `qi` column as MAP(VARCHAR, DOUBLE), without `person`"},
		{"kl_cost", "DOUBLE", "the KL cost of the row's group (Eqn 1 of the source), in nats: −Σ ln f(v) over its people and `qi` columns; `tbl` must not have a column of that name"},
		{"kl_total", "DOUBLE", "that of all groups; `tbl` must not have a column of that name"},
	},
	Example: `FROM pdf_generalize('(VALUES (1, ''F'', ''Pr'', ''>50K''), (1, ''F'', ''St'', ''<=50K''), (2, ''M'', ''St'', ''>50K''), (2, ''M'', ''Pr'', ''<=50K''), (2, ''M'', ''St'', ''<=50K'')) t(group_id, sex, job, salary)',
                    qi := ['sex', 'job'], groups := 'group_id', sensitive := 'salary') ORDER BY ALL`,
	Notes: []string{
		"A key is the text of a value, as DuckDB writes it in the column's own type; NULL is a value, and its key is `NULL`, so a text `NULL` in a `qi` column is refused. Keys are in the order of the column's values, and have probabilities above 0. NULL is in no interval, unless the group has it. NULL in `groups` is a group of its own.",
		"Groups of a release: `FROM pdf_generalize('(FROM skyline_anonymize(''t'', [''age'', ''sex''], ''disease'', {''k_anonymity'': 5}, output := ''bucketized''))', ['age', 'sex'], 'group_id', sensitive := 'disease')`.",
		"Groups of a full-domain generalization are told by labels. Give each column twice, and generalize the copies: `FROM pdf_generalize('(FROM generalize(''(SELECT *, age AS age_label, sex AS sex_label FROM t)'', ''h'', {''age_label'': 2, ''sex_label'': 1}, others := ''keep''))', ['age', 'sex'], ['age_label', 'sex_label'])`, with hierarchies `h` for the attributes `age_label` and `sex_label`. With `kind := 'hierarchy'` and `levels` these are the labels themselves.",
		"The order of the rows of the result is random: it says nothing about that of the table. Rows of weight 0 are left out.",
		noteDraws("pdf_generalize", twoOrders),
		"Whether a release is safe is a question about its groups, not about the distributions, as long as everybody is known to be in the table (`release_check` on `groups`). Where that is not known, exact distributions tell more than uniform ones about who is: see `presence_check`.",
		"The KL cost is |group| times the cross-entropy of the group's values and the distributions; the smaller, the likelier is a reconstruction that equals the table (Theorem 1 of the source). Infinite never: each value of a group has a probability above 0. With `levels` and `'interval'`, groups with many values below a node take room in proportion to them.",
		noteOthers,
		"The table is read once, and kept while the statement runs; a view or a query may be random.",
		"Cost: one scan, one GROUP BY of the `qi` columns and groups, time proportional to the result's distributions, one join and a sort.",
		"Source: Nergiz, Cetintas, Akova, “Generalizations with probability distributions for data anonymization”, Purdue CSD TR 08-001 (2008), Sect. III and IV.",
	},
	Plan:    planPDFGeneralize,
	Scalars: pdfGeneralizeScalars,
}

// pdfPlan writes the statement of pdf_generalize. Step by step: DuckDB counts the
// people who agree on all columns; groups and values are numbered; the kernel makes the
// distributions as a job, and writes them with the values' texts; rows are joined with
// those of their groups. The quasi-identifiers of the plan are those of the call behind
// the columns of groups.
type pdfPlan struct {
	*releasePlan
	columns []string // of qi
	groups  []string
	levels  string // an SQL list, NULL for the lowest nodes
}

func planPDFGeneralize(c *Call) (string, error) {
	p, err := newPDFPlan(c)
	if err != nil {
		return "", err
	}
	kind, err := p.kind()
	if err != nil {
		return "", err
	}
	random, err := c.seed()
	if err != nil {
		return "", err
	}
	others, err := c.others()
	if err != nil {
		return "", err
	}
	if others == "drop" {
		p.dropOthers()
	}
	p.readOnce()
	p.refuseColumn("kl_cost")
	p.refuseColumn("kl_total")
	p.count()
	p.add("__skyline_job AS (SELECT system.main.__pdf_generalize_start(%s, %s, %s, x.coded, y.domain) AS job, false AS done FROM __skyline_coded AS x CROSS JOIN __skyline_domain AS y%s UNION ALL SELECT job, system.main.__skyline_wait(job) FROM __skyline_job WHERE NOT done)",
		quoteText(kind), sqlTexts(p.columns), p.levels, p.guarded())
	p.add("__skyline_rows AS MATERIALIZED (SELECT UNNEST(system.main.__pdf_generalize_rows(job), recursive := true) FROM __skyline_job WHERE done)")
	p.pdfs("__skyline_rows", len(p.columns))
	from := p.source + " AS x"
	if others == "error" {
		u := &untouched{columns: p.source, source: p.source, roles: quoted(p.roles()), own: quoted(p.roles()), weight: p.weightColumn(), groups: keysOf(p.groups)}
		u.rows = func(source string) string { return source }
		p.ctes = append(append(p.ctes, u.ctes()...), c.refusal("that are neither qi nor groups nor sensitive", "put them into qi"))
		from += " JOIN __skyline_untouched AS guard ON guard.ok"
	}
	return p.text(released(p.generalizedRows(random, from))), nil
}

func newPDFPlan(c *Call) (*pdfPlan, error) {
	groups, err := c.columns("groups")
	if err != nil {
		return nil, err
	}
	in, err := newInput(c)
	if err != nil {
		return nil, err
	}
	for _, role := range []struct{ param, column string }{{"sensitive", in.sensitive}, {"person", in.person}, {"weight", in.weight}} {
		if slices.ContainsFunc(groups, func(name string) bool { return role.column != "" && strings.EqualFold(name, role.column) }) {
			return nil, c.errorf("groups must not contain the %s column, got %s in both", role.param, quoteIdentifier(role.column))
		}
	}
	in.source = c.havingRoles("tbl", in.source, role{"groups", groups})
	// It is no matter of the distributions.
	in.about, in.sensitive = in.sensitive, ""
	p := &pdfPlan{releasePlan: &releasePlan{input: in, function: c.function.Name}, columns: in.qi, groups: groups}
	in.leaveOutNobody()
	in.qi = append(slices.Clone(groups), in.qi...)
	in.named, in.counted = true, true
	p.hierarchies, err = c.hierarchies()
	return p, err
}

// kind reads the parameters on what stands for a group's values.
func (p *pdfPlan) kind() (string, error) {
	c := p.call
	kind, err := c.choice("kind", "pdf", "set", "interval", "hierarchy")
	if err != nil {
		return "", err
	}
	levels, err := c.levels()
	if err != nil {
		return "", err
	}
	if kind != "hierarchy" {
		for _, param := range []string{"hierarchies", "levels"} {
			if c.arguments[param] != nil {
				return "", c.errorf("%s must be NULL for kind := '%s', which has no hierarchy; use kind := 'hierarchy', or leave it out", param, kind)
			}
		}
	} else if p.hierarchies == "" {
		return "", c.errorf("hierarchies must be given for kind := 'hierarchy': the name of a table with the columns attribute, value, level, label")
	}
	p.levels = "NULL::BIGINT[]"
	if levels != nil {
		p.levels, err = p.levelList(levels)
	}
	return kind, err
}

// levelList is the list of the levels of the columns of qi.
func (p *pdfPlan) levelList(levels []columnLevel) (string, error) {
	numbers := make([]string, len(p.columns))
	for _, l := range levels {
		i := slices.IndexFunc(p.columns, func(name string) bool { return strings.EqualFold(name, l.name) })
		if i < 0 {
			return "", p.call.errorf("levels must name qi columns, got %s", quoteIdentifier(l.name))
		}
		numbers[i] = fmt.Sprint(l.level)
	}
	if i := slices.Index(numbers, ""); i >= 0 {
		return "", p.call.errorf("levels must name every qi column, and has none for %s; 0 stands for the values themselves", quoteIdentifier(p.columns[i]))
	}
	return "system.main.list_value(" + strings.Join(numbers, ", ") + ")::BIGINT[]", nil
}

// count adds the CTEs of what the kernel gets: __skyline_numbered, the groups and their
// numbers g; the dictionaries of the columns; and __skyline_coded, the people who agree
// on all of it, in codes, and how many they are.
func (p *pdfPlan) count() {
	keys := p.keyList()
	own, columns := keys[:len(p.groups)], keys[len(p.groups):]
	p.ctes = append(p.ctes, p.typesCTE())
	p.ctes = append(p.ctes, p.groupsCTEs()...)
	if p.weight != "" {
		p.guards = append(p.guards, "__skyline_guard")
	}
	order := strings.Join(own, " ASC NULLS LAST, ") + " ASC NULLS LAST"
	p.add("__skyline_numbered AS MATERIALIZED (SELECT %[1]s, system.main.row_number() OVER (ORDER BY %[2]s) - 1 AS g FROM (SELECT DISTINCT %[1]s FROM __skyline_groups))", strings.Join(own, ", "), order)
	p.pdfDomain(p.columns, columns)
	codes := make([]string, len(columns))
	for i := range codes {
		codes[i] = fmt.Sprintf("d%d.c", i+1)
	}
	people := fmt.Sprintf("CASE WHEN x.n > %d THEN %s ELSE x.n::BIGINT END", int64(partition.MaxPeople), p.fail("the table must have at most 2^61 people, counted with their weights"))
	p.add("__skyline_coded AS (SELECT system.main.__skyline_coded(%s, %s, system.main.list_value(%s), %s, %s) AS coded FROM __skyline_groups AS x LEFT JOIN __skyline_numbered AS g ON %s%s)",
		planKey, quoteText(p.function), strings.Join(append([]string{"g.g"}, codes...), ", "), people, apart, equal("g", "x", own), p.dictionaries(prefixedList("x", columns)))
}

// generalizedRows is the SELECT of the rows x, in random order, with their distributions.
func (p *pdfPlan) generalizedRows(random randomness, from string) string {
	own := p.keyList()[:len(p.groups)]
	p.add("__skyline_named AS MATERIALIZED (SELECT g.*, m.* EXCLUDE (g), r.cost, t.cost AS total FROM __skyline_numbered AS g JOIN __skyline_pdfs AS m ON m.g = g.g JOIN __skyline_rows AS r ON r.g = g.g AND r.i = 0 CROSS JOIN (SELECT cost FROM __skyline_rows WHERE i IS NULL) AS t)")
	replaced, same := make([]string, len(p.columns)), make([]string, len(p.groups))
	for i, name := range p.columns {
		replaced[i] = fmt.Sprintf("r.m%d AS %s", i+1, quoteIdentifier(name))
	}
	for i, name := range p.groups {
		same[i] = fmt.Sprintf("r.%s IS NOT DISTINCT FROM %s", own[i], canonical("x."+quoteIdentifier(name)))
	}
	p.bind(random)
	var excluded []string
	rows := "SELECT x.* FROM " + from
	if random.fresh() {
		rows = "SELECT * FROM (SELECT x.*, " + random.at("") + " AS __skyline_at FROM " + from + ")"
		excluded = append(excluded, "__skyline_at")
	}
	if p.person != "" {
		excluded = append(excluded, quoteIdentifier(p.person))
	}
	return joinedInOrder(random, "", rows, func(rows string) string {
		return fmt.Sprintf("SELECT x.*%s REPLACE (%s), r.cost AS kl_cost, r.total AS kl_total FROM %s JOIN __skyline_named AS r ON %s",
			excluding(excluded), strings.Join(replaced, ", "), rows, strings.Join(same, " AND "))
	})
}
