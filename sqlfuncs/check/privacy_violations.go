package check

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
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldpeople"
	"skyline/sqlfuncs/oldtext"
	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/sqltext"
)

var PrivacyViolations = &call.Function{
	Name:        "privacy_violations",
	Summary:     "The QI groups that violate privacy requirements, by how much, and the columns to blame.",
	Description: "A row for each QI group and each requirement of `privacy` that it violates; of a skyline, for each of its points and each sensitive value. A column is to blame if the requirement would hold for the people of the group without it: if the group were one with all groups that differ from it in this column only.",
	Params:      ReleaseCheck.Params,
	Columns: []call.ResultColumn{
		{Name: "qi_group", Type: "STRUCT", Doc: "the group's values in the `qi` columns"},
		{Name: "size", Type: "BIGINT", Doc: "how many people it has"},
		{Name: "requirement", Type: "VARCHAR", Doc: "the name of the requirement"},
		{Name: "required", Type: "DOUBLE", Doc: "its bound"},
		{Name: "achieved", Type: "DOUBLE", Doc: "what the group has; of a skyline, the breach probability of its people; of implications, the maximum disclosure about them"},
		{Name: "value", Type: "as `sensitive`", Doc: "of a skyline and of implications: the sensitive value; of `max_share`: the most frequent one of the group, of several the first by text, NULL last"},
		{Name: "blame", Type: "VARCHAR[]", Doc: "the `qi` columns to blame, in their order; empty if no single one is"},
		{Name: "rule", Type: "VARCHAR", Doc: "what is bounded, and how"},
	},
	Example: `FROM privacy_violations('(VALUES (20, ''F'', ''Flu''), (20, ''F'', ''AIDS''), (20, ''M'', ''Flu''), (30, ''M'', ''Cold'')) t(age, sex, disease)',
                        qi := ['age', 'sex'], sensitive := 'disease', privacy := {'k_anonymity': 2})`,
	Notes: []string{
		call.NoteNull,
		"With `presence` there are rows for QI groups of the public table with nobody of `tbl`, too, and `size` counts the people of `tbl`.",
		"The rows are in the order of the groups, then of the requirements. No rows: the table satisfies them all.",
		"For a skyline and for implications, `achieved` is for targets in the group; what the adversary knows of others may be anywhere in the table. For a column to blame, the table is that with the groups merged into one, and the other groups as they are.",
		"Cost: that of `release_check`, and for each `qi` column a GROUP BY of the groups that differ from a violating one in that column only.",
		call.NoteModel,
	},
	Plan: call.Old(planPrivacyViolations),
	Scalars: func() []host.Scalar {
		return append(oldpeople.RequirementsScalars("privacy_violations", violationFields, runPrivacyViolations), mergeScalar(), meetsScalar(), entriesScalar())
	},
}

func planPrivacyViolations(c *call.Call) (string, error) {
	in, err := oldpeople.NewInput(c)
	if err != nil {
		return "", err
	}
	spec, err := oldpeople.ReadPrivacy(c, in)
	if err != nil {
		return "", err
	}
	in.Named = true
	ctes := oldpeople.PlanRequirements(in, spec, "0")
	ctes = append(ctes, fmt.Sprintf("__skyline_violations AS MATERIALIZED (SELECT %s, g.h, r.* FROM __skyline_rows AS r JOIN __skyline_groups AS g ON g.h = r.histogram)", oldtext.Prefixed("g", in.KeyList())))
	var blames []string
	for i, name := range in.Qi {
		blames = append(blames, addBlame(in, &ctes, i, name, spec.Coupled))
	}
	ctes = append(ctes, fmt.Sprintf("__skyline_blames AS (SELECT %s, i, system.main.list(name ORDER BY pos ASC) AS names FROM (%s) GROUP BY ALL)", in.Keys(), strings.Join(blames, " UNION ALL ")))
	return "WITH RECURSIVE " + strings.Join(ctes, ",\n") + fmt.Sprintf(
		"\nSELECT %s AS qi_group, r.size, r.requirement, r.required, r.achieved, %s AS value, coalesce(b.names, system.main.list_value()::VARCHAR[]) AS blame, r.rule FROM __skyline_violations AS r CROSS JOIN __skyline_types AS t LEFT JOIN __skyline_blames AS b ON b.i = r.i AND %s WHERE %s ORDER BY %s, r.i",
		in.GroupStruct("r"), oldpeople.TypedValue, oldtext.Equal("b", "r", in.KeyList()), in.Readable(), oldtext.Ordered("r", in.KeyList())), nil
}

// addBlame adds the CTEs for a column: the groups that are one without it with a
// violating one, merged. It returns the SELECT of the violations that the column is to
// blame for. coupled says that a requirement looks at the other groups too.
func addBlame(in *oldpeople.Input, ctes *[]string, i int, name string, coupled bool) string {
	var others []string
	for j, key := range in.KeyList() {
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
			o, sqltext.PlanKey, n, o, oldtext.Equal("s", "h", names))
	}
	*ctes = append(*ctes,
		fmt.Sprintf("__skyline_near%d AS (SELECT %s, system.main.min(checker) AS checker FROM __skyline_violations GROUP BY %s)", n, strings.Join(keys, ", "), o),
		fmt.Sprintf("__skyline_close%d AS (SELECT %s, near.checker, x.h FROM (SELECT %s, h FROM __skyline_groups) AS x JOIN __skyline_near%d AS near ON %s)",
			n, oldtext.Prefixed("x", names), strings.Join(keys, ", "), n, oldtext.Equal("near", "x", names)),
		fmt.Sprintf("__skyline_one%d AS (SELECT %s, checker, system.main.__skyline_absent(system.main.__skyline_histogram(%s, value, n), %s) AS h FROM (SELECT %s, checker, UNNEST(system.main.__skyline_entries(h), recursive := true) FROM __skyline_close%d) GROUP BY %s, checker)",
			n, o, sqltext.PlanKey, oldtext.Bigint("coalesce(system.main.sum(absent), 0)"), o, n, o),
		fmt.Sprintf("__skyline_merged%d AS MATERIALIZED (SELECT %s, system.main.__skyline_merge(h.checker, h.h, %s) AS merged FROM %s)", n, oldtext.Prefixed("h", names), of, from))
	return fmt.Sprintf("SELECT %[1]s, v.i, %[2]d AS pos, %[3]s AS name FROM (SELECT *, %[4]s FROM __skyline_violations) AS v JOIN __skyline_merged%[5]d AS m ON %[6]s WHERE system.main.__skyline_meets(v.checker, v.i, m.merged)",
		oldtext.Prefixed("v", in.KeyList()), i, oldtext.QuoteText(name), strings.Join(keys, ", "), n, oldtext.Equal("m", "v", names))
}

var violationFields = append(append([]host.Field(nil), release.OldFindingFields...),
	host.Field{Name: "size", Type: host.Type{Kind: host.Bigint}}, host.Field{Name: "histogram", Type: host.Type{Kind: host.Blob}}, host.Field{Name: "checker", Type: host.Type{Kind: host.Bigint}})

// checker is what __skyline_meets asks.
type checker struct {
	*oldpeople.RequirementsInput
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

func runPrivacyViolations(ctx context.Context, in *oldpeople.RequirementsInput) (host.Column, error) {
	out := host.NewRowBuilder(violationFields)
	c := &checker{RequirementsInput: in, numbers: map[partition.Value]int32{}}
	absent := in.Absent()
	for i, v := range in.Release.Table.Values {
		c.numbers[v] = int32(i)
	}
	id := host.Keep(c)
	for i, r := range in.Requirements {
		err := r.Violations(progress.Part(ctx, i, len(in.Requirements)), in.Release, func(f privacy.Finding) {
			group := &in.Release.Table.Groups[f.Group]
			release.OldAddFinding(in, out, &f)
			out.Int64(7, group.People-group.Of(absent))
			out.Text(8, group.Histogram, false)
			out.Int64(9, id)
			out.Row()
			c.by, c.of = append(c.by, r), append(c.of, f)
		})
		if err != nil {
			host.Drop(id)
			return host.Column{}, err
		}
		if out.Rows > maxViolations {
			host.Drop(id)
			return host.Column{}, fmt.Errorf("the result must have at most %d rows; ask for fewer requirements", maxViolations)
		}
	}
	return out.Column(), nil
}

// mergeScalar is __skyline_merge(checker, histogram, of): the number, from 0, of a merged
// group with this histogram. of counts the groups in it by their histograms, in
// hexadecimal digits; it may be empty where all requirements look at one group each.
func mergeScalar() host.Scalar {
	return host.Scalar{
		Name:     "__skyline_merge",
		Params:   []host.Type{{Kind: host.Bigint}, {Kind: host.Blob}, {Kind: host.Blob}},
		Result:   host.Type{Kind: host.Bigint},
		Volatile: true,
		Call: func(args []host.Column, rows int) (host.Column, error) {
			numbers := make([]int64, rows)
			for row := range numbers {
				if args[0].IsNull(row) || args[1].IsNull(row) || args[2].IsNull(row) {
					return host.Column{}, fmt.Errorf("__skyline_merge: arguments must not be NULL")
				}
				c, err := host.Look[*checker](args[0].Int64s[row])
				if err != nil {
					return host.Column{}, oldpeople.Explain("privacy_violations", err)
				}
				if numbers[row], err = c.merge(args[1].Strings[row], args[2].Strings[row]); err != nil {
					return host.Column{}, oldpeople.Explain("privacy_violations", err)
				}
			}
			return host.Column{Len: rows, Int64s: numbers}, nil
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
		return 0, host.ErrNotKept
	}
	merged := privacy.NewMerged(c.Release, group, groups)
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.merged = append(c.merged, merged)
	return int64(len(c.merged) - 1), nil
}

// meetsScalar is __skyline_meets(checker, i, merged): whether what row i of a kernel says
// of a group would be well for a merged one, by its number.
func meetsScalar() host.Scalar {
	return host.Scalar{
		Name:     "__skyline_meets",
		Params:   []host.Type{{Kind: host.Bigint}, {Kind: host.Bigint}, {Kind: host.Bigint}},
		Result:   host.Type{Kind: host.Boolean},
		Volatile: true,
		Call: func(args []host.Column, rows int) (host.Column, error) {
			meets := make([]bool, rows)
			for row := range meets {
				if args[0].IsNull(row) || args[1].IsNull(row) || args[2].IsNull(row) {
					return host.Column{}, fmt.Errorf("__skyline_meets: arguments must not be NULL")
				}
				c, err := host.Look[*checker](args[0].Int64s[row])
				if err != nil {
					return host.Column{}, oldpeople.Explain("privacy_violations", err)
				}
				if meets[row], err = c.meets(args[1].Int64s[row], args[2].Int64s[row]); err != nil {
					return host.Column{}, oldpeople.Explain("privacy_violations", err)
				}
			}
			return host.Column{Len: rows, Bools: meets}, nil
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
		return false, host.ErrNotKept
	}
	if merged.Group.People == 0 {
		return false, nil
	}
	return c.by[i].Meets(c.Release, &c.of[i], merged)
}

// group decodes a histogram of values that the release candidate has.
func (c *checker) group(histogram string) (*partition.Group, error) {
	group := &partition.Group{}
	svpi := c.Release.Constraint == knowledge.SVPI
	err := partition.Entries(histogram, func(text string, isNull bool, n int64) error {
		if isNull || svpi {
			group.People += n
		}
		if isNull && !svpi {
			return nil
		}
		number, ok := c.numbers[partition.Value{Text: text, Null: isNull}]
		if !ok {
			return host.ErrNotKept
		}
		group.Counts = append(group.Counts, partition.Count{Value: number, N: n})
		return nil
	})
	slices.SortStableFunc(group.Counts, func(a, b partition.Count) int { return cmp.Compare(b.N, a.N) })
	return group, err
}

// entriesScalar is __skyline_entries(histogram): its values and counts. People who are
// absent have a row without either.
func entriesScalar() host.Scalar {
	fields := []host.Field{{Name: "value", Type: host.Type{Kind: host.Varchar}}, {Name: "n", Type: host.Type{Kind: host.Bigint}}, {Name: "absent", Type: host.Type{Kind: host.Bigint}}}
	return host.Scalar{
		Name:   "__skyline_entries",
		Params: []host.Type{{Kind: host.Blob}},
		Result: host.ListOf(host.Type{Kind: host.Struct, Fields: fields}),
		Call: func(args []host.Column, rows int) (host.Column, error) {
			out := host.NewRowBuilder(fields)
			lists := host.Column{Len: rows, Ends: make([]int, rows)}
			for row := range rows {
				if !args[0].IsNull(row) {
					err := partition.Entries(args[0].Strings[row], func(value string, isNull bool, n int64) error {
						if value == partition.Absent {
							out.Null(0)
							out.Null(1)
							out.Int64(2, n)
						} else {
							out.Text(0, strings.Clone(value), isNull)
							out.Int64(1, n)
							out.Null(2)
						}
						out.Row()
						return nil
					})
					if err != nil {
						return host.Column{}, err
					}
				}
				lists.Ends[row] = out.Rows
			}
			elements := out.Column()
			lists.Elem = &elements
			return lists, nil
		},
	}
}
