package definitions

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"

	"skyline/tests/worlds"
)

// jumpWorlds is a table whose algorithms are run by their definitions.
type jumpWorlds struct {
	table  []int
	values int
	groups [][][]int
}

// newJumpWorlds returns that of a table; groups[j][person] is the group of a person.
func newJumpWorlds(table []int, groups [][]int) *jumpWorlds {
	w := &jumpWorlds{table: table, values: 1 + slices.Max(table)}
	for _, of := range groups {
		w.groups = append(w.groups, worlds.Groups(of))
	}
	return w
}

// jumpStep is an evaluation of the table.
type jumpStep struct {
	worlds.Evaluated
	set [][]int
}

// jumpRun is what happens.
type jumpRun struct {
	world    *worlds.World
	released int // the generalization, from 1; 0 for nothing
	steps    []jumpStep
	believed [][]int // the tables with which the same happens
	unsafe   bool    // something is released, and what is believed violates the property
}

// run runs an algorithm: 'naive', 'safe' or 'jump'.
func (w *jumpWorlds) run(strategy string, jump []int64, p worlds.Property) *jumpRun {
	algorithm := map[string]worlds.Algorithm{"naive": worlds.Naive, "safe": worlds.Safe, "jump": worlds.Jump(jump)}[strategy]
	r := &jumpRun{world: worlds.New(w.groups, algorithm, p)}
	_, path := r.world.Run(w.table)
	for _, e := range path {
		r.steps = append(r.steps, jumpStep{e, r.world.Set(e, w.table)})
	}
	r.released, r.believed = r.world.Believed(w.table)
	r.unsafe = r.released > 0 && !r.world.Holds(r.released, r.believed)
	return r
}

// sqlOf writes a property as the parameter of that name.
func sqlOf(p worlds.Property) string {
	switch p := p.(type) {
	case worlds.MaxShare:
		return fmt.Sprintf("{'max_share': %d::DOUBLE / %d}", p.Over, p.Under)
	case worlds.Distinct:
		return fmt.Sprintf("{'distinct': %d}", int(p))
	case worlds.Entropy:
		return fmt.Sprintf("{'entropy': %d::DOUBLE / %d}", p.Over, p.Under)
	case worlds.Recursive:
		return fmt.Sprintf("{'recursive': {'c': %d::DOUBLE / %d, 'l': %d}}", p.Over, p.Under, p.L)
	}
	return ""
}

func maxShare(x *big.Rat) worlds.Property {
	return worlds.AtMost(x.Num().Int64(), x.Denom().Int64())
}

// jumpInstance is a random table: nested generalizations from fine to coarse, or any.
type jumpInstance struct {
	table  []int
	groups [][]int
	jump   []int64
	p      worlds.Property
}

func randomJump(rng *rand.Rand, most int) *jumpInstance {
	in := &jumpInstance{}
	people, values := 3+rng.IntN(most-2), 2+rng.IntN(3)
	for range people {
		in.table = append(in.table, rng.IntN(values))
	}
	present := slices.Compact(slices.Sorted(slices.Values(in.table)))
	for person, v := range in.table {
		in.table[person] = slices.Index(present, v)
	}
	group := rng.Perm(people)
	nested := rng.IntN(2) == 0
	for j := range 2 + rng.IntN(4) {
		switch {
		case j > 0 && rng.IntN(6) == 0:
			in.groups = append(in.groups, in.groups[rng.IntN(j)])
			continue
		case nested:
			into := rng.Perm(people)
			for person, g := range group {
				group[person] = into[g] / 2 * 2 % people
			}
		default:
			parts := 1 + rng.IntN(3)
			for person := range group {
				group[person] = rng.IntN(parts)
			}
		}
		in.groups = append(in.groups, slices.Clone(group))
	}
	for range in.groups {
		in.jump = append(in.jump, 1+rng.Int64N(int64(len(in.groups))))
	}
	switch rng.IntN(5) {
	case 0, 1:
		in.p = []worlds.MaxShare{worlds.AtMost(1, 2), worlds.AtMost(2, 3), worlds.AtMost(3, 4), worlds.AtMost(3, 5)}[rng.IntN(4)]
	case 2:
		in.p = worlds.Distinct(2 + rng.IntN(2))
	case 3:
		in.p = []worlds.Entropy{{Over: 3, Under: 2}, {Over: 17, Under: 10}, {Over: 2, Under: 1}, {Over: 5, Under: 2}, {Over: 3, Under: 1}}[rng.IntN(5)]
	default:
		in.p = []worlds.Recursive{{Over: 1, Under: 1}, {Over: 3, Under: 2}, {Over: 2, Under: 1}, {Over: 3, Under: 1}}[rng.IntN(4)]
	}
	if r, ok := in.p.(worlds.Recursive); ok {
		r.L = 1 + rng.IntN(3)
		in.p = r
	}
	return in
}
