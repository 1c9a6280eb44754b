package presence

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"skyline/engine/presence"
	"skyline/engine/progress"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
)

// existenceSpec is what the kernels of functions about existence probabilities get.
type existenceSpec struct {
	Columns int              `json:"columns"` // how many are quasi-identifiers
	Source  likelihoodSource `json:"source"`
	deltas                   // of presence_check
	// People are rows of texts: the group, the quasi-identifiers, the people's likelihood if
	// it is a column, 1 if they are present and 0 otherwise.
	People host.Shared[*people.Gathered] `json:"people,omitzero"`
	// Release has the distributions of a release, if there is one; see newShownLikelihoods.
	Release *host.Shared[*people.Gathered] `json:"release,omitempty"`
}

// existenceInput is what they work on: rows of people who agree in everything, in the order of
// their codes, so that those of a group stand together.
type existenceInput struct {
	columns int
	people  []int64
	// The codes of each row's values, and the values' texts in their order.
	codes   [][]int32
	texts   [][]string
	nulls   []int32 // the code of NULL in each column, or -1
	source  likelihoods
	isThere []bool // whether the people of a row are present
	// shows is the parameter that says how likely people are.
	shows string
	// Of one group after the other.
	weights  []*big.Int
	products []big.Int
	classes  []presence.Class
}

// projectedGroup is a group of the public table, until the next one. The rows begin..end-1 are
// those of its people, weights what they have for likelihoods: a scale times them. scale is nil
// where nobody is present, so that there is no distribution.
type projectedGroup struct {
	code       int32
	begin, end int
	weights    []*big.Int
	scale      *big.Int
	present    int64
	set        *presence.Set
}

// weight is that of a row.
func (g *projectedGroup) weight(row int) *big.Int { return g.weights[row-g.begin] }

// read returns what the kernels work on, with the likelihoods of people.
func (s *existenceSpec) read() (*existenceInput, error) {
	if !s.fits() {
		return nil, host.ErrNotKept
	}
	in := newExistenceInput(s.People.Value, s.Columns)
	var err error
	switch s.Source {
	case fromRelease:
		in.shows = "release"
		in.source, err = newShownLikelihoods(in, s.Release.Value)
	case fromColumn:
		in.source, err = newGivenLikelihoods(in)
	case fromKinds:
		in.source = &uniformLikelihoods{in}
	case fromPresent:
		in.source = newOptimalLikelihoods(in)
	default:
		err = host.ErrNotKept
	}
	return in, err
}

// fits reports whether what was kept is of one plan. A table without rows has no columns.
func (s *existenceSpec) fits() bool {
	width := s.Columns + 2
	if s.Source == fromColumn {
		width++
	}
	columns := s.People.Value.Columns
	return s.Columns >= 1 && (columns == nil || len(columns) == width) && (s.Source == fromRelease) == (s.Release != nil) && s.areBounds()
}

// newExistenceInput numbers the values in the order of their texts, and puts the rows of each
// group together, those of equal quasi-identifiers and likelihood one behind the other.
func newExistenceInput(rows *people.Gathered, columns int) *existenceInput {
	in := &existenceInput{columns: columns, shows: "likelihood"}
	in.codes, in.texts, in.people = rows.InOrder()
	for i := range rows.Columns {
		null := int32(-1)
		if rows.Columns[i].Null() >= 0 {
			null = int32(len(in.texts[i])) - 1
		}
		in.nulls = append(in.nulls, null)
	}
	in.isThere = make([]bool, len(in.people))
	here := len(in.codes) - 1
	for row := range in.people {
		in.isThere[row] = in.texts[here][in.codes[here][row]] == "1"
	}
	return in
}

// sameCell reports whether two rows are of people with the same values and likelihood.
func (in *existenceInput) sameCell(a, b int) bool {
	for _, codes := range in.codes[:len(in.codes)-1] {
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
func (in *existenceInput) groups(ctx context.Context, each func(g *projectedGroup) error) error {
	impossible, missing, g := 0, 0, new(projectedGroup)
	for begin := 0; begin < len(in.people); {
		progress.Report(ctx, float64(begin), float64(len(in.people)))
		*g = projectedGroup{code: in.codes[0][begin], begin: begin, end: begin}
		for ; g.end < len(in.people) && in.codes[0][g.end] == g.code; g.end++ {
			if in.isThere[g.end] {
				g.present += in.people[g.end]
			}
		}
		begin = g.end
		g.weights = slices.Grow(in.weights[:0], g.end-g.begin)[:g.end-g.begin]
		in.weights = g.weights
		if !in.source.weigh(g) {
			missing++
			continue
		}
		if in.missesPresent(g) {
			impossible++
			continue
		}
		var err error
		if g.set, err = in.set(g); err == nil && impossible+missing == 0 {
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
		return fmt.Errorf("%s must give a positive likelihood to everybody who is present, and the number of groups where it does not is %d; what is released cannot have come from them", in.shows, impossible)
	}
	return nil
}

// missesPresent reports whether somebody present has likelihood 0: then what says so is not
// of this table, or numbers its groups in another way.
func (in *existenceInput) missesPresent(g *projectedGroup) bool {
	for row := g.begin; row < g.end; row++ {
		if in.isThere[row] && g.weight(row).Sign() == 0 {
			return true
		}
	}
	return false
}

// set returns the people of a group by their weights. Rows of the same values have the same one.
func (in *existenceInput) set(g *projectedGroup) (*presence.Set, error) {
	in.classes = in.classes[:0]
	for row := g.begin; row < g.end; row++ {
		if row > g.begin && g.weight(row) == g.weight(row-1) {
			in.classes[len(in.classes)-1].People += in.people[row]
		} else {
			in.classes = append(in.classes, presence.Class{Weight: g.weight(row), People: in.people[row]})
		}
	}
	return presence.NewSet(in.classes, g.present)
}
