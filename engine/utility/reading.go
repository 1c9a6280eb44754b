package utility

import (
	"maps"
	"math"
	"slices"

	"skyline/engine/label"
)

// none is the number of what there is not.
const none = -1

// known are the values of a column by what labels say of them.
type known struct {
	texts  map[string]int32
	ranks  map[int64]int32
	nodes  map[string]region // of the hierarchy, by their labels
	null   int32             // the number of NULL, or none
	commas int               // the most separators that a text has
}

// read returns what a label stands for. A text that is a value's and has a form of labels is
// that value in a column of values. Elsewhere values like that are in quotes, or were written
// before there were any: then it is the value where it has no meaning as a label.
func (c *Column) read(l *Label, k *known) (r region, ok bool) {
	if l.Null {
		switch {
		case c.suppressed:
			return c.allValues(k.null), true
		case k.null >= 0:
			return region{runs: []run{{k.null, k.null}}, null: true}, true
		}
		return region{}, false
	}
	said := label.Read(l.Text)
	value, isText := k.texts[l.Text]
	node, isNode := k.nodes[l.Text]
	one := region{runs: []run{{value, value}}}
	// What has no end on one side needs no quotes: see package label.
	isEndless := said.Kind == label.Least || said.Kind == label.Most
	isPlain := (said.Kind == label.One || isEndless) && !said.Quoted && !said.HasNull
	isOther := isNode && node.leaves > 1 // a label above the value that is called like it
	switch {
	case isText && (c.exact || isPlain && !isOther):
		return one, true
	case said.Kind == label.All:
		return c.allValues(k.null), true
	case isNode:
		return node, true
	}
	if r, ok = c.readForm(l, &said, k, isText); !ok && isText {
		return one, true
	}
	return r, ok
}

// readForm returns what a label that is not the text of a value stands for. mayBe is whether
// it is: then the ends of a range must be values, too.
func (c *Column) readForm(l *Label, said *label.Label, k *known, mayBe bool) (r region, ok bool) {
	switch {
	case said.Kind == label.Some:
		return c.set(l.Text, said, k)
	case said.Kind == label.Span:
		for _, text := range said.Texts {
			if _, isValue := k.texts[text]; mayBe && !isValue {
				return region{}, false
			}
		}
		return c.interval(l.Low, l.High, said, k.null)
	case said.Kind == label.Least || said.Kind == label.Most:
		if value, isText := k.texts[said.Bare]; isText {
			end := c.end(value)
			return c.interval(end, end, &label.Label{HasNull: said.HasNull}, k.null)
		}
		return c.endless(l, said, k.null)
	case said.HasNull:
		// The value must be known, as it must without NULL.
		if value, isText := k.texts[said.Texts[0]]; isText {
			end := c.end(value)
			return c.interval(end, end, said, k.null)
		}
		if l.Low == nil {
			break
		}
		if _, isValue := k.ranks[l.Low.Rank]; isValue {
			return c.interval(l.Low, l.Low, said, k.null)
		}
	default:
		value, isValue := k.texts[said.Texts[0]]
		if !isValue && l.Rank != nil {
			value, isValue = k.ranks[*l.Rank]
		}
		if isValue {
			return region{runs: []run{{value, value}}}, true
		}
	}
	if low, high, hasNull, ok := k.formerRange(l.Text); ok {
		return c.interval(c.end(low), c.end(high), &label.Label{HasNull: hasNull}, k.null)
	}
	return k.formerSet(l.Text)
}

// end returns a value as the end of an interval.
func (c *Column) end(value int32) *End {
	return &End{c.Values[value].Rank, c.Values[value].Position}
}

// interval returns the region of a label with ends.
func (c *Column) interval(low, high *End, said *label.Label, null int32) (region, bool) {
	if low == nil || high == nil || low.Rank > high.Rank {
		return region{}, false
	}
	r := region{kind: interval, low: low.Position, high: high.Position}
	n := len(c.Values)
	if null >= 0 {
		n-- // it is last
	}
	byRank := func(rank int64) int {
		i, _ := slices.BinarySearchFunc(c.Values[:n], rank, func(v Value, rank int64) int {
			if v.Rank < rank {
				return -1
			}
			return 1
		})
		return i
	}
	beyond := high.Rank
	if !said.Open {
		beyond++
	}
	if first, end := byRank(low.Rank), byRank(beyond); first < end {
		r.runs = []run{{int32(first), int32(end - 1)}}
	}
	if said.HasNull && null >= 0 {
		r.null = true
		r.runs = runsOf(append(r.values(), null))
	}
	return r, true
}

// endless returns the region of a label that has no end on one side. NaN, which has the largest
// rank, is no number, and not in it.
func (c *Column) endless(l *Label, said *label.Label, null int32) (region, bool) {
	low, high := l.Low, l.High
	switch {
	case said.Kind == label.Most && high != nil:
		low = &End{math.MinInt64, min(c.low, high.Position)}
	case said.Kind == label.Least && low != nil:
		high = &End{math.MaxInt64 - 1, max(c.high, low.Position)}
		for i := len(c.Values) - 1; i >= 0 && (c.Values[i].Null || c.Values[i].Text == "nan"); i-- {
			if !c.Values[i].Null {
				high.Rank = c.Values[i].Rank - 1
			}
		}
	}
	return c.interval(low, high, said, null)
}

// set returns the region of a set, of whose members the hierarchy may say how far up they are.
func (c *Column) set(text string, said *label.Label, k *known) (region, bool) {
	r, ok := c.members(said, k)
	if !ok {
		r, ok = k.formerSet(text)
	}
	if r.level == 0 && !slices.ContainsFunc(r.values(), func(value int32) bool { return !c.leaves[leaf{c.Values[value].Text, c.Values[value].Null}] }) {
		r.level = 1
	}
	return r, ok
}

// members returns the region of a set of different values of the column, or nodes of the
// hierarchy that have none of them. A text that is both is read as it is alone.
func (c *Column) members(said *label.Label, k *known) (region, bool) {
	r := region{kind: set}
	has := map[int32]bool{}
	add := func(values ...int32) bool {
		for _, value := range values {
			if has[value] {
				return false
			}
			has[value] = true
		}
		return true
	}
	for _, member := range said.Texts {
		value, isText := k.texts[member]
		n, isNode := k.nodes[member]
		switch {
		case isNode && (!isText || n.leaves > 1):
			if !add(n.values()...) {
				return region{}, false
			}
			r.nodes = append(r.nodes, nodeKey{member, n.level})
			r.level, r.leaves = max(r.level, n.level+1), r.leaves+n.leaves
		case isText && add(value):
			r.leaves++
		default:
			return region{}, false
		}
	}
	if said.HasNull {
		if k.null < 0 || !add(k.null) {
			return region{}, false
		}
		r.leaves++
	}
	if r.nodes == nil {
		r.leaves = 0
	}
	r.null, r.runs = k.null >= 0 && has[k.null], runsOf(slices.Collect(maps.Keys(has)))
	return r, true
}

// regionOf returns the region of a set of values.
func (k *known) regionOf(list []int32) region {
	return region{kind: set, null: k.null >= 0 && slices.Contains(list, k.null), runs: runsOf(list)}
}
