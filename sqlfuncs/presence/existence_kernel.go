package presence

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"skyline/engine/presence"
	"skyline/engine/progress"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldpeople"
	"skyline/sqlfuncs/people"
)

// existenceKernel is what the kernels of functions about existence probabilities work
// on: rows of people who agree in everything, by their numbers.
type existenceKernel struct {
	function string
	spec     existenceSpec
	people   []int64
	// The codes of each row's values, and the values' texts in their order: the group,
	// the quasi-identifiers, the people's likelihood if it is given, whether they are
	// present.
	codes    [][]int32
	texts    [][]string
	nulls    []int32 // the code of NULL in each column, or -1
	source   likelihoods
	isThere  []bool // whether the people of a row are present
	byGroups []int  // the rows, those of a group together
}

// projectedGroup is a group of the public table. rows are those of its people, weights
// what they have for likelihoods: a scale times them. scale is nil where nobody is
// present, so that there is no distribution.
type projectedGroup struct {
	code    int32
	rows    []int
	weights []*big.Int
	scale   *big.Int
	present int64
	set     *presence.Set
}

// existenceScalars returns the private functions of the job of one of these functions:
// __<function>_start(spec, people, release), and the one that takes its rows.
func existenceScalars(function string, fields []host.Field, fill func(ctx context.Context, k *existenceKernel, out *host.RowBuilder) error) []host.Scalar {
	params := []host.Type{{Kind: host.Varchar}, {Kind: host.Varchar}, {Kind: host.Varchar}}
	return host.KernelScalars(function, function, params, fields, func(args []host.Column, row int) (host.Run, error) {
		release := ""
		if !args[2].IsNull(row) {
			release = args[2].Strings[row]
		}
		k, rows, shown, err := takeExistence(function, args[0].Strings[row], args[1].Strings[row], release)
		if err != nil {
			return nil, oldpeople.Explain(function, err)
		}
		return func(ctx context.Context) (host.Column, error) {
			out := host.NewRowBuilder(fields)
			err := k.read(rows, shown)
			if err == nil {
				err = fill(ctx, k, out)
			}
			return out.Column(), oldpeople.Explain(function, err)
		}, nil
	})
}

var errExistenceSpec = errors.New("the arguments cannot be read")

// takeExistence takes what a kernel was given.
func takeExistence(function, spec, kept, release string) (k *existenceKernel, rows, shown *people.Gathered, err error) {
	// Taken first, so that no error leaves them behind.
	rows, err = host.Take[*people.Gathered](kept)
	if release != "" {
		var other error
		shown, other = host.Take[*people.Gathered](release)
		err = errors.Join(err, other)
	}
	if err != nil {
		return nil, nil, nil, host.ErrNotKept
	}
	k = &existenceKernel{function: function}
	if json.Unmarshal([]byte(spec), &k.spec) != nil || k.spec.Release != (shown != nil) || len(k.spec.Columns) == 0 ||
		!(k.spec.Low >= 0 && k.spec.Low <= 1 && k.spec.High >= 0 && k.spec.High <= 1) {
		return nil, nil, nil, errExistenceSpec
	}
	return k, rows, shown, nil
}

// read numbers the values in the order of their texts, and puts the rows of each group
// together, those of equal quasi-identifiers and likelihood one behind the other.
func (k *existenceKernel) read(rows, shown *people.Gathered) error {
	width := len(k.spec.Columns) + 2
	if k.spec.Likelihood {
		width++
	}
	if rows.Columns != nil && len(rows.Columns) != width {
		return errExistenceSpec
	}
	k.codes, k.texts = rows.Ordered()
	k.people = rows.Counts
	for i := range rows.Columns {
		null := int32(-1)
		if rows.Columns[i].Null >= 0 {
			null = int32(len(k.texts[i])) - 1
		}
		k.nulls = append(k.nulls, null)
	}
	k.isThere = make([]bool, len(k.people))
	k.byGroups = make([]int, len(k.people))
	here := len(k.codes) - 1
	for row := range k.people {
		k.byGroups[row] = row
		k.isThere[row] = k.texts[here][k.codes[here][row]] == "true"
	}
	slices.SortFunc(k.byGroups, func(a, b int) int {
		for _, codes := range k.codes {
			if c := cmp.Compare(codes[a], codes[b]); c != 0 {
				return c
			}
		}
		return 0
	})
	var err error
	switch {
	case k.spec.Release:
		k.source, err = newShownLikelihoods(k, shown)
	case k.spec.Likelihood:
		k.source, err = newGivenLikelihoods(k)
	case k.spec.Uniform:
		k.source = &uniformLikelihoods{kernel: k}
	default:
		k.source = &optimalLikelihoods{kernel: k}
	}
	return err
}

// sameCell reports whether two rows are of people with the same values and likelihood.
func (k *existenceKernel) sameCell(a, b int) bool {
	for _, codes := range k.codes[:len(k.codes)-1] {
		if codes[a] != codes[b] {
			return false
		}
	}
	return true
}

// groups calls each for every group, in the order of their texts.
//
// Errors: those of each; if somebody present has likelihood 0, or a release has no
// distributions for somebody present, how many groups are so.
func (k *existenceKernel) groups(ctx context.Context, each func(g *projectedGroup) error) error {
	impossible, missing := 0, 0
	var classes []presence.Class
	for begin := 0; begin < len(k.byGroups); {
		progress.Report(ctx, float64(begin), float64(len(k.byGroups)))
		g := &projectedGroup{code: k.codes[0][k.byGroups[begin]]}
		end := begin
		for ; end < len(k.byGroups) && k.codes[0][k.byGroups[end]] == g.code; end++ {
			if row := k.byGroups[end]; k.isThere[row] {
				g.present += k.people[row]
			}
		}
		g.rows = k.byGroups[begin:end]
		begin = end
		if !k.source.weigh(g) {
			missing++
			continue
		}
		classes = classes[:0]
		for i, row := range g.rows {
			classes = append(classes, presence.Class{Weight: g.weights[i], People: k.people[row]})
		}
		if k.missesPresent(g) {
			impossible++
			continue
		}
		var err error
		if g.set, err = presence.NewSet(classes, g.present); err == nil && impossible+missing == 0 {
			err = each(g)
		}
		if err != nil {
			return err
		}
	}
	if missing > 0 {
		return fmt.Errorf("release must have distributions for every group of tbl with somebody present, and the number of groups without is %d; groups must name the same groups in both", missing)
	}
	if impossible > 0 {
		param := "likelihood"
		if k.spec.Release {
			param = "release"
		}
		return fmt.Errorf("%s must give a positive likelihood to everybody who is present, and the number of groups where it does not is %d; what is released cannot have come from them", param, impossible)
	}
	return nil
}

// missesPresent reports whether somebody present has likelihood 0: then what says so is not
// of this table, or numbers its groups in another way.
func (k *existenceKernel) missesPresent(g *projectedGroup) bool {
	for i, row := range g.rows {
		if k.isThere[row] && g.weights[i].Sign() == 0 {
			return true
		}
	}
	return false
}

// text adds the text of a group to a list of texts.
func (k *existenceKernel) text(out *host.RowBuilder, column int, group int32) {
	out.Element(column, k.texts[0][group], group == k.nulls[0])
}

// value adds the text of a row's value in the i-th quasi-identifier.
func (k *existenceKernel) value(out *host.RowBuilder, column, i, row int) {
	code := k.codes[i+1][row]
	out.Element(column, k.texts[i+1][code], code == k.nulls[i+1])
}
