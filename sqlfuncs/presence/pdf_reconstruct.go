package presence

import (
	"fmt"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldpeople"
	"skyline/sqlfuncs/oldtext"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/release"
)

var PdfReconstruct = &call.Function{
	Name:        "pdf_reconstruct",
	Summary:     "A table of values drawn from the distributions of a pdf generalization.",
	Description: "The table's own columns, in their places; in each `qi` column, a MAP of values and their probabilities, stands one of the values, drawn with its probability, for each row and column independently (Definition 7 of the source). So what works on plain tables works on the result: rules, classifiers, `release_utility` (with `groups := NULL` where there is no column `group_id`). Other columns are not touched: which of them may be released was decided with the distributions, see `others` of [`pdf_generalize`](#pdf_generalize).",
	Params: []call.Param{
		{Name: "tbl", Type: "VARCHAR", Doc: "the generalized table, as `pdf_generalize` makes it: named as in `skyline_check`"},
		{Name: "qi", Type: "VARCHAR[]", Doc: "the columns to draw: MAPs of values and probabilities"},
		call.ParamSeed,
	},
	Columns: []call.ResultColumn{{Name: call.ColumnsOfTable, Type: "", Doc: "the columns of `tbl`, each `qi` column as VARCHAR"}},
	Example: `FROM pdf_reconstruct('(VALUES (1, MAP {''Pr'': 0.25, ''St'': 0.75}, ''>50K''), (2, MAP {''Pr'': 0.25, ''St'': 0.75}, ''<=50K'')) t(id, job, salary)',
                     qi := ['job'], seed := 1) ORDER BY id`,
	Notes: []string{
		"The keys may have any type; their texts stand in the result, and the key `NULL` becomes NULL, as `pdf_generalize` writes it. Cast a column to have its own type back: `SELECT * REPLACE (age::INTEGER AS age) FROM pdf_reconstruct(…)`.",
		"Probabilities may have any numeric type. It is an error if a column is no such MAP, or if one of them is NULL or empty, or has probabilities that are NULL, negative or infinite, or that do not add up to 1 within 1e-9.",
		"Without `seed` all randomness is fresh and cryptographic. With one the result does not depend on the order of rows, on threads or on storage: the draws of a row follow from what the row is, and from which of several equal ones it is. Draws have 53 random bits.",
		call.NoteDraws("pdf_reconstruct", "Several draws from one release tell no more than the release, since they are made of it alone; but what is counted in one does not match the next."),
		"Cost: one scan, and time in proportion to the values in the distributions.",
		"Source: Nergiz, Cetintas, Akova, “Generalizations with probability distributions for data anonymization”, Purdue CSD TR 08-001 (2008), Sect. IV.",
	},
	Plan:    call.Old(planPDFReconstruct),
	Scalars: func() []host.Scalar { return []host.Scalar{copiesScalar(), copyScalar(), drawScalar()} },
}

// mapTypes are the types of columns that are drawn from.
const mapTypes = `MAP\(.*, (U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9, ]*\))\)`

func planPDFReconstruct(c *call.Call) (string, error) {
	in, err := oldpeople.NewInput(c)
	if err != nil {
		return "", err
	}
	random, err := c.Seed()
	if err != nil {
		return "", err
	}
	var ctes []string
	if random.Once {
		ctes = append(ctes, fmt.Sprintf("__skyline_input AS MATERIALIZED (SELECT * FROM %s AS tbl)", in.Source))
		in.Source = "__skyline_input"
		ctes = append(ctes, random.Bound(c, in.Source)...)
	}
	keys := in.KeyList()
	var wrong, drawn strings.Builder
	replaced, own, typed := make([]string, len(in.Qi)), make([]string, len(in.Qi)), make([]string, len(in.Qi))
	for i, name := range in.Qi {
		fmt.Fprintf(&wrong, " WHEN NOT system.main.regexp_full_match(system.main.typeof(%s), '%s') THEN %s", keys[i], mapTypes,
			in.OldFailCounted("the qi column "+oldtext.QuoteIdentifier(name)+" must be a MAP of values and their probabilities, as pdf_generalize makes them, got ", oldtext.TypeText(keys[i]), ""))
		m := func(table string) string {
			return fmt.Sprintf("TRY_CAST(%s.%s AS MAP(VARCHAR, DOUBLE))", table, oldtext.QuoteIdentifier(name))
		}
		own[i], typed[i] = "__skyline_"+keys[i], fmt.Sprintf("%s AS %s", in.Column(name), keys[i])
		fmt.Fprintf(&drawn, ", system.main.__skyline_draw(%s, __skyline_hash, __skyline_copy, %d, system.main.map_values(%s)) AS %s", random.Key(), i+1, m(release.OldRow), own[i])
		// Not list_extract: see castLike.
		key := fmt.Sprintf("system.main.list_aggregate(system.main.list_select(system.main.map_keys(%s), system.main.list_value(x.%s)), 'any_value')", m("x"), own[i])
		replaced[i] = fmt.Sprintf("CASE WHEN %s = %s THEN NULL ELSE %s END AS %s", oldtext.Encoded(key), oldtext.Encoded(oldtext.QuoteText(people.NullKey)), key, oldtext.QuoteIdentifier(name))
	}
	nulls := strings.TrimSuffix(strings.Repeat("NULL, ", len(keys)), ", ")
	ctes = append(ctes,
		fmt.Sprintf("__skyline_kinds AS (SELECT %s FROM %s AS tbl WHERE false UNION ALL SELECT %s)", strings.Join(typed, ", "), in.Source, nulls),
		fmt.Sprintf("__skyline_typed AS MATERIALIZED (SELECT CASE%s ELSE true END AS ok FROM __skyline_kinds)", wrong.String()),
	)
	// Drawn a step before keys are looked up: each place where it stands would draw anew,
	// and where keys are NULL none does, on DuckDB 2.
	from := fmt.Sprintf("(SELECT t.*, 0::BIGINT AS __skyline_hash, 0::BIGINT AS __skyline_copy FROM %s AS t)", in.Source)
	if !random.Fresh() {
		ctes = append(ctes, "__skyline_copies AS MATERIALIZED (SELECT system.main.__skyline_copies() AS copies)")
		from = fmt.Sprintf("(SELECT t.*, (system.main.hash(*COLUMNS(*)) >> 1)::BIGINT AS __skyline_hash FROM %s AS t)", in.Source)
		from = fmt.Sprintf("(SELECT t.*, system.main.__skyline_copy(c.copies, t.__skyline_hash) AS __skyline_copy FROM %s AS t CROSS JOIN __skyline_copies AS c)", from)
	}
	return oldtext.PlanWith(ctes, oldtext.Released(fmt.Sprintf("SELECT x.* EXCLUDE (__skyline_hash, __skyline_copy, %s) REPLACE (%s) FROM (SELECT %s.*%s FROM %s AS %s JOIN __skyline_typed ON __skyline_typed.ok) AS x",
		strings.Join(own, ", "), strings.Join(replaced, ", "), release.OldRow, drawn.String(), from, release.OldRow))), nil
}
