package worlds

// Algorithm decides what becomes of a table at a generalization: it returns Release, or
// the later generalization that it goes on to; a number beyond the last is the end,
// without a release. It depends on nothing but the sets of the View.
type Algorithm func(at View) (next int)

// Release says that the generalization is released.
const Release = 0

// View is what an algorithm looks at: a generalization of a table.
type View struct {
	I     int
	Table []int // not to be kept

	world *World
	seen  *[]Evaluated // what it has looked at, for those who want to know
}

// Evaluated is a step of an evaluation path: the permutation set or the disclosure set of
// a generalization, and whether it has the property.
type Evaluated struct {
	I          int
	Disclosure bool
	Holds      bool
}

// Permutation reports whether the permutation set has the property.
func (v View) Permutation() bool { return v.note(false, v.world.HoldsPermutation(v.I, v.Table)) }

// Disclosure reports whether the disclosure set has the property.
func (v View) Disclosure() bool { return v.note(true, v.world.HoldsDisclosure(v.I, v.Table)) }

// DisclosureSet lists the disclosure set.
func (v View) DisclosureSet() [][]int { return v.world.Disclosure(v.I, v.Table) }

func (v View) note(disclosure, holds bool) bool {
	if v.seen != nil {
		*v.seen = append(*v.seen, Evaluated{v.I, disclosure, holds})
	}
	return holds
}

// Naive releases the first generalization whose permutation set has the property (Table 6).
func Naive(at View) int {
	if at.Permutation() {
		return Release
	}
	return at.I + 1
}

// Safe releases the first whose disclosure set has the property (Table 7).
func Safe(at View) int {
	if at.Disclosure() {
		return Release
	}
	return at.I + 1
}

// Jump releases the first whose permutation set and disclosure set have the property.
// Where only the permutation set has it, it leaves out generalizations: from i it goes to
// i + distances[i-1] (Table 9).
func Jump[N int | int64](distances []N) Algorithm {
	return func(at View) int {
		switch {
		case !at.Permutation():
			return at.I + 1
		case at.Disclosure():
			return Release
		}
		return at.I + int(distances[at.I-1])
	}
}

// Run runs the algorithm on a table. It returns the generalization that is released, 0 if
// none is, and what the algorithm has looked at.
func (w *World) Run(table []int) (released int, path []Evaluated) {
	for i := 1; i <= len(w.Groups); {
		next := w.Algorithm(View{I: i, Table: table, world: w, seen: &path})
		if next == Release {
			return i, path
		}
		i = next
	}
	return 0, path
}

// Set lists the tables of a step of a path.
func (w *World) Set(e Evaluated, table []int) [][]int {
	if e.Disclosure {
		return w.Disclosure(e.I, table)
	}
	return w.Permutations(e.I, table)
}
