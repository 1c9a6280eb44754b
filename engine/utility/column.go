package utility

import (
	"math"
	"slices"
	"strings"

	"skyline/engine/label"
)

// Value is a value of a column.
type Value struct {
	Text string
	Null bool
	// Rank tells the order of the type: equal for values that the type holds for
	// equal. It is comparable with that of labels; NULL has none.
	Rank int64
	// Position is where a number or a time lies, in its unit; NaN for anything
	// else.
	Position float64
}

// End is an end of an interval.
type End struct {
	Rank     int64
	Position float64
}

// Label is what a release calls some values of a column.
type Label struct {
	Text string
	Null bool
	// Rank is that of the label read as one value of the column's type, if it can
	// be.
	Rank *int64
	// Position is that of the label read so, NaN if it has none.
	Position float64
	// Low and High are the ends of a range, if they can be read; both are the value of
	// "value or NULL".
	Low, High *End
}

// Node is an entry of a hierarchy: a value, and its label at a level.
type Node struct {
	Value string
	Null  bool // the value is NULL
	Level int  // from 1
	Label string
}

// Column is a column of the original with the labels of the release.
type Column struct {
	// Values are those of the original and of whatever else is to be compared, in
	// the order of their ranks, NULL last.
	Values []Value
	// Occurs[i] says whether value i is one of the original's.
	Occurs []bool
	Labels []Label
	// Hierarchy is the column's, or empty.
	Hierarchy []Node

	// suppressed says that NULL stands for everything: some cells of the release are suppressed.
	suppressed bool
	// exact says that the release has values in the column, and no labels.
	exact bool

	regions []region // by label
	unknown []bool   // by label: it matches nothing
	domain  int      // how many values the original has
	before  []int    // how many of those have a smaller number
	low     float64  // the range of the domain; NaN if it is not one of numbers
	high    float64
	leaves  map[leaf]bool // values of the hierarchy
	height  int           // its levels
}

// leaf is a value of a hierarchy.
type leaf struct {
	text string
	null bool
}

// prepare reads the labels. In a column of values, a label is the text of one. Elsewhere it is,
// if it can be: the text of a value that has no form of labels; a label of the hierarchy; what
// package label reads of it; a label of a release that was made before values were quoted, if
// it has one reading; a value that only the hierarchy has. NULL counts as "*" where cells are
// suppressed.
func (c *Column) prepare() {
	c.measure()
	k := known{texts: make(map[string]int32, len(c.Values)), ranks: make(map[int64]int32, len(c.Values)), null: none}
	for i, v := range c.Values {
		if v.Null {
			k.null = int32(i)
			continue
		}
		k.texts[v.Text], k.ranks[v.Rank] = int32(i), int32(i)
		k.commas = max(k.commas, strings.Count(v.Text, separator))
	}
	k.nodes = c.nodes(k.texts, k.null)
	c.regions, c.unknown = make([]region, len(c.Labels)), make([]bool, len(c.Labels))
	for i := range c.Labels {
		l := &c.Labels[i]
		r, ok := c.read(l, &k)
		if !ok {
			// It may be a value of the hierarchy alone.
			r = region{low: l.Position, null: l.Null}
			if l.Null {
				r.low = math.NaN()
			}
			c.unknown[i] = !c.leaves[leafOf(l)]
		}
		c.regions[i] = r
	}
}

// leafOf returns the value that a label stands for that is one value.
func leafOf(l *Label) leaf {
	if l.Null {
		return leaf{null: true}
	}
	if said := label.Read(l.Text); said.Quoted && !said.HasNull {
		return leaf{text: said.Texts[0]}
	}
	return leaf{text: l.Text}
}

// allValues returns the region of all values; null is the number of NULL, or none.
func (c *Column) allValues(null int32) region {
	r := region{kind: all, null: null >= 0}
	if n := int32(len(c.Values)); n > 0 {
		r.runs = []run{{0, n - 1}}
	}
	return r
}

// measure finds the domain of the original.
func (c *Column) measure() {
	c.low, c.high = math.Inf(1), math.Inf(-1)
	c.before = make([]int, len(c.Values)+1)
	for i, v := range c.Values {
		c.before[i+1] = c.before[i]
		if !c.Occurs[i] {
			continue
		}
		c.before[i+1]++
		if !v.Null {
			if c.low > c.high {
				c.low, c.high = v.Position, v.Position
			}
			// Not the functions min and max: a NaN or an infinity must show.
			c.low, c.high = math.Min(c.low, v.Position), math.Max(c.high, v.Position)
		}
	}
	c.domain = c.before[len(c.Values)]
	if !(c.high-c.low < math.Inf(1)) || math.IsInf(c.high, 0) || math.IsInf(c.low, 0) {
		c.low, c.high = math.NaN(), math.NaN()
	}
}

// isNumeric reports whether the values have positions, all of them finite.
func (c *Column) isNumeric() bool { return !math.IsNaN(c.low) }

// nodes returns the regions of the hierarchy's labels. Where a label occurs at
// several levels, it is the one with the most values, the lowest of those.
func (c *Column) nodes(texts map[string]int32, null int32) map[string]region {
	type member struct {
		nodeKey
		value string
		null  bool
	}
	members := map[member]bool{}
	leaves := map[nodeKey]int{}
	values := map[nodeKey][]int32{}
	c.leaves = map[leaf]bool{}
	for _, n := range c.Hierarchy {
		c.leaves[leaf{n.Value, n.Null}] = true
		c.height = max(c.height, n.Level)
		k := nodeKey{n.Label, n.Level}
		m := member{k, n.Value, n.Null}
		if members[m] {
			continue
		}
		members[m] = true
		leaves[k]++
		if n.Null && null >= 0 {
			values[k] = append(values[k], null)
		} else if v, ok := texts[n.Value]; ok && !n.Null {
			values[k] = append(values[k], v)
		}
	}
	nodes := map[string]region{}
	for k, count := range leaves {
		old, ok := nodes[k.label]
		if ok && (old.leaves > count || old.leaves == count && old.level < k.level) {
			continue
		}
		nodes[k.label] = region{
			kind: node, level: k.level, leaves: count,
			runs: runsOf(values[k]), null: null >= 0 && slices.Contains(values[k], null),
		}
	}
	return nodes
}

// covered returns how many values of the original a region has.
func (c *Column) covered(r *region) int {
	n := 0
	for _, x := range r.runs {
		n += c.before[x.last+1] - c.before[x.first]
	}
	return n
}
