package presence

import (
	"fmt"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldpeople"
	"skyline/sqlfuncs/oldtext"
	"skyline/sqlfuncs/sqltext"
)

// Parameters that the functions about existence probabilities have in common.
var existenceParams = []call.Param{
	oldpeople.ParamPublic,
	{Name: "qi", Type: "VARCHAR[]", Doc: "quasi-identifier columns, which the release shows as distributions"},
	oldpeople.ParamPresent,
	{Name: "groups", Type: "VARCHAR", Doc: "the column of `tbl` with the QI group of each person; NULL is a group of its own"},
	{Name: "kind", Type: "VARCHAR", Default: "'pdf'", Doc: "how the release generalizes, unless `release` or `likelihood` says so: `'pdf'`, each column of a group by the distribution of the values of those present; `'uniform'`, by labels, intervals or sets, which say no more than what a value may be, so that everybody of a group is as likely to be present"},
	{Name: "release", Type: "VARCHAR", Default: "NULL", Doc: "the release itself, named as `tbl`: the `qi` columns as `MAP(VARCHAR, DOUBLE)`, and the column of the name in `groups`; a row a person, or one a group"},
	{Name: "likelihood", Type: "VARCHAR", Default: "NULL", Doc: "a numeric column of `tbl` with the likelihood of each person; a factor common to a group changes nothing"},
}

var (
	paramExistenceWeight = call.Param{Name: "weight", Type: "VARCHAR", Default: "NULL", Doc: "an integer column; a row counts that many times"}

	existenceNotes = []string{
		"NULL in a `qi` column is a value, whose key in a distribution is `'NULL'`; keys are the texts of values. NULL in `present`, `likelihood` or `weight` is an error. Values are told apart as [Equality](#equality) says.",
		"In a group where nobody is present, everybody's existence probability is 0: such people are not in the release. With everybody present it is 1. A release that gives somebody present the likelihood 0 is not of this table, or numbers its groups in another way, and `likelihood` that does is not of the release: an error in both cases. Probabilities of a release and likelihoods stand for the simplest fractions that round to them (0.3 is 3/10), or, where thousands of those have no common denominator below 2^4096, for themselves.",
		"Existence probabilities are computed as a conditional distribution of independent trials, not by enumeration as in the source: for every group, whatever its size, within 1e-12, and in practice to the last digits. Algorithm WPALM of the source leaves out what is too large to enumerate.",
		"The result does not depend on the order of rows, on threads or on storage.",
		"Not promised: the adversary knows the public table, the release, and how many people of each group are present, and takes everything else as equally likely. Who also knows how the release was chosen may conclude more.",
		"Source: Nergiz, Cetintas, Akova, “Generalizations with probability distributions for data anonymization”, Purdue CSD TR 08-001 (2008), Definition 3, Eqn 4, Theorems 2, 4 and 5.",
	}
)

// existenceInput is the public table of a call, and where likelihoods come from.
type existenceInput struct {
	*oldpeople.Input
	present, groups string
	release         string // what stands behind FROM, or ""
	likelihood      string // a column, or ""
	spec            existenceSpec
	ctes            []string
}

// existenceSpec is what a call says, as the kernel gets it, in JSON.
type existenceSpec struct {
	Columns    []string `json:"columns"`
	Uniform    bool     `json:"uniform,omitempty"`
	Release    bool     `json:"release,omitempty"`
	Likelihood bool     `json:"likelihood,omitempty"`
	Low        float64  `json:"low"`
	High       float64  `json:"high"`
}

func newExistenceInput(c *call.Call) (*existenceInput, error) {
	common, err := oldpeople.NewInput(c)
	if err != nil {
		return nil, err
	}
	in := &existenceInput{Input: common, spec: existenceSpec{Columns: common.Qi, High: 1}}
	for _, role := range []struct {
		param  string
		column *string
	}{{"present", &in.present}, {"groups", &in.groups}} {
		if *role.column, err = c.Text(role.param, "a column name"); err != nil {
			return nil, err
		}
	}
	kind := c.Arguments["kind"]
	if kind != "pdf" && kind != "uniform" {
		return nil, c.Errorf("kind must be 'pdf' or 'uniform', got %s; give other distributions as release", call.Show(kind))
	}
	in.spec.Uniform = kind == "uniform"
	if in.likelihood, in.spec.Likelihood, err = c.OptionalText("likelihood", "a column name"); err != nil {
		return nil, err
	}
	if _, in.spec.Release, err = c.OptionalText("release", call.WhatTable); err != nil {
		return nil, err
	}
	if in.spec.Uniform && (in.spec.Release || in.spec.Likelihood) {
		return nil, c.Errorf("kind must not be 'uniform' where release or likelihood says how likely people are; leave one of the two out")
	}
	if in.spec.Release {
		if in.spec.Likelihood {
			return nil, c.Errorf("release and likelihood exclude each other: likelihoods follow from the distributions of a release; give one of the two")
		}
		if in.release, err = c.OldSourceOf("release"); err != nil {
			return nil, err
		}
		in.release = c.OldHavingRoles("release", in.release, call.Role{Param: "qi", Columns: in.Qi}, call.RoleOf("groups", in.groups))
	}
	in.Source = c.OldHavingRoles("tbl", in.Source, call.RoleOf("present", in.present), call.RoleOf("groups", in.groups), call.RoleOf("likelihood", in.likelihood))
	return in, in.checkExistenceRoles()
}

func (in *existenceInput) checkExistenceRoles() error {
	roles := []struct{ param, column string }{{"present", in.present}, {"groups", in.groups}, {"likelihood", in.likelihood}, {"weight", in.Weight}}
	for i, role := range roles {
		if role.column == "" {
			continue
		}
		for _, name := range in.Qi {
			if strings.EqualFold(name, role.column) {
				return in.Call.Errorf("qi must not contain the %s column, got %s in both", role.param, oldtext.QuoteIdentifier(name))
			}
		}
		for _, other := range roles[:i] {
			if strings.EqualFold(other.column, role.column) {
				return in.Call.Errorf("%s and %s must be different columns, got %s for both", other.param, role.param, oldtext.QuoteIdentifier(role.column))
			}
		}
	}
	return nil
}

// readBounds reads delta_min and delta_max.
func (in *existenceInput) readBounds() (err error) {
	in.spec.Low, in.spec.High, err = oldpeople.ReadDeltas(in.Call)
	return err
}

func (in *existenceInput) add(format string, args ...any) {
	in.ctes = append(in.ctes, fmt.Sprintf(format, args...))
}

// compute adds the CTEs up to the kernel's rows, __skyline_found: DuckDB counts the
// people of each group who agree in all that matters, which __skyline_cells has, g being
// the group; the kernel runs as a job. Names are qualified as in planBreach.
func (in *existenceInput) compute() {
	function := in.Call.Function.Name
	in.cells()
	texts := []string{oldtext.TextOf("g")}
	for _, key := range in.KeyList() {
		texts = append(texts, oldtext.TextOf(key))
	}
	if in.likelihood != "" {
		texts = append(texts, oldtext.TextOf("l"))
	}
	texts = append(texts, "p::VARCHAR")
	in.add("__skyline_counted AS (SELECT system.main.__skyline_gather(%s, %s, system.main.list_value(%s), n, %s) AS kept FROM __skyline_cells)",
		sqltext.PlanKey, oldtext.QuoteText(function), strings.Join(texts, ", "), host.Apart)
	release := "NULL::VARCHAR"
	from := "__skyline_counted AS x JOIN __skyline_guard AS guard ON guard.ok"
	if in.release != "" {
		in.distributions()
		release = "y.kept"
		from += " CROSS JOIN __skyline_shown AS y"
	}
	in.add("__skyline_job AS (SELECT system.main.__%[1]s_start(%[2]s, x.kept, %[3]s) AS job, false AS done FROM %[4]s UNION ALL SELECT job, system.main.__skyline_wait(job) FROM __skyline_job WHERE NOT done)",
		function, oldtext.EncodedJSON(in.spec), release, from)
	in.add("__skyline_found AS MATERIALIZED (SELECT UNNEST(system.main.__%s_rows(job), recursive := true) FROM __skyline_job WHERE done)", function)
}

// names adds the CTE that names what the kernel's rows are about, in the columns' own
// types: for the texts of the group, and of the quasi-identifiers if they are asked for,
// g, q1, q2, ….
func (in *existenceInput) names(combinations bool) {
	texts, columns, firsts, named := oldtext.TextOf("g"), "g", "system.main.first(g) AS g", in.Call.OldInOwnType("x.g", "t.og")+" AS g"
	if combinations {
		for _, key := range in.KeyList() {
			texts += ", " + oldtext.TextOf(key)
		}
		columns, firsts = columns+in.each(", #"), firsts+in.each(", system.main.first(#) AS #")
		named += in.each(", " + in.Call.OldInOwnType("x.#", "t.o#") + " AS #")
	}
	in.add("__skyline_names AS (SELECT x.cell, %[4]s FROM (SELECT cell, %[1]s FROM (SELECT %[2]s, system.main.list_value(%[3]s) AS cell FROM (SELECT DISTINCT %[2]s FROM __skyline_cells)) GROUP BY cell) AS x CROSS JOIN __skyline_types AS t)", firsts, columns, texts, named)
}

// each writes a text once for each quasi-identifier, whose name # stands for.
func (in *existenceInput) each(text string) string {
	var b strings.Builder
	for _, key := range in.KeyList() {
		b.WriteString(strings.ReplaceAll(text, "#", key))
	}
	return b.String()
}

// cells adds the guard of the columns' types, and the counted people. g is the group, p
// whether they are present, l their likelihood.
func (in *existenceInput) cells() {
	columns, keys := []string{in.Key(in.groups) + " AS g"}, "g"+in.each(", #")+", p"
	for i, name := range in.Qi {
		columns = append(columns, fmt.Sprintf("%s AS q%d", in.Key(name), i+1))
	}
	columns = append(columns, in.Column(in.present)+" AS p")
	// Each column in its own type.
	typed := []string{in.Column(in.present) + " AS p", in.Column(in.groups) + " AS og"}
	for i, name := range in.Qi {
		typed = append(typed, fmt.Sprintf("%s AS oq%d", in.Column(name), i+1))
	}
	ok := oldpeople.PresentIsBoolean(in.Call, "p")
	if in.likelihood != "" {
		l := in.Column(in.likelihood) + " AS l"
		columns, typed, keys = append(columns, l), append(typed, l), keys+", l"
		ok += fmt.Sprintf(" AND CASE WHEN system.main.regexp_full_match(system.main.typeof(l), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL.*|BIGNUM|VARINT') THEN true ELSE %s END",
			in.OldFail("likelihood must be a numeric column; cast it in a query given as tbl"))
	}
	n := "system.main.count(*)"
	if in.Weight != "" {
		w := in.Column(in.Weight) + " AS w"
		columns, typed = append(columns, w), append(typed, w)
		ok += " AND " + in.WeightIsInteger("tbl")
		n = fmt.Sprintf("coalesce(TRY_CAST(system.main.sum(%s) AS BIGINT), %s)", in.WeightOfRow("tbl"), in.OldFail(call.TooManyPeople("tbl")))
	}
	rows := fmt.Sprintf("SELECT %s FROM %s AS tbl", strings.Join(columns, ", "), in.Source)
	nulls := strings.TrimSuffix(strings.Repeat("NULL, ", len(typed)), ", ")
	in.add("__skyline_types AS (SELECT %s FROM %s AS tbl WHERE false UNION ALL SELECT %s)", strings.Join(typed, ", "), in.Source, nulls)
	in.add("__skyline_guard AS (SELECT %s AS ok FROM __skyline_types)", ok)
	present := fmt.Sprintf("CASE WHEN p IS NULL THEN %s ELSE TRY_CAST(p AS BOOLEAN) END AS p", oldpeople.PresentIsNull(in.Call))
	selected := "g" + in.each(", #") + ", " + present
	if in.likelihood != "" {
		selected += ", l"
	}
	in.add("__skyline_cells AS MATERIALIZED (SELECT %s, n FROM (SELECT %s, %s AS n FROM (%s) AS tbl JOIN __skyline_guard AS guard ON guard.ok GROUP BY %s) WHERE n > 0)",
		selected, keys, n, rows, keys)
}

// distributions adds the CTE of the distributions of a release, kept for the kernel: of
// each different row the group, a number, and for each column and key the probability.
// Column -1 says that the row is there.
func (in *existenceInput) distributions() {
	columns := []string{oldtext.Canonical("release."+oldtext.QuoteIdentifier(in.groups)) + " AS g"}
	for i, name := range in.Qi {
		columns = append(columns, fmt.Sprintf("TRY_CAST(release.%s AS MAP(VARCHAR, DOUBLE)) AS m%d", oldtext.QuoteIdentifier(name), i+1))
	}
	in.add("__skyline_distinct AS MATERIALIZED (SELECT *, system.main.row_number() OVER () AS r FROM (SELECT g%s FROM (SELECT %s FROM %s AS release) GROUP BY g%s))",
		strings.Join(oldtext.Numbered(len(in.Qi), ", system.main.first(m#) AS m#"), ""), strings.Join(columns, ", "), in.release, strings.Join(oldtext.Numbered(len(in.Qi), ", "+oldtext.Canonical("m#")), ""))
	parts := []string{"SELECT g, r, -1 AS i, NULL::VARCHAR AS k, NULL::VARCHAR AS v FROM __skyline_distinct"}
	for i := range in.Qi {
		parts = append(parts, fmt.Sprintf("SELECT g, r, %d, UNNEST(system.main.map_keys(m%[2]d)), UNNEST(system.main.map_values(m%[2]d)::VARCHAR[]) FROM __skyline_distinct", i, i+1))
	}
	in.add("__skyline_shown AS (SELECT system.main.__skyline_gather(%s, %s, system.main.list_value(%s, r::VARCHAR, i::VARCHAR, k, v), 1, %s) AS kept FROM (%s))",
		sqltext.PlanKey, oldtext.QuoteText(in.Call.Function.Name), oldtext.TextOf("g"), host.Apart, strings.Join(parts, " UNION ALL "))
}

func (in *existenceInput) text(query string) string {
	return "WITH RECURSIVE " + strings.Join(in.ctes, ",\n") + "\n" + query
}
