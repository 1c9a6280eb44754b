package certificate

import (
	"fmt"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/check"
	"skyline/sqlfuncs/cubes"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/planning"
	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/sqltext"
)

// ReleaseCertificate is release_certificate.
var ReleaseCertificate = &call.Function{
	Name:        "release_certificate",
	Summary:     "Writes down what a release satisfies, and which table it is: a certificate, as JSON.",
	Questions:   []string{"How can I show later, and to others, what a release satisfied?"},
	Description: "One row with a text: what is required and what the release has, as [`release_check`](#release_check) says it, how many rows and people there are, the columns, and a [fingerprint](#the-fingerprint) by which the table is known again. [`certificate_check`](#certificate_check) compares a table with it.",
	Params: []call.Param{
		call.ParamTable, call.ParamQI, call.ParamSensitiveIfAny, people.ParamPrivacy, call.ParamPerson, call.ParamWeight, call.ParamValues, people.ParamAbsentValues, release.ParamOtherColumnsChecked,
		{Name: "original", Type: "VARCHAR", Default: "NULL", Doc: "the table that the release was made of, named like `tbl`: its fingerprint goes into the certificate, as an HMAC, so that nobody without `key` can try out what it was"},
		paramKey, call.ParamOtherSensitive, cubes.ParamCube,
	},
	Columns: []call.ResultColumn{{Name: "certificate", Type: "VARCHAR", Doc: "the certificate: see [What is in a certificate](#what-is-in-a-certificate)"}},
	Example: `SELECT certificate->>'rows' AS rows, certificate->>'people' AS people, certificate->>'$.requirements[0].achieved' AS smallest,
       certificate->>'fingerprint' AS fingerprint
FROM release_certificate('(VALUES (''20s'', ''Flu''), (''20s'', ''AIDS''), (''20s'', ''Flu''),
                                  (''30s'', ''Cold''), (''30s'', ''Flu'')) t(age, disease)',
                         qi := ['age'], sensitive := 'disease', privacy := {'k_anonymity': 2})`,
	Notes: []string{
		"The same table, parameters and versions give the same text, whatever the order of rows.",
		"A requirement that does not hold is certified too, as not holding.",
		"A skyline must be a list of points, or a variable that has one: a certificate holds the points themselves. The table that requirements name, `public` or `population`, is in it by its fingerprint.",
		"The table is read several times: a view or a query that is random, such as one of `skyline_anonymize`, should be kept in a table first.",
		"`exact_values` of `release_check` is about the original, and is not certified.",
	},
	NotPromised: "A certificate has the fingerprint of the release, its counts, and the sensitive values that its requirements name: it is to be published where the release may be, and no further. It says what the table satisfies, not how it was made.",
	Cost:        costs,
	Source:      "canonical JSON: RFC 8785; SHA-256: FIPS 180-4; HMAC: RFC 2104.",
	Plan:        planReleaseCertificate,
	Scalars:     func() []host.Scalar { return []host.Scalar{certificateScalar()} },
}

const costs = "`release_check`; a GROUP BY of all columns, each different row of which is hashed; and a scan that counts people. It takes 1.5 to 3 times as long as that GROUP BY alone for a release of 90,000 different rows, 3 to 6 times where all rows are different: [how fast](../../tests/benchmarks/README.md#certificates). Beside DuckDB's memory it keeps 40 to 100 bytes for each different row, and none of its values."

// forwarded are the parameters of release_check that a certificate has.
var forwarded = []string{"tbl", "qi", "sensitive", "privacy", "person", "weight", "values_per_person", "absent_values", "other_columns", "other_sensitive"}

func planReleaseCertificate(c *call.Call) (sqltext.SQL, error) {
	var m measuring
	key, err := readKey(c)
	if err != nil {
		return "", err
	}
	if err := m.readRelease(c); err != nil {
		return "", err
	}
	if m.original, err = c.OptionalSource("original"); err != nil {
		return "", err
	}
	if m.original != "" && key == "" {
		return "", c.Errorf("key must be given for original: without it, anybody could try out which table has its fingerprint")
	}
	if privacy, ok := c.Arguments["privacy"].(map[string]any); ok {
		if m.public, err = publicOf(c, privacy); err != nil {
			return "", err
		}
	}
	var p sqltext.Plan
	if err := m.add(&p, c); err != nil {
		return "", err
	}
	made := spec{Key: key, Overrides: c.Overrides}
	if m.cube != nil {
		made.Tables, _ = m.cube.Others()
		made.Parameters = &parameters{Cube: portableCube(m.cube.Given), Privacy: map[string]any{}}
	} else if made.Parameters, err = fromCall(c, m.check); err != nil {
		return "", err
	}
	if plan := planning.Of(c); plan != nil {
		made.Plan = plan.Hash
	}
	return p.Statement(sqltext.Fill("SELECT __skyline_certificate({spec}, text) AS certificate FROM {data}",
		sqltext.Args{"spec": sqltext.JSON(made), "data": data})), nil
}

// readRelease reads what is released: rows, or a table of counts.
func (m *measuring) readRelease(c *call.Call) (err error) {
	if given := c.Arguments[cubes.ParamCube.Name]; given != nil {
		if err := cubes.RefuseRows(c, "tbl", "original", "key", cubes.ParamCube.Name); err != nil {
			return err
		}
		m.cube, err = cubes.ReadPublication(c, given, "tbl", true)
		return err
	}
	arguments := map[string]any{}
	for _, name := range forwarded {
		arguments[name] = c.Arguments[name]
	}
	m.check = c.Inner(check.ReleaseCheck, arguments)
	m.in, err = people.NewInput(m.check)
	return err
}

// publicOf is what stands behind FROM for the table that requirements name, which is one, ""
// for none.
// What is wrong with it release_check says.
func publicOf(c *call.Call, privacy map[string]any) (sqltext.SQL, error) {
	for name, v := range privacy {
		known, _ := people.RequirementName(name, people.RequirementNames())
		member := people.MemberBeside(known)
		if member == "" {
			continue
		}
		if table, ok := lowered(v)[member].(string); ok && table != "" {
			source, err := sqltext.FromTable(table)
			if err != nil {
				err = c.Errorf("privacy: %s: %s: %v", known, member, err)
			}
			return source, err
		}
	}
	return "", nil
}

// certificateScalar is __skyline_certificate(spec, measured): the text of a certificate.
func certificateScalar() host.Scalar {
	const name = "__skyline_certificate"
	return host.ScalarOf(name, func(a *judged) (string, error) {
		s, m, err := a.read(name)
		if err != nil {
			return "", err
		}
		if s.Parameters == nil {
			s.Parameters = &parameters{}
		}
		c, err := m.certificate(s.Parameters, s.Key, s.Tables)
		if err != nil {
			return "", fmt.Errorf("release_certificate: what is certified %w", err)
		}
		c.Plan, c.Overrides = s.Plan, s.Overrides
		return c.text(s.Key)
	})
}
