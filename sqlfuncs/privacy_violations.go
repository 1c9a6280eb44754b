package sqlfuncs

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"sync"

	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/engine/privacy"
	"skyline/engine/progress"
)

var privacyViolations = &Function{
	Name:        "privacy_violations",
	Summary:     "The QI groups that violate privacy requirements, by how much, and the columns to blame.",
	Description: "A row for each QI group and each requirement of `privacy` that it violates; of a skyline, for each of its points and each sensitive value. A column is to blame if the requirement would hold for the people of the group without it: if the group were one with all groups that differ from it in this column only.",
	Params:      releaseCheck.Params,
	Columns: []ResultColumn{
		{"qi_group", "STRUCT", "the group's values in the `qi` columns"},
		{"size", "BIGINT", "how many people it has"},
		{"requirement", "VARCHAR", "the name of the requirement"},
		{"required", "DOUBLE", "its bound"},
		{"achieved", "DOUBLE", "what the group has; of a skyline, the breach probability of its people; of implications, the maximum disclosure about them"},
		{"value", "as `sensitive`", "of a skyline and of implications: the sensitive value; of `max_share`: the most frequent one of the group, of several the first by text, NULL last"},
		{"blame", "VARCHAR[]", "the `qi` columns to blame, in their order; empty if no single one is"},
		{"rule", "VARCHAR", "what is bounded, and how"},
	},
	Example: `FROM privacy_violations('(VALUES (20, ''F'', ''Flu''), (20, ''F'', ''AIDS''), (20, ''M'', ''Flu''), (30, ''M'', ''Cold'')) t(age, sex, disease)',
                        qi := ['age', 'sex'], sensitive := 'disease', privacy := {'k_anonymity': 2})`,
	Notes: []string{
		noteNull,
		"With `presence` there are rows for QI groups of the public table with nobody of `tbl`, too, and `size` counts the people of `tbl`.",
		"The rows are in the order of the groups, then of the requirements. No rows: the table satisfies them all.",
		"For a skyline and for implications, `achieved` is for targets in the group; what the adversary knows of others may be anywhere in the table. For a column to blame, the table is that with the groups merged into one, and the other groups as they are.",
		"Cost: that of `release_check`, and for each `qi` column a GROUP BY of the groups that differ from a violating one in that column only.",
		noteModel,
	},
	Plan: planPrivacyViolations,
	Scalars: func() []Scalar {
		return append(requirementsScalars("privacy_violations", violationFields, runPrivacyViolations), mergeScalar(), meetsScalar(), entriesScalar())
	},
}

func planPrivacyViolations(c *Call) (string, error) {
	in, err := newInput(c)
	if err != nil {
		return "", err
	}
	spec, err := c.privacy(in)
	if err != nil {
		return "", err
	}
	in.named = true
	ctes := planRequirements(in, spec, "0")
	ctes = append(ctes, fmt.Sprintf("__skyline_violations AS MATERIALIZED (SELECT %s, g.h, r.* FROM __skyline_rows AS r JOIN __skyline_groups AS g ON g.h = r.histogram)", prefixed("g", in.keyList())))
	var blames []string
	for i, name := range in.qi {
		blames = append(blames, in.blame(&ctes, i, name, spec.coupled))
	}
	ctes = append(ctes, fmt.Sprintf("__skyline_blames AS (SELECT %s, i, system.main.list(name ORDER BY pos ASC) AS names FROM (%s) GROUP BY ALL)", in.keys(), strings.Join(blames, " UNION ALL ")))
	return "WITH RECURSIVE " + strings.Join(ctes, ",\n") + fmt.Sprintf(
		"\nSELECT %s AS qi_group, r.size, r.requirement, r.required, r.achieved, %s AS value, coalesce(b.names, system.main.list_value()::VARCHAR[]) AS blame, r.rule FROM __skyline_violations AS r CROSS JOIN __skyline_types AS t LEFT JOIN __skyline_blames AS b ON b.i = r.i AND %s WHERE %s ORDER BY %s, r.i",
		in.groupStruct("r"), typedValue, equal("b", "r", in.keyList()), in.readable(), ordered("r", in.keyList())), nil
}

// blame adds the CTEs for a column: the groups that are one without it with a
// violating one, merged. It returns the SELECT of the violations that the column is to
// blame for. coupled says that a requirement looks at the other groups too.
func (in *input) blame(ctes *[]string, i int, name string, coupled bool) string {
	var others []string
	for j, key := range in.keyList() {
		if j != i {
			others = append(others, key)
		}
	}
	if len(others) == 0 {
		// All groups are one without the only column.
		others = []string{"0"}
	}
	keys := make([]string, len(others))
	for j, other := range others {
		keys[j] = fmt.Sprintf("%s AS o%d", other, j+1)
	}
	names := make([]string, len(others))
	for j := range others {
		names[j] = fmt.Sprintf("o%d", j+1)
	}
	o := strings.Join(names, ", ")
	n := i + 1
	// of counts the groups that are one by their histograms, where that matters.
	of, from := "system.main.encode('')", fmt.Sprintf("__skyline_one%d AS h", n)
	if coupled {
		of = "s.of"
		from += fmt.Sprintf(" JOIN (SELECT %s, system.main.__skyline_histogram(%s, system.main.hex(h), 1) AS of FROM __skyline_close%d GROUP BY %s) AS s ON %s",
			o, planKey, n, o, equal("s", "h", names))
	}
	*ctes = append(*ctes,
		fmt.Sprintf("__skyline_near%d AS (SELECT %s, system.main.min(checker) AS checker FROM __skyline_violations GROUP BY %s)", n, strings.Join(keys, ", "), o),
		fmt.Sprintf("__skyline_close%d AS (SELECT %s, near.checker, x.h FROM (SELECT %s, h FROM __skyline_groups) AS x JOIN __skyline_near%d AS near ON %s)",
			n, prefixed("x", names), strings.Join(keys, ", "), n, equal("near", "x", names)),
		fmt.Sprintf("__skyline_one%d AS (SELECT %s, checker, system.main.__skyline_absent(system.main.__skyline_histogram(%s, value, n), %s) AS h FROM (SELECT %s, checker, UNNEST(system.main.__skyline_entries(h), recursive := true) FROM __skyline_close%d) GROUP BY %s, checker)",
			n, o, planKey, bigint("coalesce(system.main.sum(absent), 0)"), o, n, o),
		fmt.Sprintf("__skyline_merged%d AS MATERIALIZED (SELECT %s, system.main.__skyline_merge(h.checker, h.h, %s) AS merged FROM %s)", n, prefixed("h", names), of, from))
	return fmt.Sprintf("SELECT %[1]s, v.i, %[2]d AS pos, %[3]s AS name FROM (SELECT *, %[4]s FROM __skyline_violations) AS v JOIN __skyline_merged%[5]d AS m ON %[6]s WHERE system.main.__skyline_meets(v.checker, v.i, m.merged)",
		prefixed("v", in.keyList()), i, quoteText(name), strings.Join(keys, ", "), n, equal("m", "v", names))
}

func prefixed(table string, columns []string) string {
	return strings.Join(prefixedList(table, columns), ", ")
}

func prefixedList(table string, columns []string) []string {
	names := make([]string, len(columns))
	for i, column := range columns {
		names[i] = table + "." + column
	}
	return names
}

// equal compares columns of two tables, NULL being equal to itself.
func equal(a, b string, columns []string) string {
	comparisons := make([]string, len(columns))
	for i, column := range columns {
		comparisons[i] = fmt.Sprintf("%s.%s IS NOT DISTINCT FROM %s.%s", a, column, b, column)
	}
	return strings.Join(comparisons, " AND ")
}

func ordered(table string, columns []string) string {
	orders := make([]string, len(columns))
	for i, column := range columns {
		orders[i] = fmt.Sprintf("%s.%s ASC NULLS LAST", table, column)
	}
	return strings.Join(orders, ", ")
}

var violationFields = append(append([]Field(nil), findingFields...),
	Field{"size", Type{Kind: Bigint}}, Field{"histogram", Type{Kind: Blob}}, Field{"checker", Type{Kind: Bigint}})

// checker is what __skyline_meets asks.
type checker struct {
	*requirementsInput
	// numbers are those of the release candidate's values.
	numbers map[partition.Value]int32
	// by and of are the requirement and the finding of each row.
	by []privacy.Requirement
	of []privacy.Finding

	mutex  sync.RWMutex
	merged []*privacy.Merged
}

// maxViolations is how many rows a kernel may return, histograms that several
// groups have being one.
const maxViolations = 10_000_000

func runPrivacyViolations(ctx context.Context, in *requirementsInput) (Column, error) {
	out := newRowBuilder(violationFields)
	c := &checker{requirementsInput: in, numbers: map[partition.Value]int32{}}
	absent := in.absent()
	for i, v := range in.release.Table.Values {
		c.numbers[v] = int32(i)
	}
	id := keep(c)
	for i, r := range in.requirements {
		err := r.Violations(progress.Part(ctx, i, len(in.requirements)), in.release, func(f privacy.Finding) {
			group := &in.release.Table.Groups[f.Group]
			in.addFinding(out, &f)
			out.int64(7, group.People-group.Of(absent))
			out.text(8, group.Histogram, false)
			out.int64(9, id)
			out.row()
			c.by, c.of = append(c.by, r), append(c.of, f)
		})
		if err != nil {
			drop(id)
			return Column{}, err
		}
		if out.rows > maxViolations {
			drop(id)
			return Column{}, fmt.Errorf("the result must have at most %d rows; ask for fewer requirements", maxViolations)
		}
	}
	return out.column(), nil
}

// mergeScalar is __skyline_merge(checker, histogram, of): the number, from 0, of a merged
// group with this histogram. of counts the groups in it by their histograms, in
// hexadecimal digits; it may be empty where all requirements look at one group each.
func mergeScalar() Scalar {
	return Scalar{
		Name:     "__skyline_merge",
		Params:   []Type{{Kind: Bigint}, {Kind: Blob}, {Kind: Blob}},
		Result:   Type{Kind: Bigint},
		Volatile: true,
		Call: func(args []Column, rows int) (Column, error) {
			numbers := make([]int64, rows)
			for row := range numbers {
				if args[0].IsNull(row) || args[1].IsNull(row) || args[2].IsNull(row) {
					return Column{}, fmt.Errorf("__skyline_merge: arguments must not be NULL")
				}
				c, err := look[*checker](args[0].Int64s[row])
				if err != nil {
					return Column{}, explain("privacy_violations", err)
				}
				if numbers[row], err = c.merge(args[1].Strings[row], args[2].Strings[row]); err != nil {
					return Column{}, explain("privacy_violations", err)
				}
			}
			return Column{Len: rows, Int64s: numbers}, nil
		},
	}
}

func (c *checker) merge(histogram, of string) (int64, error) {
	group, err := c.group(histogram)
	if err != nil {
		return 0, err
	}
	groups := map[string]int64{}
	err = partition.Entries(of, func(digits string, _ bool, n int64) error {
		one, err := hex.DecodeString(digits)
		groups[string(one)] += n
		return err
	})
	if err != nil {
		return 0, errNotKept
	}
	merged := privacy.NewMerged(c.release, group, groups)
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.merged = append(c.merged, merged)
	return int64(len(c.merged) - 1), nil
}

// meetsScalar is __skyline_meets(checker, i, merged): whether what row i of a kernel says
// of a group would be well for a merged one, by its number.
func meetsScalar() Scalar {
	return Scalar{
		Name:     "__skyline_meets",
		Params:   []Type{{Kind: Bigint}, {Kind: Bigint}, {Kind: Bigint}},
		Result:   Type{Kind: Boolean},
		Volatile: true,
		Call: func(args []Column, rows int) (Column, error) {
			meets := make([]bool, rows)
			for row := range meets {
				if args[0].IsNull(row) || args[1].IsNull(row) || args[2].IsNull(row) {
					return Column{}, fmt.Errorf("__skyline_meets: arguments must not be NULL")
				}
				c, err := look[*checker](args[0].Int64s[row])
				if err != nil {
					return Column{}, explain("privacy_violations", err)
				}
				if meets[row], err = c.meets(args[1].Int64s[row], args[2].Int64s[row]); err != nil {
					return Column{}, explain("privacy_violations", err)
				}
			}
			return Column{Len: rows, Bools: meets}, nil
		},
	}
}

func (c *checker) meets(i, number int64) (bool, error) {
	c.mutex.RLock()
	known := number >= 0 && number < int64(len(c.merged))
	var merged *privacy.Merged
	if known {
		merged = c.merged[number]
	}
	c.mutex.RUnlock()
	if !known || i < 0 || i >= int64(len(c.by)) {
		return false, errNotKept
	}
	if merged.Group.People == 0 {
		return false, nil
	}
	return c.by[i].Meets(c.release, &c.of[i], merged)
}

// group decodes a histogram of values that the release candidate has.
func (c *checker) group(histogram string) (*partition.Group, error) {
	group := &partition.Group{}
	svpi := c.release.Constraint == knowledge.SVPI
	err := partition.Entries(histogram, func(text string, isNull bool, n int64) error {
		if isNull || svpi {
			group.People += n
		}
		if isNull && !svpi {
			return nil
		}
		number, ok := c.numbers[partition.Value{Text: text, Null: isNull}]
		if !ok {
			return errNotKept
		}
		group.Counts = append(group.Counts, partition.Count{Value: number, N: n})
		return nil
	})
	slices.SortStableFunc(group.Counts, func(a, b partition.Count) int { return cmp.Compare(b.N, a.N) })
	return group, err
}

// entriesScalar is __skyline_entries(histogram): its values and counts. People who are
// absent have a row without either.
func entriesScalar() Scalar {
	fields := []Field{{"value", Type{Kind: Varchar}}, {"n", Type{Kind: Bigint}}, {"absent", Type{Kind: Bigint}}}
	return Scalar{
		Name:   "__skyline_entries",
		Params: []Type{{Kind: Blob}},
		Result: ListOf(Type{Kind: Struct, Fields: fields}),
		Call: func(args []Column, rows int) (Column, error) {
			out := newRowBuilder(fields)
			lists := Column{Len: rows, Ends: make([]int, rows)}
			for row := range rows {
				if !args[0].IsNull(row) {
					err := partition.Entries(args[0].Strings[row], func(value string, isNull bool, n int64) error {
						if value == partition.Absent {
							out.null(0)
							out.null(1)
							out.int64(2, n)
						} else {
							out.text(0, strings.Clone(value), isNull)
							out.int64(1, n)
							out.null(2)
						}
						out.row()
						return nil
					})
					if err != nil {
						return Column{}, err
					}
				}
				lists.Ends[row] = out.rows
			}
			elements := out.column()
			lists.Elem = &elements
			return lists, nil
		},
	}
}
