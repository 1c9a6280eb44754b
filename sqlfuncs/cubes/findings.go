package cubes

import (
	"database/sql"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"skyline/engine/cube/primary"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/sqltext"
)

// The relations of a plan that say what is found of a publication.
const (
	// Audited has the columns of cube_audit's rows.
	Audited = sqltext.SQL("__skyline_audited")
	// Beside has a row for each published cell beside the microdata: masked, whether it has no number; number and
	// counted, what is published and what is true; safe and broken, what cube_check says, NULL for cells of nobody.
	Beside = sqltext.SQL("__skyline_beside")
)

// The requirements that all tables of counts have, beside those of rules: Follow is about the cells that can be
// computed too closely, Numbers about those with another number than the microdata have.
const (
	Follow  = "cells_that_follow"
	Numbers = "numbers"
)

// AddFindings adds a relation of a row for each thing that is found:
//
//	requirement, rule VARCHAR     what it is
//	required, achieved BIGINT     how many cells there may be, and how many there are; required is NULL for what
//	                              is only counted
//	holds BOOLEAN
//
// How many of the masked cells break a rule is not among them: that tells which are small.
func (k *Publication) AddFindings(p *sqltext.Plan, name sqltext.SQL) error {
	audit, err := k.Audit.Function.Plan(k.Audit)
	if err != nil {
		return err
	}
	p.Keep(Audited, "what follows of each cell that has no number of its own", audit)
	rows := []sqltext.SQL{
		sqltext.Fill("SELECT {follow} AS requirement, 'cells that can be computed more closely than allowed <= 0' AS rule, 0::BIGINT AS required, count(*) FILTER (WHERE NOT safe) AS achieved FROM {audited}",
			sqltext.Args{"follow": sqltext.Text(Follow), "audited": Audited}),
		sqltext.Fill("SELECT cell, concat(cell, ' cells'), NULL::BIGINT, count(*) FROM {audited} WHERE cell <> {line} GROUP BY cell", sqltext.Args{"audited": Audited, "line": sqltext.Text(ofLine)}),
	}
	if k.Check != nil {
		if err := k.addBeside(p); err != nil {
			return err
		}
		rows = append(rows, k.ofMicrodata()...)
	}
	p.Keep(name, "what is required of the table, and what it has", sqltext.Fill("SELECT *, achieved <= required AS holds FROM (\n{rows}\n)",
		sqltext.Args{"rows": sqltext.Join("\nUNION ALL\n", rows...)}))
	return nil
}

// isChanged reports whether the published numbers are not the true ones.
func (k *Publication) isChanged() bool { return k.tables[0].Rounding != nil || k.tables[0].Noise != "" }

// ofMicrodata are the findings on cells beside the microdata.
func (k *Publication) ofMicrodata() (rows []sqltext.SQL) {
	row := func(requirement, rule string, counted sqltext.SQL) {
		rows = append(rows, sqltext.Fill("SELECT {requirement}, {rule}, 0::BIGINT, count(*) FILTER (WHERE NOT masked AND {counted}) FROM {beside}", sqltext.Args{
			"requirement": sqltext.Text(requirement), "rule": sqltext.Text(rule), "counted": counted, "beside": Beside,
		}))
	}
	if k.isChanged() {
		return nil
	}
	if k.check.samplingWeight == "" {
		row(Numbers, "numbers that are not those of the original <= 0", "number IS DISTINCT FROM counted")
	}
	for rule, name := range primary.Names() {
		if breaking := k.check.breaking(primary.Rule(rule)); breaking != "" {
			row(name, "cells that are shown and "+breaking+" <= 0", "list_contains(broken, "+sqltext.Text(name)+")")
		}
	}
	return rows
}

// addBeside adds the cells of the published table, each beside what the microdata have there.
func (k *Publication) addBeside(p *sqltext.Plan) error {
	check, err := k.Check.Function.Plan(k.Check)
	if err != nil {
		return err
	}
	t := &k.tables[0]
	n := len(t.By)
	element := func(i int) sqltext.SQL { return sqltext.ListElement("v", sqltext.Int(int64(i)+1)) }
	labels, own := sqltext.Numbered(n, "l#"), make([]sqltext.SQL, n)
	var bits []sqltext.SQL
	for i := range labels {
		total := sqltext.Fill("{label} IS NULL", sqltext.Args{"label": element(i)})
		switch {
		case t.Grouped:
			total = sqltext.Fill("TRY_CAST({grouping} AS BIGINT) & {bit} <> 0", sqltext.Args{"grouping": element(n + 2), "bit": sqltext.Int(k.check.sets.bit(i))})
		case t.Total != nil:
			total = sqltext.Fill("{label} IS NOT DISTINCT FROM {total}", sqltext.Args{"label": element(i), "total": sqltext.Text(*t.Total)})
		}
		bits = append(bits, sqltext.Fill("CASE WHEN {total} THEN {bit} ELSE 0 END", sqltext.Args{"total": total, "bit": sqltext.Int(k.check.sets.bit(i))}))
		own[i] = sqltext.Fill("CASE WHEN NOT ({total}) THEN {label} END AS {as}", sqltext.Args{"total": total, "label": element(i), "as": labels[i]})
	}
	counted := sqltext.SQL("people")
	if k.check.value != "" {
		counted = "value"
	}
	texts := sqltext.Map(t.By, func(i int, name string) sqltext.SQL {
		return sqltext.TextOf(sqltext.Canonical("tbl."+sqltext.Ident(name))) + " AS " + labels[i]
	})
	p.Keep(Beside, "the published cells beside what the original has there", sqltext.Fill(`
		SELECT t.masked, t.number, coalesce(r.counted, 0) AS counted, r.safe, r.broken
		FROM (
		    SELECT {own}, {bits} AS g, __skyline_cube_masked({masks}, {value}) AS masked, TRY_CAST({value} AS DECIMAL(38, 6)) AS number
		    FROM (
		        {rows}
		    )
		) AS t LEFT JOIN (
		    SELECT {texts}, tbl.grouping AS g, TRY_CAST(tbl.{counted} AS DECIMAL(38, 6)) AS counted, tbl.safe, tbl.broken
		    FROM ({check}) AS tbl
		) AS r ON r.g = t.g AND {same}
	`, sqltext.Args{
		"own": sqltext.List(own), "bits": sqltext.Join(" + ", bits...), "masks": sqltext.JSON(maskSpec{t.Masks}), "value": element(n), "rows": t.rows(0),
		"texts": sqltext.List(texts), "counted": counted, "check": check, "same": sqltext.Equal("r", "t", labels),
	}))
	return nil
}

// maskSpec is what __skyline_cube_masked knows of a table.
type maskSpec struct {
	Masks []mask `json:"masks"`
}

// maskedArgs are the arguments of __skyline_cube_masked.
type maskedArgs struct {
	Spec  string
	Value sql.Null[string]
}

// maskedScalar is __skyline_cube_masked(spec, value): whether a text stands in the place of a number.
func maskedScalar() host.Scalar {
	return host.ScalarOf("__skyline_cube_masked", func(a *maskedArgs) (bool, error) {
		var s maskSpec
		if json.Unmarshal([]byte(a.Spec), &s) != nil {
			return false, errors.New("__skyline_cube_masked: spec must be what a plan writes there")
		}
		return !a.Value.Valid || maskOf(&given{Masks: s.Masks}, strings.Clone(a.Value.V), false) != nil, nil
	})
}

// IsOfMicrodata reports whether a requirement of AddFindings is about the microdata.
func IsOfMicrodata(requirement string) bool {
	return requirement == Numbers || slices.Contains(primary.Names(), requirement)
}
