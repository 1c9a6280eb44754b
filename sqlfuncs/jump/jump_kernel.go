package jump

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"skyline/engine/jump"
	"skyline/engine/jump/joint"
	"skyline/engine/jump/tables"
	"skyline/engine/partition"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldpeople"
	"skyline/sqlfuncs/people"
)

// jumpKernel is what the kernels of functions about publicly known algorithms work on.
type jumpKernel struct {
	function string
	spec     jumpSpec
	seed     uint64 // of the audit
	// property is one of single people, or else joint is one of the set as a whole.
	property tables.Property
	joint    joint.Property
	table    *jump.Table
	// values are the texts of the sensitive values; the last is NULL if lastIsNull.
	values     []string
	lastIsNull bool
	// labels[i][cell] is the text of a cell's label in the i-th label column.
	labels [][]string
}

// jumpScalars returns the private functions of the job of one of these functions:
// __<function>_start(spec, kept, key), and the one that takes its rows.
func jumpScalars(function string, fields []host.Field, fill func(ctx context.Context, k *jumpKernel, out *host.RowBuilder) error) []host.Scalar {
	return host.KernelScalars(function, function, []host.Type{{Kind: host.Varchar}, {Kind: host.Varchar}, {Kind: host.Blob}}, fields, func(args []host.Column, row int) (host.Run, error) {
		k, err := readJumpKernel(function, args[0].Strings[row], args[1].Strings[row])
		if err != nil {
			return nil, oldpeople.Explain(function, err)
		}
		k.seed = auditSeed(&args[2], row)
		return func(ctx context.Context) (host.Column, error) {
			out := host.NewRowBuilder(fields)
			err := fill(ctx, k, out)
			return out.Column(), k.explainUndecided(err)
		}, nil
	})
}

var errJumpSpec = errors.New("the arguments cannot be read")

// readJumpKernel takes what a kernel was given.
func readJumpKernel(function, spec, kept string) (*jumpKernel, error) {
	// Taken first, so that no error leaves it behind.
	rows, err := host.Take[*people.Gathered](kept)
	if err != nil {
		return nil, err
	}
	k := &jumpKernel{function: function}
	if json.Unmarshal([]byte(spec), &k.spec) != nil {
		return nil, errJumpSpec
	}
	if err := k.read(rows); err != nil {
		return nil, err
	}
	return k, k.readProperty()
}

// read makes a table of cells: the histogram of their sensitive values, and their labels.
func (k *jumpKernel) read(rows *people.Gathered) error {
	if len(k.spec.Generalizations) == 0 || len(k.spec.Names) != len(k.spec.Generalizations) {
		return errJumpSpec
	}
	columns, texts := rows.Ordered()
	if len(columns) == 0 { // an empty table
		columns, texts = make([][]int32, 1), make([][]string, 1)
	}
	histograms, labels := columns[0], columns[1:]
	order := make([]int, len(rows.Counts))
	for row := range order {
		order[row] = row
	}
	slices.SortFunc(order, func(a, b int) int {
		for _, l := range labels {
			if c := cmp.Compare(l[a], l[b]); c != 0 {
				return c
			}
		}
		return cmp.Compare(histograms[a], histograms[b])
	})
	k.labels = make([][]string, len(labels))
	for _, row := range order {
		for i, l := range labels {
			k.labels[i] = append(k.labels[i], texts[i+1][l[row]])
		}
	}
	counts, err := k.counts(order, histograms, texts[0])
	if err != nil {
		return err
	}
	groups := make([][]int32, len(k.spec.Generalizations))
	for j, numbers := range k.spec.Generalizations {
		if groups[j], err = groupsOf(numbers, labels, order); err != nil {
			return err
		}
	}
	k.table, err = jump.New(len(k.values), counts, groups)
	return err
}

// counts reads the histograms of cells, and numbers the values in the order of their
// texts, NULL last.
func (k *jumpKernel) counts(order []int, histograms []int32, encoded []string) ([][]jump.Count, error) {
	counts := make([][]jump.Count, len(order))
	numbers := map[string]int32{}
	null := int32(-1)
	var people int64
	for cell, row := range order {
		histogram, err := base64.StdEncoding.DecodeString(encoded[histograms[row]])
		if err != nil {
			return nil, errJumpSpec
		}
		err = partition.Entries(string(histogram), func(value string, isNull bool, n int64) error {
			number, ok := numbers[value]
			if isNull {
				number, ok = null, null >= 0
			}
			if !ok {
				number = int32(len(k.values))
				k.values = append(k.values, strings.Clone(value))
				if isNull {
					null = number
				} else {
					numbers[k.values[number]] = number
				}
			}
			if people += n; n < 0 || people < 0 || people > math.MaxInt32 {
				return fmt.Errorf("tbl must have at most %d people", math.MaxInt32)
			}
			counts[cell] = append(counts[cell], jump.Count{Value: number, N: n})
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	k.sortValues(counts, null)
	return counts, nil
}

// sortValues numbers the values anew.
func (k *jumpKernel) sortValues(counts [][]jump.Count, null int32) {
	order := make([]int32, len(k.values))
	for v := range order {
		order[v] = int32(v)
	}
	slices.SortFunc(order, func(a, b int32) int {
		return cmp.Or(people.BoolToInt(a == null)-people.BoolToInt(b == null), strings.Compare(k.values[a], k.values[b]))
	})
	rank, sorted := make([]int32, len(order)), make([]string, len(order))
	for place, v := range order {
		rank[v], sorted[place] = int32(place), k.values[v]
	}
	k.values, k.lastIsNull = sorted, null >= 0
	for _, list := range counts {
		for i := range list {
			list[i].Value = rank[list[i].Value]
		}
	}
}

// groupsOf numbers the groups of cells that agree in some label columns; order has the
// row of each cell.
func groupsOf(numbers []int, labels [][]int32, order []int) ([]int32, error) {
	groups := make([]int32, len(order))
	if len(order) == 0 {
		return groups, nil
	}
	at := map[string]int32{}
	var key strings.Builder
	for cell, row := range order {
		key.Reset()
		for _, i := range numbers {
			if i < 0 || i >= len(labels) {
				return nil, errJumpSpec
			}
			fmt.Fprint(&key, labels[i][row], " ")
		}
		group, ok := at[key.String()]
		if !ok {
			group = int32(len(at))
			at[key.String()] = group
		}
		groups[cell] = group
	}
	return groups, nil
}

// algorithm is the one that the call names.
func (k *jumpKernel) algorithm() *jump.Algorithm {
	strategy := map[string]jump.Strategy{"jump": jump.Jump, "naive": jump.Naive, "safe": jump.Safe, "certified": jump.Certified}[k.spec.Strategy]
	return &jump.Algorithm{Strategy: strategy, Jump: k.spec.Jump, Property: k.property, Joint: k.joint}
}

func (k *jumpKernel) options() *jump.Options {
	return &jump.Options{Limit: k.spec.MaxSteps, Samples: int(min(k.spec.Samples, math.MaxInt32)), Confidence: k.spec.Confidence, Seed: k.seed}
}

// auditSeed is the seed of an audit: of a key that is a whole number, that number.
func auditSeed(keys *host.Column, row int) uint64 {
	switch {
	case keys.IsNull(row):
		return call.FreshRandom().Uint64()
	case len(keys.Strings[row]) == 8:
		return binary.LittleEndian.Uint64([]byte(keys.Strings[row]))
	}
	return call.Keyed(keys.Strings[row])
}

// value writes a sensitive value.
func (k *jumpKernel) value(out *host.RowBuilder, column int, value int32) {
	out.Text(column, k.values[value], k.lastIsNull && int(value) == len(k.values)-1)
}

// cell writes the labels of a cell.
func (k *jumpKernel) cell(out *host.RowBuilder, column int, cell int32) {
	for _, texts := range k.labels {
		out.Element(column, texts[cell], false)
	}
	out.EndList(column)
}

// explainUndecided says what may be done where a disclosure set is too large.
func (k *jumpKernel) explainUndecided(err error) error {
	var u *jump.Undecided
	switch {
	case errors.Is(err, jump.ErrCertified):
		return fmt.Errorf("%s: strategy 'certified' has no bounds for implications and skylines; use another strategy, or a property of single people", k.function)
	case errors.Is(err, jump.ErrSubsets):
		return fmt.Errorf("%s: generalizations must have at most 16 before the published one that some tables pass and others do not, and 10 that no other of those is coarser than; leave some out", k.function)
	case !errors.As(err, &u):
		return oldpeople.Explain(k.function, err)
	}
	name, why := "the set of tables for which nothing is released", ""
	if u.Generalization <= len(k.spec.Names) {
		name = "the disclosure set of " + k.spec.Names[u.Generalization-1]
	}
	if u.Recursive {
		why = " since it depends on the disclosure sets of other tables"
	}
	if k.joint != nil {
		return fmt.Errorf("%s: property must be one of single people, such as {'max_share': 0.5}, for so many tables: for implications and skylines they are listed, which takes %s for %s%s, and no more than %.1g are allowed; ways out: fewer people in a query given as tbl; another property", k.function, stepsText(u.Work), name, why, u.Limit)
	}
	must := fmt.Sprintf("about %.1g at least", u.Work)
	if u.Work > math.MaxInt64 {
		must = "larger than it can be"
	}
	return fmt.Errorf("%s: max_steps must be %s to count %s%s, got %.1g; ways out: %s", k.function, must, name, why, u.Limit, strings.Join(k.waysOut(u), "; "))
}

// stepsText says how many steps something takes at least.
func stepsText(work float64) string {
	if math.IsInf(work, 1) {
		return "more steps than can be told"
	}
	return fmt.Sprintf("about %.1g steps", work)
}

// waysOut are what may be done about a set that is too large.
func (k *jumpKernel) waysOut(u *jump.Undecided) []string {
	var ways []string
	recursive := k.spec.Strategy == "jump" || k.spec.Strategy == "safe"
	if recursive {
		ways = append(ways, "strategy := 'certified', which decides without counting")
	}
	if u.Work <= math.MaxInt64 {
		ways = append(ways, "a larger max_steps")
	}
	if u.Recursive && recursive {
		ways = append(ways, "jump distances that lead beyond it from earlier generalizations, which avoids that")
	}
	if k.function == "jump_publish" {
		ways = append(ways, "samples := 10000, to see what an audit says")
	}
	return append(ways, "fewer people in a query given as tbl")
}
