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
	paramExactOriginal    = call.Param{Name: "original", Type: "VARCHAR", Default: "NULL", Doc: "the table that the release was made of, named like `tbl`: so that the row `exact_values` can tell whom labels show, see [Exact values in labels](#exact-values-in-labels)"}
	paramExactHierarchies = call.Param{Name: "hierarchies", Type: "VARCHAR", Default: "NULL", Doc: "with `original`: the table of hierarchies that the release was made with, whose labels are nobody's values"}
	paramExactValues      = call.Param{Name: "exact_values", Type: "DOUBLE", Default: "NULL", Doc: "with `original`: the largest share of its people, in [0, 1], whom labels may show; NULL: the row says how many, and requires nothing"}
)

const noteExactValues = "Where labels of `qi` columns are ranges or sets, or `original` is given, the row `exact_values`, the last but `others`, is about the people whom values in labels single out: see [Exact values in labels](#exact-values-in-labels). Without `original` nobody can tell, and `achieved` is NULL; without a limit, `exact_values := 0.01`, nothing is required, and `required` and `holds` are NULL. `value` is NULL."

// ExactValuesReference is the section of the reference on values in labels.
const ExactValuesReference = `
## Exact values in labels

A label like ` + "`[20, 29]`" + ` says more than which values a group covers, if its ends are the least and the greatest that occur: it says that somebody has each of them. Whoever knows that Ann is the only one who weighs 123.4 kg, and sees ` + "`[118.2, 123.4]`" + `, knows that Ann is in the table. No requirement in ` + "`privacy`" + ` is about that, so ` + "[`release_check`](#release_check)" + ` has a row ` + "`exact_values`" + `, where its parameter ` + "`original`" + ` is the table that the release was made of.

A person is *shown by an exact value* if, in some ` + "`qi`" + ` column, nobody else in ` + "`original`" + ` has their value, and some label of the release in this column shows that value. ` + "`achieved`" + ` is the share of all people in ` + "`original`" + ` who are, each counted once; ` + "`rule`" + ` names the columns with a share for each.

| a label | shows |
|---|---|
| ` + "`20`" + ` | this value |
| ` + "`[20, 29]`" + ` | its ends, 20 and 29 |
| ` + "`{F, M}`" + ` | its members; one with commas, however they can be read |
| ` + "`… or NULL`, `{F, NULL}`" + `, NULL | NULL, which is a value here, too |
| a STRUCT of ` + "`output := 'bounds'`" + ` | ` + "`low`, `high`" + `, what its ` + "`label`" + ` shows, and NULL with ` + "`has_null`" + ` |
| one of ` + "`hierarchies`" + `, at level 1 or above | nothing, whether it is written as a range or a set; but one that stands for nothing but the value that is written like it shows that value |
| ` + "`*`" + ` | nothing |

- Ends and members are read in the type of the column of ` + "`original`" + `, and compared as [Equality](#equality) says.
- The label may be that of any group, also of one that the person is not in: with ` + "`extent := 'region'`" + ` ends are values of the table, and tell that they occur in it. Whether the release was made of this table is not looked at: an end that happens to be somebody's value, because it was rounded to it, counts.
- A row is a person, a row of weight w is w people, who are not alone with their values. With ` + "`values_per_person := 'set'` or `'multiset'`" + ` people are those of ` + "`person`, which `original`" + ` must have, too; somebody who shares a value only with their own rows is alone with it.
- People whom the release leaves out belong to the people of ` + "`original`" + `.
- A release with exact ` + "`qi`" + ` columns, such as a bucketized one, shows all values by design.

Whoever is alone in the table need not be alone in the world: the share is a bound from above for an adversary who knows one column of everybody. On Adult (45,222 people; age, hours per week, fnlwgt; k = 10; ` + "`split := 'information_gain'`, `sensitive := 'occupation'`" + `) it is 2,877 people, nearly all by their fnlwgt; 2,378 with ` + "`extent := 'region'`" + `, 139 with ` + "`rounding := {'fnlwgt': 100}`" + `, and 15 with ` + "`{'fnlwgt': 1000}`" + `, which costs 0.02 percentage points of ` + "`ncp`" + `. It falls with ` + "`rounding`" + `, to nearly nothing where the steps are well above the distances between values, and with ` + "`extent := 'region'`" + `, where many groups share an end; a hierarchy leaves nothing of it. ` + "`skyline_anonymize`" + ` does not look at it: ends of integers and dates are exact unless ` + "`rounding`" + ` says otherwise.

**Not promised:** anything about values of several columns together, or about values that two people have.

Cost: a scan of each of the two tables, with one GROUP BY for each ` + "`qi`" + ` column.
`

// exactValues is what has to be known to tell whom labels show.
type exactValues struct {
	*people.Input
	original    sqltext.SQL // what stands behind FROM
	hierarchies sqltext.SQL // likewise, or ""
	limit       sqltext.SQL // exact_values as a DOUBLE, NULL for none
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
			if c.Arguments[param] != nil {
				return nil, c.Errorf("original must be given for %s: the table that the release was made of", param)
			}
		}
		return nil, nil
	}
	if len(in.QI) > maxGrouped {
		return nil, c.Errorf("original must be given for at most %d qi columns, got %d; check some of them at a time", maxGrouped, len(in.QI))
	}
	person := ""
	if x.ofPersons() {
		person = in.Person
	}
	x.original = c.HavingRoles("original", x.original, call.Role{Param: "qi", Columns: in.QI}, call.RoleOf("person", person), call.RoleOf("weight", in.Weight))
	return x, nil
}

// maxGrouped is for how many columns grouping() has a bit.
const maxGrouped = 62

// ofPersons is whether people are those of the person column, not rows.
func (x *exactValues) ofPersons() bool { return x.ValuesPerPerson != people.One }

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
		    CASE WHEN x.people > 0 THEN x.alone / x.people END AS achieved,
		    __skyline_within({limit}, x.alone::BIGINT, TRY_CAST(x.people AS BIGINT)) AS holds,
		    concat('share of people of original who are alone with a value that labels show (', x.shown, ')'{bound}) AS rule,
		    t.s AS value
		FROM __skyline_shown_people AS x CROSS JOIN {types} AS t
	`, sqltext.Args{"limit": x.limit, "bound": bound, "types": people.Types})
}

// labelled are aggregates over QI groups, l1, l2, …: whether some label of a column may be
// a range or a set.
func labelled(in *people.Input) sqltext.SQL {
	return sqltext.Join(",\n", sqltext.Numbered(len(in.QI),
		`coalesce(bool_or(CASE WHEN typeof(q#) = 'VARCHAR' THEN regexp_full_match(q#::VARCHAR, '(?s)\[.*, .*\](?: or NULL)?|\{.*\}') END), false) AS l#`)...)
}

// unknownRow is row where there is no original: there is one if a column of texts, or of
// bounds, has such labels. __skyline_gathered has labelled.
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
		FROM __skyline_gathered AS x CROSS JOIN {types} AS t
		WHERE {labels}
	`, sqltext.Args{"types": people.Types, "labels": sqltext.Join(" OR ", labels...)})
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
