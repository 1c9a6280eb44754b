package jump

import (
	"context"
	"database/sql"
	"slices"

	"skyline/engine/jump"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// JumpCompare compares vectors of jump distances.
var JumpCompare = &call.Function{
	Name:        "jump_compare",
	Summary:     "What different jump distances would release, and how often nothing.",
	Questions:   []string{"How far should it jump?"},
	Description: "A row for each vector of jump distances: what [`jump_publish`](#jump_publish) with `strategy := 'jump'` releases with it, and how likely it is that nothing is released of a table with the same people, generalizations and multiset of sensitive values, when any of them may have any value. No vector is best for all tables, nor are short distances better than long ones: Theorems 2 to 5 of the source.",
	Params: []call.Param{
		paramJumpTable, paramJumpPerson, paramJumpSensitive, paramGeneralizations, paramProperty,
		{Name: "jumps", Type: "BIGINT[][]", Default: "NULL", Doc: "the vectors, each a list with a distance for every generalization, or one number for all; NULL: all that differ for up to five generalizations, and for more the distances 1, 2, … for all, and jumps to the end"},
		paramJumpHierarchies, paramMaxSteps, people.ParamAbsentValues,
	},
	Columns: []call.ResultColumn{
		{Name: "jump", Type: "BIGINT[]", Doc: "the distances"},
		{Name: "released", Type: "VARCHAR", Doc: "the generalization that is released of the table; NULL if none is, or that is not decided"},
		{Name: "decided", Type: "BOOLEAN", Doc: "whether it is known what is released"},
		{Name: "nothing_low", Type: "DOUBLE", Doc: "nothing is released with at least this probability"},
		{Name: "nothing_high", Type: "DOUBLE", Doc: "and with at most this one: the same where that was counted"},
		{Name: "method", Type: "VARCHAR", Doc: "of these probabilities: `exact`, or `certified` where they are bounds"},
	},
	Example: `FROM jump_compare('(VALUES (''Alice'', 1, 1, 1, ''flu''), (''Bob'', 1, 1, 1, ''cold''),
                           (''Charlie'', 2, 1, 1, ''cancer''), (''David'', 2, 2, 1, ''cancer''),
                           (''Eve'', 3, 2, 2, ''headache''),
                           (''Fen'', 3, 2, 2, ''toothache'')) t(name, g1, g2, g3, condition)',
                  person := 'name', sensitive := 'condition', generalizations := ['g1', 'g2', 'g3'], property := {'distinct_diversity': 2})`,
	Notes: []string{
		"**Choose by the probabilities, and not by `released`**: whoever takes the vector that releases the best generalization of this very table uses one more algorithm, which looks at all of them, and which is not safe. The probabilities depend on nothing that the adversary does not know.",
		"The distance of the first generalization makes no difference, since its disclosure set is its permutation set; nor does that of the last. Vectors that differ in these only are listed once.",
		"Rows are ordered by `nothing_low`, and then by the distances.",
	},
	Cost:    "that of `jump_publish`, and of one more disclosure set, that of releasing nothing, for each vector. The disclosure sets of all vectors together take about `max_steps` at most: each gets the same part.",
	Source:  sourceJump + "Sect. 5.",
	Plan:    planJumpCompare,
	Kernels: []host.Kernel{compareKernel},
}

func planJumpCompare(c *call.Call) (sqltext.SQL, error) {
	in, err := newJumpInput(c)
	if err != nil {
		return "", err
	}
	if err := in.readJumps(); err != nil {
		return "", err
	}
	var p sqltext.Plan
	in.addPeople(&p)
	in.run(&p, sqltext.Job{Kernel: compareKernel.Name, Why: "what each vector of jump distances releases", Rows: "__skyline_vectors"})
	return p.Statement(`
		SELECT r.jump, r.released, r.decided, r.nothing_low, r.nothing_high, r.method
		FROM __skyline_vectors AS r
		ORDER BY r.nothing_low ASC, r.nothing_high ASC, r.i ASC
	`), nil
}

// mostVectors is how many vectors a call compares.
const mostVectors = 1000

// readJumps reads the parameter jumps.
func (in *jumpInput) readJumps() error {
	c, n := in.call, int64(len(in.spec.Generalizations))
	if c.Arguments["jumps"] == nil {
		in.spec.Jumps = vectors(n)
		return nil
	}
	list := c.List("jumps")
	if len(list) == 0 || len(list) > mostVectors {
		return c.Errorf("jumps must be a list of 1 to %d vectors of jump distances, such as [[1, 1, 1], [3, 2, 1]], got %d", mostVectors, len(list))
	}
	for _, v := range list {
		distances, err := in.distances("jumps", v, int(n))
		if err != nil {
			return err
		}
		in.spec.Jumps = append(in.spec.Jumps, distances)
	}
	return nil
}

// allUpTo is for how many generalizations all vectors are compared.
const allUpTo = 5

// vectors returns the vectors that are compared without being named. Distances that lead
// beyond the last generalization are all the same.
func vectors(n int64) [][]int64 {
	if n > allUpTo {
		var list [][]int64
		for k := int64(1); k <= min(n, allUpTo); k++ {
			list = append(list, slices.Repeat([]int64{k}, int(n)))
		}
		end := make([]int64, n)
		for j := range end {
			end[j] = n - int64(j)
		}
		return append(list, end)
	}
	list := [][]int64{slices.Repeat([]int64{1}, int(n))}
	for j := int64(1); j < n-1; j++ { // but the first and the last
		shorter := list
		list = nil
		for _, vector := range shorter {
			for k := int64(1); k <= n-j; k++ {
				longer := slices.Clone(vector)
				longer[j] = k
				list = append(list, longer)
			}
		}
	}
	return list
}

// compareRow says how the algorithm fares with a vector of jump distances.
type compareRow struct {
	I           int
	Jump        []int64
	Released    sql.Null[string]
	Decided     bool
	NothingLow  float64
	NothingHigh float64
	Method      string
}

var compareKernel = host.KernelOf("jump_compare", runJumpCompare)

func runJumpCompare(ctx context.Context, spec *jumpSpec) (*host.Rows[compareRow], error) {
	k, err := spec.read()
	if err != nil {
		return nil, err
	}
	algorithms := make([]*jump.Algorithm, len(spec.Jumps))
	for i, distances := range spec.Jumps {
		algorithms[i] = &jump.Algorithm{Strategy: jump.Jump, Jump: distances, Property: k.property, Joint: k.joint}
	}
	options := k.options()
	options.Limit /= float64(len(algorithms) * (len(spec.Generalizations) + 1)) // its disclosure sets, and that of nothing
	comparisons, err := k.table.Compare(ctx, algorithms, options)
	if err != nil {
		return nil, k.explain(err)
	}
	out := host.NewRows[compareRow]()
	for i, c := range comparisons {
		row := compareRow{I: i, Jump: c.Algorithm.Jump, Decided: c.Released >= 0, Method: "exact"}
		if c.Released > 0 {
			row.Released = host.Some(k.nameOf(c.Released))
		}
		row.NothingLow, _ = c.NothingLow.Float64()
		row.NothingHigh, _ = c.NothingHigh.Float64()
		if c.NothingLow.Cmp(c.NothingHigh) != 0 {
			row.Method = "certified"
		}
		out.Add(row)
	}
	return out, nil
}
