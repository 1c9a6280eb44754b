package worlds

import "slices"

// World is an algorithm that everybody knows: the groups of each generalization, how it
// goes through them, and the property that it asks for.
type World struct {
	// Groups are the people of each group of each generalization, Groups[i-1] those of
	// generalization i.
	Groups    [][][]int
	Algorithm Algorithm
	// Property decides for one person.
	Property Property
	// Whole, if set, takes the place of Property: it decides for a set of tables, none of
	// which is empty, that all show the same at generalization i.
	Whole func(i int, set [][]int) bool

	// What is known already, by Key.
	permutations, disclosures map[string]bool
	next                      map[string]int
}

// New returns a World.
func New(groups [][][]int, algorithm Algorithm, property Property) *World {
	return &World{
		Groups: groups, Algorithm: algorithm, Property: property,
		permutations: map[string]bool{}, disclosures: map[string]bool{}, next: map[string]int{},
	}
}

// Key stands for what generalization i shows of a table, and for i.
func (w *World) Key(i int, table []int) string {
	key := append(make([]byte, 0, 48), byte(i))
	for _, group := range w.Groups[i-1] {
		first := len(key)
		for _, person := range group {
			key = append(key, byte(table[person]))
		}
		slices.Sort(key[first:])
	}
	return string(key)
}

// Classes divides tables into those that show the same at generalization i.
func (w *World) Classes(i int, tables [][]int) (classes [][][]int) {
	numbers := map[string]int{}
	for _, table := range tables {
		key := w.Key(i, table)
		n, known := numbers[key]
		if !known {
			n = len(classes)
			numbers[key] = n
			classes = append(classes, nil)
		}
		classes[n] = append(classes[n], table)
	}
	return classes
}

// Permutations lists the permutation set of a table at generalization i.
func (w *World) Permutations(i int, table []int) [][]int {
	return Permutations(w.Groups[i-1], table)
}

// Disclosure lists the disclosure set: those tables of the permutation set with which the
// algorithm comes to generalization i.
func (w *World) Disclosure(i int, table []int) (set [][]int) {
	for world := range Each(w.Groups[i-1], table) {
		if w.Reaches(i, world) {
			set = append(set, slices.Clone(world))
		}
	}
	return set
}

// Holds reports whether a set of tables, which show the same at generalization i, has the
// property: for every person, over the tables. The empty set has it not.
func (w *World) Holds(i int, set [][]int) bool {
	switch {
	case len(set) == 0:
		return false
	case w.Whole != nil:
		return w.Whole(i, set)
	}
	return !slices.ContainsFunc(Marginals(set), func(counts []int) bool { return !w.Property.Of(counts) })
}

// HoldsPermutation reports whether the permutation set of a table has the property.
func (w *World) HoldsPermutation(i int, table []int) bool {
	key := w.Key(i, table)
	holds, known := w.permutations[key]
	if !known {
		if w.Whole != nil {
			holds = w.Holds(i, w.Permutations(i, table))
		} else {
			holds = w.HoldsGroups(i, table)
		}
		w.permutations[key] = holds
	}
	return holds
}

// HoldsGroups is HoldsPermutation for a property of single persons, and lists nothing: in
// a permutation set everybody has the values of their group in its shares.
func (w *World) HoldsGroups(i int, table []int) bool {
	for _, group := range w.Groups[i-1] {
		counts := make([]int, 1+slices.Max(table))
		for _, person := range group {
			counts[table[person]]++
		}
		if !w.Property.Of(counts) {
			return false
		}
	}
	return true
}

// HoldsDisclosure reports whether the disclosure set of a table has the property. All
// tables come to the first generalization, so there it is the permutation set.
func (w *World) HoldsDisclosure(i int, table []int) bool {
	if i == 1 {
		return w.HoldsPermutation(1, table)
	}
	key := w.Key(i, table)
	holds, known := w.disclosures[key]
	if !known {
		holds = w.Holds(i, w.Disclosure(i, table))
		w.disclosures[key] = holds
	}
	return holds
}

// Reaches reports whether the algorithm comes to generalization i with a table.
func (w *World) Reaches(i int, table []int) bool {
	j := 1
	for j != Release && j < i {
		key := w.Key(j, table)
		next, known := w.next[key]
		if !known {
			next = w.Algorithm(View{I: j, Table: table, world: w})
			w.next[key] = next
		}
		j = next
	}
	return j == i
}
