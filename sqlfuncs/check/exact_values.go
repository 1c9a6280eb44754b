package check

import (
	"database/sql"
	"errors"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// A label that is the least that covers a group ends at values of its people. Who is alone
// with such a value, and is known to have it, is known to be in the table. This file finds
// out whom the labels of a release show in that way: for that it needs the table that the
// release was made of.

var (
	paramExactOriginal    = call.Param{Name: "original", Type: "VARCHAR", Default: "NULL", Doc: "the table that the release was made of, named like `tbl`, for the row `exact_values`: see [Exact values in labels](#exact-values-in-labels)", Raw: true}
	paramExactHierarchies = call.Param{Name: "hierarchies", Type: "VARCHAR", Default: "NULL", Doc: "with `original`: the table of hierarchies that the release was made with, whose labels are nobody's values"}
	paramExactValues      = call.Param{Name: "exact_values", Type: "DOUBLE", Default: exactValuesDefault, Doc: "with `original`: the largest share of its people, in [0, 1], whom labels may show; by default one in twenty; NULL: the row says how many, and requires nothing"}
)

// exactValuesDefault is people.MostShown as a parameter.
const exactValuesDefault = "0.05"

// exactValues is what has to be known to tell whom labels show.
type exactValues struct {
	*people.Input
	original    sqltext.SQL // what stands behind FROM
	hierarchies sqltext.SQL // likewise, or ""
	limit       sqltext.SQL // exact_values as a DOUBLE, NULL for none
	counts      bool        // whether rows may be several of a person
}

// readExactValues reads the parameters on values in labels. It returns nil where there is
// no original.
func readExactValues(in *people.Input) (*exactValues, error) {
	c := in.Call
	x := &exactValues{Input: in, limit: "NULL::DOUBLE"}
	var err error
	if x.original, err = c.OptionalSource("original"); err != nil {
		return nil, err
	}
	if x.hierarchies, err = c.Hierarchies(); err != nil {
		return nil, err
	}
	if limit := c.Arguments["exact_values"]; limit != nil {
		err = c.CheckNumber("exact_values", "in [0, 1]", limit, func(share float64) bool {
			x.limit = sqltext.Float(share)
			return share >= 0 && share <= 1
		})
		if err != nil {
			return nil, err
		}
	}
	if x.original == "" {
		for _, param := range []string{"exact_values", "hierarchies"} {
			if c.Arguments[param] != nil && c.Number(param) != exactValuesDefault {
				return nil, c.Errorf("original must be given for %s: the table that the release was made of", param)
			}
		}
		return nil, nil
	}
	if len(in.QI) > MostOfOriginal {
		return nil, c.Errorf("original must be given for at most %d qi columns, got %d; check some of them at a time", MostOfOriginal, len(in.QI))
	}
	person := ""
	if x.ofPersons() {
		person = in.Person
	}
	x.original = c.HavingRoles("original", x.original, call.Role{Param: "qi", Columns: in.QI}, call.RoleOf("person", person), call.RoleOf("weight", in.Weight))
	return x, nil
}

// MostOfOriginal is how many qi columns release_check takes with original: as many as grouping()
// has bits for.
const MostOfOriginal = 62

// ofPersons is whether people are those of the person column, not rows.
func (x *exactValues) ofPersons() bool {
	return x.Anywhere || x.ValuesPerPerson != people.One && !x.TakesLists()
}

// row is the SELECT of the row on values in labels: the columns of a result of
// release_check.
func (x *exactValues) row() sqltext.SQL {
	bound := sqltext.SQL("")
	if number := x.Call.Number("exact_values"); number != "" {
		bound = ", ' <= ', " + sqltext.Text(number)
	}
	return sqltext.Fill(`
		SELECT
		    'exact_values' AS requirement, {limit} AS required,
		    CASE WHEN x.people > 0 THEN x.alone::DOUBLE / x.people END AS achieved,
		    __skyline_within({limit}, x.alone::BIGINT, TRY_CAST(x.people AS BIGINT)) AS holds,
		    concat('share of people of original who are alone with a value that labels show (', x.shown, ')'{bound}) AS rule,
		    t.s AS value
		FROM __skyline_shown_people AS x CROSS JOIN {types} AS t
	`, sqltext.Args{"limit": x.limit, "bound": bound, "types": people.Types})
}

// groupsAndLabels is the CTE of one row that addLabelled adds.
const groupsAndLabels = sqltext.SQL("__skyline_groups_and_labels")

// addLabelled adds the QI groups for the kernel, as AddCandidate's job has them, where there are
// some, together with l1, l2, …: whether some label of a column may be a range or a set that ends
// at values.
func addLabelled(p *sqltext.Plan, in *people.Input) {
	labelled := sqltext.Numbered(len(in.QI),
		`coalesce(bool_or(CASE WHEN typeof(q#) = 'VARCHAR' THEN regexp_full_match(q#::VARCHAR, '(?s)(\[.*, .*\]|[<>]= .*)( or NULL)?|\{.*\}') END), false) AS l#`)
	if !in.MatchesAny {
		labelled = append([]sqltext.SQL{in.Histograms() + " AS histograms"}, labelled...)
	}
	p.Keep(groupsAndLabels, "the QI groups for the kernel, and which labels may be ranges or sets", sqltext.Fill(`
		SELECT
		    {labelled}
		FROM {groups}
	`, sqltext.Args{"labelled": sqltext.Join(",\n", labelled...), "groups": people.Groups}))
}

// unknownRow is row where there is no original: there is one if a column of texts, or of
// bounds, has such labels.
func unknownRow(in *people.Input) sqltext.SQL {
	labels := sqltext.Map(sqltext.Numbered(len(in.QI), "t.o#"), func(i int, own sqltext.SQL) sqltext.SQL {
		return sqltext.Fill("x.l{i} AND (typeof({own}) = 'VARCHAR' OR {is_bounds})",
			sqltext.Args{"i": sqltext.Int(int64(i + 1)), "own": own, "is_bounds": sqltext.HasType(own, boundsType)})
	})
	return sqltext.Fill(`
		SELECT
		    'exact_values' AS requirement, NULL::DOUBLE AS required, NULL::DOUBLE AS achieved, NULL::BOOLEAN AS holds,
		    'share of people who are alone with a value that labels show: not known, as original is not given' AS rule,
		    t.s AS value
		FROM {labelled} AS x CROSS JOIN {types} AS t
		WHERE {labels}
	`, sqltext.Args{"labelled": groupsAndLabels, "types": people.Types, "labels": sqltext.Join(" OR ", labels...)})
}

// withinScalar is __skyline_within(share, part, whole): whether part is at most this share
// of the whole, exactly; NULL where one of them is.
func withinScalar() host.Scalar {
	type within struct {
		Share       sql.Null[float64]
		Part, Whole sql.Null[int64]
	}
	return host.ScalarOf("__skyline_within", func(a *within) (sql.Null[bool], error) {
		switch {
		case !a.Share.Valid || !a.Part.Valid || !a.Whole.Valid:
			return sql.Null[bool]{}, nil
		case !(a.Share.V >= 0 && a.Share.V <= 1) || a.Whole.V < 0:
			return sql.Null[bool]{}, errors.New("__skyline_within: share must be in [0, 1], and whole at least 0")
		}
		return host.Some(a.Part.V <= people.LimitOf(a.Share.V, a.Whole.V)), nil
	})
}
