package presence

import (
	"fmt"
	"slices"
	"strings"

	"skyline/engine/partition"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldpeople"
	"skyline/sqlfuncs/oldtext"
	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/sqltext"
)

var PdfGeneralize = &call.Function{
	Name:    "pdf_generalize",
	Summary: "A table with the distributions of its quasi-identifiers in their QI groups.",
	Description: "The table's own columns, in their places; each `qi` column is a MAP of values and their probabilities, the same for everybody of a QI group. The groups come from anywhere: `groups` names the columns that tell them. " +
		"With `kind := 'pdf'` the probabilities are the values' shares of the group, the distribution under which the table itself is most likely (Theorem 2 of the source). The older kinds of generalization are uniform distributions: `'set'` over the values that the group has; `'interval'` over the column's values, in their order, from the least to the greatest that it has; `'hierarchy'` over all values below the lowest node of the hierarchy that covers the group's, or, with `levels`, below the node of that level. " +
		"Other columns are not touched: **they are released as they are**, those of `groups` too, which is refused where columns without a role single people out; see `others`. `pdf_reconstruct` draws tables from the result.",
	Params: []call.Param{
		{Name: "tbl", Type: "VARCHAR", Doc: "the table to be released, with exact `qi` values: named as in `skyline_check`"},
		{Name: "qi", Type: "VARCHAR[]", Doc: "the columns to generalize"},
		{Name: "groups", Type: "VARCHAR or VARCHAR[]", Doc: "the column that says which QI group a row is in, such as `'group_id'`; or several: rows equal on all of them are a group"},
		{Name: "kind", Type: "VARCHAR", Default: "'pdf'", Doc: "`'pdf'`, `'set'`, `'interval'` or `'hierarchy'`"},
		{Name: "hierarchies", Type: "VARCHAR", Default: "NULL", Doc: "for `kind := 'hierarchy'`: " + release.ParamHierarchiesAll.Doc},
		{Name: "levels", Type: "MAP or STRUCT", Default: "NULL", Doc: "for `kind := 'hierarchy'`: the level of each `qi` column, as in `generalize`; each group must have one label at it. NULL: the lowest node that covers a group's values"},
		{Name: "person", Type: call.ParamPerson.Type, Default: "NULL", Doc: "a column that identifies the individual, to be left out; each has one row, and NULL is an error"},
		call.ParamWeight, call.ParamSeed,
		{Name: "sensitive", Type: "VARCHAR", Default: "NULL", Doc: "the sensitive column, which is released as it is; NULL: there is none, and a sensitive column is one without a role"},
		release.ParamOthers,
	},
	Columns: []call.ResultColumn{
		{Name: call.ColumnsOfTable, Type: "", Doc: "the columns of `tbl`, each `qi` column as MAP(VARCHAR, DOUBLE), without `person`"},
		{Name: "kl_cost", Type: "DOUBLE", Doc: "the KL cost of the row's group (Eqn 1 of the source), in nats: −Σ ln f(v) over its people and `qi` columns; `tbl` must not have a column of that name"},
		{Name: "kl_total", Type: "DOUBLE", Doc: "that of all groups; `tbl` must not have a column of that name"},
	},
	Example: `FROM pdf_generalize('(VALUES (1, ''F'', ''Pr'', ''>50K''), (1, ''F'', ''St'', ''<=50K''), (2, ''M'', ''St'', ''>50K''), (2, ''M'', ''Pr'', ''<=50K''), (2, ''M'', ''St'', ''<=50K'')) t(group_id, sex, job, salary)',
                    qi := ['sex', 'job'], groups := 'group_id', sensitive := 'salary') ORDER BY ALL`,
	Notes: []string{
		"A key is the text of a value, as DuckDB writes it in the column's own type; NULL is a value, and its key is `NULL`, so a text `NULL` in a `qi` column is refused. Keys are in the order of the column's values, and have probabilities above 0. NULL is in no interval, unless the group has it. NULL in `groups` is a group of its own.",
		"Groups of a release: `FROM pdf_generalize('(FROM skyline_anonymize(''t'', [''age'', ''sex''], ''disease'', {''k_anonymity'': 5}, output := ''bucketized''))', ['age', 'sex'], 'group_id', sensitive := 'disease')`.",
		"Groups of a full-domain generalization are told by labels. Give each column twice, and generalize the copies: `FROM pdf_generalize('(FROM generalize(''(SELECT *, age AS age_label, sex AS sex_label FROM t)'', ''h'', {''age_label'': 2, ''sex_label'': 1}, others := ''keep''))', ['age', 'sex'], ['age_label', 'sex_label'])`, with hierarchies `h` for the attributes `age_label` and `sex_label`. With `kind := 'hierarchy'` and `levels` these are the labels themselves.",
		"The order of the rows of the result is random: it says nothing about that of the table. Rows of weight 0 are left out.",
		call.NoteDraws("pdf_generalize", call.TwoOrders),
		"Whether a release is safe is a question about its groups, not about the distributions, as long as everybody is known to be in the table (`release_check` on `groups`). Where that is not known, exact distributions tell more than uniform ones about who is: see `presence_check`.",
		"The KL cost is |group| times the cross-entropy of the group's values and the distributions; the smaller, the likelier is a reconstruction that equals the table (Theorem 1 of the source). Infinite never: each value of a group has a probability above 0. With `levels` and `'interval'`, groups with many values below a node take room in proportion to them.",
		release.NoteOthers,
		"The table is read once, and kept while the statement runs; a view or a query may be random.",
		"Cost: one scan, one GROUP BY of the `qi` columns and groups, time proportional to the result's distributions, one join and a sort.",
		"Source: Nergiz, Cetintas, Akova, “Generalizations with probability distributions for data anonymization”, Purdue CSD TR 08-001 (2008), Sect. III and IV.",
	},
	Plan:       call.Old(planPDFGeneralize),
	Scalars:    pdfGeneralizeScalars,
	Aggregates: []host.Aggregate{release.CodedAggregate()},
}

// pdfPlan writes the statement of pdf_generalize. Step by step: DuckDB counts the
// people who agree on all columns; groups and values are numbered; the kernel makes the
// distributions as a job, and writes them with the values' texts; rows are joined with
// those of their groups. The quasi-identifiers of the plan are those of the call behind
// the columns of groups.
type pdfPlan struct {
	*release.OldReleasePlan
	columns []string // of qi
	groups  []string
	levels  string // an SQL list, NULL for the lowest nodes
}

func planPDFGeneralize(c *call.Call) (string, error) {
	p, err := newPDFPlan(c)
	if err != nil {
		return "", err
	}
	kind, err := p.kind()
	if err != nil {
		return "", err
	}
	random, err := c.Seed()
	if err != nil {
		return "", err
	}
	others, err := release.ReadOthers(c)
	if err != nil {
		return "", err
	}
	if others == "drop" {
		p.DropOthers()
	}
	p.ReadOnce()
	p.RefuseColumn("kl_cost")
	p.RefuseColumn("kl_total")
	p.count()
	p.Add("__skyline_job AS (SELECT system.main.__pdf_generalize_start(%s, %s, %s, x.coded, y.domain) AS job, false AS done FROM __skyline_coded AS x CROSS JOIN __skyline_domain AS y%s UNION ALL SELECT job, system.main.__skyline_wait(job) FROM __skyline_job WHERE NOT done)",
		oldtext.QuoteText(kind), oldtext.SqlTexts(p.columns), p.levels, p.Guarded())
	p.Add("__skyline_rows AS MATERIALIZED (SELECT UNNEST(system.main.__pdf_generalize_rows(job), recursive := true) FROM __skyline_job WHERE done)")
	addPDFs(p.OldReleasePlan, "__skyline_rows", len(p.columns))
	from := p.Source + " AS x"
	if others == "error" {
		u := &release.OldUntouched{Columns: p.Source, Source: p.Source, Roles: oldtext.Quoted(p.Roles()), Own: oldtext.Quoted(p.Roles()), Weight: p.WeightColumn(), Groups: oldpeople.KeysOf(p.groups)}
		u.Rows = func(source string) string { return source }
		p.Ctes = append(append(p.Ctes, u.Ctes()...), release.OldRefusal(c, "that are neither qi nor groups nor sensitive", "put them into qi"))
		from += " JOIN __skyline_untouched AS guard ON guard.ok"
	}
	return p.Text(oldtext.Released(p.generalizedRows(random, from))), nil
}

func newPDFPlan(c *call.Call) (*pdfPlan, error) {
	groups, err := c.Columns("groups")
	if err != nil {
		return nil, err
	}
	in, err := oldpeople.NewInput(c)
	if err != nil {
		return nil, err
	}
	for _, role := range []struct{ param, column string }{{"sensitive", in.Sensitive}, {"person", in.Person}, {"weight", in.Weight}} {
		if slices.ContainsFunc(groups, func(name string) bool { return role.column != "" && strings.EqualFold(name, role.column) }) {
			return nil, c.Errorf("groups must not contain the %s column, got %s in both", role.param, oldtext.QuoteIdentifier(role.column))
		}
	}
	in.Source = c.OldHavingRoles("tbl", in.Source, call.Role{Param: "groups", Columns: groups})
	// It is no matter of the distributions.
	in.About, in.Sensitive = in.Sensitive, ""
	p := &pdfPlan{OldReleasePlan: &release.OldReleasePlan{Input: in, Function: c.Function.Name}, columns: in.Qi, groups: groups}
	in.LeaveOutNobody()
	in.Qi = append(slices.Clone(groups), in.Qi...)
	in.Named, in.Counted = true, true
	p.Hierarchies, err = c.OldHierarchies()
	return p, err
}

// kind reads the parameters on what stands for a group's values.
func (p *pdfPlan) kind() (string, error) {
	c := p.Call
	kind, err := c.Choice("kind", "pdf", "set", "interval", "hierarchy")
	if err != nil {
		return "", err
	}
	levels, err := c.Levels()
	if err != nil {
		return "", err
	}
	if kind != "hierarchy" {
		for _, param := range []string{"hierarchies", "levels"} {
			if c.Arguments[param] != nil {
				return "", c.Errorf("%s must be NULL for kind := '%s', which has no hierarchy; use kind := 'hierarchy', or leave it out", param, kind)
			}
		}
	} else if p.Hierarchies == "" {
		return "", c.Errorf("hierarchies must be given for kind := 'hierarchy': the name of a table with the columns attribute, value, level, label")
	}
	p.levels = "NULL::BIGINT[]"
	if levels != nil {
		p.levels, err = p.levelList(levels)
	}
	return kind, err
}

// levelList is the list of the levels of the columns of qi.
func (p *pdfPlan) levelList(levels []call.ColumnLevel) (string, error) {
	numbers := make([]string, len(p.columns))
	for _, l := range levels {
		i := slices.IndexFunc(p.columns, func(name string) bool { return strings.EqualFold(name, l.Name) })
		if i < 0 {
			return "", p.Call.Errorf("levels must name qi columns, got %s", oldtext.QuoteIdentifier(l.Name))
		}
		numbers[i] = fmt.Sprint(l.Level)
	}
	if i := slices.Index(numbers, ""); i >= 0 {
		return "", p.Call.Errorf("levels must name every qi column, and has none for %s; 0 stands for the values themselves", oldtext.QuoteIdentifier(p.columns[i]))
	}
	return "system.main.list_value(" + strings.Join(numbers, ", ") + ")::BIGINT[]", nil
}

// count adds the CTEs of what the kernel gets: __skyline_numbered, the groups and their
// numbers g; the dictionaries of the columns; and __skyline_coded, the people who agree
// on all of it, in codes, and how many they are.
func (p *pdfPlan) count() {
	keys := p.KeyList()
	own, columns := keys[:len(p.groups)], keys[len(p.groups):]
	p.Ctes = append(p.Ctes, p.TypesCTE())
	p.Ctes = append(p.Ctes, p.GroupsCTEs()...)
	if p.Weight != "" {
		p.Guards = append(p.Guards, "__skyline_guard")
	}
	order := strings.Join(own, " ASC NULLS LAST, ") + " ASC NULLS LAST"
	p.Add("__skyline_numbered AS MATERIALIZED (SELECT %[1]s, system.main.row_number() OVER (ORDER BY %[2]s) - 1 AS g FROM (SELECT DISTINCT %[1]s FROM __skyline_groups))", strings.Join(own, ", "), order)
	addPDFDomain(p.OldReleasePlan, p.columns, columns)
	codes := make([]string, len(columns))
	for i := range codes {
		codes[i] = fmt.Sprintf("d%d.c", i+1)
	}
	people := fmt.Sprintf("CASE WHEN x.n > %d THEN %s ELSE x.n::BIGINT END", int64(partition.MaxPeople), p.OldFail("the table must have at most 2^61 people, counted with their weights"))
	p.Add("__skyline_coded AS (SELECT system.main.__skyline_coded(%s, %s, system.main.list_value(%s), %s, %s) AS coded FROM __skyline_groups AS x LEFT JOIN __skyline_numbered AS g ON %s%s)",
		sqltext.PlanKey, oldtext.QuoteText(p.Function), strings.Join(append([]string{"g.g"}, codes...), ", "), people, host.Apart, oldtext.Equal("g", "x", own), p.Dictionaries(oldtext.PrefixedList("x", columns)))
}

// generalizedRows is the SELECT of the rows x, in random order, with their distributions.
func (p *pdfPlan) generalizedRows(random call.Randomness, from string) string {
	own := p.KeyList()[:len(p.groups)]
	p.Add("__skyline_named AS MATERIALIZED (SELECT g.*, m.* EXCLUDE (g), r.cost, t.cost AS total FROM __skyline_numbered AS g JOIN __skyline_pdfs AS m ON m.g = g.g JOIN __skyline_rows AS r ON r.g = g.g AND r.i = 0 CROSS JOIN (SELECT cost FROM __skyline_rows WHERE i IS NULL) AS t)")
	replaced, same := make([]string, len(p.columns)), make([]string, len(p.groups))
	for i, name := range p.columns {
		replaced[i] = fmt.Sprintf("r.m%d AS %s", i+1, oldtext.QuoteIdentifier(name))
	}
	for i, name := range p.groups {
		same[i] = fmt.Sprintf("r.%s IS NOT DISTINCT FROM %s", own[i], oldtext.Canonical("x."+oldtext.QuoteIdentifier(name)))
	}
	p.Bind(random)
	var excluded []string
	rows := "SELECT x.* FROM " + from
	if random.Fresh() {
		rows = "SELECT * FROM (SELECT x.*, " + random.At("") + " AS __skyline_at FROM " + from + ")"
		excluded = append(excluded, "__skyline_at")
	}
	if p.Person != "" {
		excluded = append(excluded, oldtext.QuoteIdentifier(p.Person))
	}
	return release.OldJoinedInOrder(random, "", rows, func(rows string) string {
		return fmt.Sprintf("SELECT x.*%s REPLACE (%s), r.cost AS kl_cost, r.total AS kl_total FROM %s JOIN __skyline_named AS r ON %s",
			oldtext.Excluding(excluded), strings.Join(replaced, ", "), rows, strings.Join(same, " AND "))
	})
}
