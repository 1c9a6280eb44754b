package certificate

import (
	"fmt"
	"regexp"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/check"
	"skyline/sqlfuncs/cubes"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/planning"
	"skyline/sqlfuncs/sqltext"
)

// CertificateCheck is certificate_check.
var CertificateCheck = &call.Function{
	Name:        "certificate_check",
	Summary:     "Is a table the one that a certificate is about, and does it satisfy what the certificate says? One row for each thing that is certified.",
	Questions:   []string{"Is this the table that was certified, and is what was certified still so?"},
	Description: "Computes everything in a [certificate](#release_certificate) again, of the table as it is, by the certificate's own parameters: a row for each item, with what is certified and what is found.",
	Params: []call.Param{
		call.ParamTable,
		{Name: "certificate", Type: "VARCHAR", Doc: "the text that `release_certificate` returned; from a file or a table by a variable: see [By hand](#a-certificate-by-hand)"},
		{Name: "public", Type: "VARCHAR", Default: "NULL", Doc: "the public table, named like `tbl`, where `presence` is certified, or the population, where `k_map`, `journalist_risk` or `population_uniqueness` is; NULL: these are not checked"},
		{Name: "original", Type: "VARCHAR", Default: "NULL", Doc: "the table that the release was made of, named like `tbl`, if it is certified; needs `key`. Without it, what a table of counts has beside its microdata is not checked"},
		paramKey,
		{Name: cubes.ParamCube.Name, Type: cubes.ParamCube.Type, Default: "NULL", Doc: "of a table of counts that was audited with other tables: `cube` as it was certified, which names them; NULL: without them what follows from the table is not checked"},
		{Name: call.ParamPlan.Name, Type: call.ParamPlan.Type, Default: "NULL", Doc: "the plan that the release was made by, given as [to other functions](#plans): is it the one that was certified? NULL: that is not checked"},
	},
	Columns: []call.ResultColumn{
		{Name: "item", Type: "VARCHAR", Doc: "what is certified: see [Items](#items-of-certificate_check)"},
		{Name: "holds", Type: "BOOLEAN", Doc: "whether the two agree, and, of a requirement, whether it is satisfied; NULL: it cannot be told, or it does not matter"},
		{Name: "found", Type: "VARCHAR", Doc: "what is found; NULL: it has not been looked at"},
		{Name: "certified", Type: "VARCHAR", Doc: "what the certificate says; NULL: nothing"},
	},
	Example: `SELECT item, certified, found, holds
FROM certificate_check('(VALUES (''20s'', ''Flu''), (''20s'', ''Cold''), (''30s'', ''Flu'')) t(age, disease)', certificate := '{"columns": [{"name": "age", "type": "VARCHAR"}, {"name": "disease", "type": "VARCHAR"}],
    "engine": {"duckdb": "v1.5.5", "skyline": "0.1.0"},
    "fingerprint": "a89f952863cf066f3984a4a5bd6fc7262f324b3f9976233cf5ee424b33b4900b",
    "format": "skyline certificate 1",
    "hash": "fd9287915b7e6ed03dca8b64703f201e070e830489837824bfe29d011dbc900e",
    "parameters": {"other_columns": "keep", "privacy": {"k_anonymity": 2}, "qi": ["age"], "values_per_person": "one"},
    "people": 4,
    "requirements": [{"achieved": 2, "holds": true, "required": 2, "requirement": "k_anonymity", "rule": "people in a QI group >= 2", "value": null}],
    "rows": 4}')
WHERE item NOT IN ('engine', 'hmac')`,
	Notes: []string{
		"`SELECT bool_and(holds) FROM certificate_check(…)` is true where nothing fails. Look at the rows with NULL too: they say what has not been checked.",
		"Nothing in the certificate becomes SQL but names of columns, numbers and texts, in quotes; tables are those of the call. A certificate of somebody else's cannot read other tables.",
		"A text that is no certificate, or one of a format that this version does not know, is an error; so is a table without the columns that the parameters name, or of which `release_check` cannot count the people, such as one with a row twice where `person` has one each, and a table of counts whose totals do not add up. Everything else is a row.",
	},
	NotPromised: "The item `certificate` shows a change that was made by mistake. Somebody who changes one on purpose makes it anew: only `key`, or a signature, says who has written it. See [Keys and signatures](#keys-and-signatures).",
	Cost:        costs,
	Plan:        planCertificateCheck,
	Scalars:     func() []host.Scalar { return []host.Scalar{itemsScalar()} },
}

func planCertificateCheck(c *call.Call) (sqltext.SQL, error) {
	text, err := c.Text("certificate", whatCertificate)
	if err != nil {
		return "", err
	}
	certified, err := readGiven(c, text)
	if err != nil {
		return "", err
	}
	m, key, err := toMeasure(c, certified)
	if err != nil {
		return "", err
	}
	judging := spec{Certificate: text, Key: key, Audited: m.cube != nil && !m.notAudited, Checked: m.cube != nil && m.cube.Check != nil}
	if judging.Audited {
		judging.Tables, _ = m.cube.Others()
	}
	given, err := planning.ReadGiven(c)
	if err != nil {
		return "", err
	}
	if given != nil {
		judging.Plan = given.Hash
	}
	var p sqltext.Plan
	if err := m.add(&p, c); err != nil {
		return "", err
	}
	p.With("__skyline_items", "what is certified, and what is found", sqltext.Fill("SELECT UNNEST(__skyline_certificate_items({spec}, text), recursive := true) FROM {data}",
		sqltext.Args{"spec": sqltext.JSON(judging), "data": data}))
	return p.Statement("SELECT * EXCLUDE (i) FROM __skyline_items ORDER BY i ASC"), nil
}

// plainName is a name that needs no quotes.
var plainName = regexp.MustCompile(`^[A-Za-z_][A-Za-z_0-9.]{0,63}$`)

// fromTable is how to give the certificate that a table has, where a text names one; "" where it
// does not.
func fromTable(text string) string {
	source, err := sqltext.FromTable(text)
	name := "(…)"
	switch {
	case err != nil:
		return ""
	case !sqltext.IsQuery(source) && !plainName.MatchString(text):
		return "" // a text of any kind, which is not shown
	case !sqltext.IsQuery(source):
		name = text
	}
	return fmt.Sprintf("; if a table has it, put it into a variable: SET VARIABLE certificate = (SELECT certificate FROM %s), and then certificate := getvariable('certificate')", name)
}

// toMeasure reads what is to be found out, and the key.
func toMeasure(c *call.Call, certified *content) (*measuring, string, error) {
	key, err := readKey(c)
	if err != nil {
		return nil, "", err
	}
	m := &measuring{}
	if m.original, err = c.OptionalSource("original"); err != nil {
		return nil, "", err
	}
	if m.original != "" && key == "" {
		return nil, "", c.Errorf("key must be given for original: the one that the certificate was made with")
	}
	if m.public, err = c.OptionalSource("public"); err != nil {
		return nil, "", err
	}
	if m.public != "" && !certified.Parameters.ofTable() {
		return nil, "", c.Errorf("public must be left out: the certificate has no requirement of presence or a population")
	}
	if certified.Parameters.Cube != nil || c.Arguments[cubes.ParamCube.Name] != nil {
		return m, key, m.readCube(c, certified)
	}
	arguments, err := certified.Parameters.arguments(c)
	if err != nil {
		return nil, "", err
	}
	inner := c.Inner(check.ReleaseCheck, arguments)
	if m.in, err = people.NewInput(inner); err != nil {
		return nil, "", err
	}
	if privacy := arguments["privacy"].(map[string]any); len(privacy) > 0 || len(certified.Parameters.Privacy) == 0 {
		m.check = inner
	}
	return m, key, nil
}

// itemsScalar is __skyline_certificate_items(spec, measured): the rows of certificate_check.
func itemsScalar() host.Scalar {
	const name = "__skyline_certificate_items"
	return host.ScalarOf(name, func(a *judged) ([]item, error) {
		s, m, err := a.read(name)
		if err != nil {
			return nil, err
		}
		certified, err := readContent(s.Certificate)
		if err != nil {
			return nil, fmt.Errorf("certificate_check: certificate %w", err)
		}
		found, err := m.certificate(&certified.Parameters, s.Key, s.Tables)
		if err != nil {
			return nil, fmt.Errorf("certificate_check: what is found %w", err)
		}
		found.Plan = s.Plan
		return compare(certified, found, s.Key, func(requirement string) bool {
			if certified.Parameters.Cube != nil {
				return s.Audited && (s.Checked || !cubes.IsOfMicrodata(requirement))
			}
			v, asked := certified.Parameters.Privacy[requirement]
			return !asked || !ofTable(requirement, v) || found.Public != ""
		})
	})
}
