package hierarchy

import (
	"fmt"
	"math"

	"skyline/engine/internal/countsort"
)

// MaxLevel is the largest level of an entry.
const MaxLevel = 1000

// Entry says that at a level a value of the domain is generalized to a label.
type Entry struct {
	Value int32
	Level int64 // from 1 to MaxLevel; level 0 is the value itself
	Label string
}

// New returns the tree over the values 0..values-1 that the entries describe.
// They may come in any order, and the same one several times. Each value must
// have one label at each level from 1 to the largest level of an entry, and the
// values with the same label at one level the same label at the next one.
//
// If the largest level has several labels, a root labelled "*" is added one level
// above. A domain of no values has a root "*" at level 1 only.
//
// It takes O(values + len(entries)) time and memory.
//
// Errors: *Error with everything that is wrong; ErrTooLarge.
func New(values int, entries []Entry) (*Tree, error) {
	if values < 0 || values > math.MaxInt32-1 || len(entries) > math.MaxInt32-1-values {
		return nil, fmt.Errorf("%w: %d and %d", ErrTooLarge, values, len(entries))
	}
	b := builder{entries: entries, problems: Error{Values: values}, numbers: map[node]int32{}}
	b.leaves = make([]int32, values)
	b.read(b.sorted())
	if b.problems != (Error{Values: values}) {
		problems := b.problems
		return nil, &problems
	}
	if values == 0 || len(b.levels[b.height]) > 1 {
		b.addRoot()
	}
	return b.tree(), nil
}

// node is what tells a node above the leaves.
type node struct {
	level int64
	label string
}

// none is the parent of a node while none has been seen.
const none = -1

// builder numbers the nodes above the leaves in the order in which they are met,
// which is that of the smallest values below them.
type builder struct {
	entries  []Entry
	problems Error
	height   int64
	numbers  map[node]int32
	labels   []string
	parents  []int32
	several  []bool    // whether a node has been seen with several parents
	levels   [][]int32 // the nodes of each level, in order
	leaves   []int32   // the parent of each value
}

// sorted returns the numbers of the entries in range, by value and then level,
// and counts the others.
func (b *builder) sorted() []int32 {
	order := make([]int32, 0, len(b.entries))
	for i, e := range b.entries {
		inRange := e.Value >= 0 && int(e.Value) < len(b.leaves)
		goodLevel := e.Level >= 1 && e.Level <= MaxLevel
		if !inRange {
			b.problems.OutOfRange++
		}
		if !goodLevel {
			b.problems.BadLevels++
		}
		if inRange && goodLevel {
			order = append(order, int32(i))
			b.height = max(b.height, e.Level)
		}
	}
	b.levels = make([][]int32, b.height+1, b.height+2)
	keys := make([]int32, len(b.entries))
	for _, i := range order {
		keys[i] = int32(b.entries[i].Level)
	}
	order = sortBy(order, keys, int(b.height)+1)
	for _, i := range order {
		keys[i] = b.entries[i].Value
	}
	return sortBy(order, keys, len(b.leaves))
}

// sortBy returns the numbers sorted by their keys, in 0..n-1, equal ones in the order in
// which they were.
func sortBy(numbers, keys []int32, n int) []int32 {
	sorted := make([]int32, len(numbers))
	if countsort.Sort(sorted, numbers, keys, n) {
		return sorted
	}
	return numbers
}

// read makes the nodes and finds what is wrong.
func (b *builder) read(order []int32) {
	for value := range b.leaves {
		end := 0
		for end < len(order) && int(b.entries[order[end]].Value) == value {
			end++
		}
		b.readPath(value, order[:end])
		order = order[end:]
	}
	for _, several := range b.several {
		if several {
			b.problems.TwoParents++
		}
	}
}

// readPath reads the entries of a value, which are in the order of levels.
func (b *builder) readPath(value int, path []int32) {
	if len(path) == 0 {
		b.problems.WithoutPath++
		return
	}
	var (
		below     = int32(none) // the value's node at the level below, where it has one there
		belowAt   int64         // and that level
		found     int64         // levels
		ambiguous bool
	)
	for len(path) > 0 {
		e := &b.entries[path[0]]
		same, end := true, 1
		for end < len(path) && b.entries[path[end]].Level == e.Level {
			same = same && b.entries[path[end]].Label == e.Label
			end++
		}
		path = path[end:]
		found++
		if !same {
			ambiguous = true
			below = none
			continue
		}
		n := b.number(node{e.Level, e.Label})
		switch {
		case e.Level == 1:
			b.leaves[value] = n
		case below == none || belowAt != e.Level-1:
			// The value's node below is not known.
		case b.parents[below] == none:
			b.parents[below] = n
		case b.parents[below] != n:
			b.several[below] = true
		}
		below, belowAt = n, e.Level
	}
	if found < b.height {
		b.problems.MissingLevels++
	}
	if ambiguous {
		b.problems.TwoLabels++
	}
}

func (b *builder) number(key node) int32 {
	// Neighbours mostly share their labels, and often know each other.
	level := b.levels[key.level]
	if len(level) > 0 && b.labels[level[len(level)-1]] == key.label {
		return level[len(level)-1]
	}
	n, ok := b.numbers[key]
	if !ok {
		n = int32(len(b.labels))
		b.numbers[key] = n
		b.labels = append(b.labels, key.label)
		b.parents = append(b.parents, none)
		b.several = append(b.several, false)
		b.levels[key.level] = append(level, n)
	}
	return n
}

// addRoot puts one node above the top level.
func (b *builder) addRoot() {
	root := int32(len(b.labels))
	for _, n := range b.levels[b.height] {
		b.parents[n] = root
	}
	b.height++
	b.labels = append(b.labels, Everything)
	b.parents = append(b.parents, none)
	b.levels = append(b.levels, []int32{root})
}
