package fulldomain

import (
	"slices"

	"skyline/engine/internal/countsort"
)

// roller rolls tables up: one worker's memory for it.
type roller struct {
	columns []column
	out     table

	fields  []field
	recoded []uint64          // by source group: its key among the targets
	ids     []int32           // by source group: its target
	slots   []int32           // 1 + a target, by place in a hash table or by number
	sources countsort.Buckets // by target: its source groups
	sums    []int64           // by target and value
	last    []int32           // by value: 1 + the entry that it had last
}

// field recodes some bits of a key: those of one column, or of neighbours.
type field struct {
	shift uint
	table []uint64 // of 2^bits
}

// roll makes the groups of levels of those of a table that is at most as general in
// every column. What it returns is valid until the next call.
//
// It takes a few nanoseconds for each group of the table, and another few for each
// entry of their histograms.
func (r *roller) roll(from *table, levels []int) *table {
	n := from.groups()
	r.out.levels = append(r.out.levels[:0], levels...)
	r.ids = resize(r.ids, n)
	if len(r.out.keys) == 0 {
		r.out.keys = make([][]uint64, len(from.keys))
	}
	groups := 0
	if len(from.keys) == 1 {
		groups = r.narrow(from, levels)
	} else {
		groups = r.wide(from, levels)
	}
	people := resize(r.out.people, groups)
	clear(people)
	for g, id := range r.ids {
		people[id] += from.people[g]
	}
	r.out.people = people
	return &r.out
}

// fill adds what else the requirements look at to what roll made of the table.
func (r *roller) fill(from *table) {
	if from.sets != nil {
		sets := resize(r.out.sets, r.out.groups())
		clear(sets)
		for g, id := range r.ids {
			sets[id] |= from.sets[g]
		}
		r.out.sets = sets
	}
	if from.starts != nil {
		if r.out.groups()*len(r.last) <= 4*len(from.values) {
			r.grid(from)
		} else {
			r.histograms(from)
		}
	}
}

// grid adds up the histograms of the groups of a table where most targets have most
// of the values.
func (r *roller) grid(from *table) {
	width := len(r.last)
	sums := resize(r.sums, r.out.groups()*width)
	clear(sums)
	for g, id := range r.ids {
		row := sums[int(id)*width : (int(id)+1)*width]
		begin, end := from.starts[g], from.starts[g+1]
		counts := from.counts[begin:end]
		for e, v := range from.values[begin:end] {
			row[v] += counts[e]
		}
	}
	r.sums = sums
	starts, values, counts := append(r.out.starts[:0], 0), r.out.values[:0], r.out.counts[:0]
	for id := range r.out.groups() {
		for v, n := range sums[id*width : (id+1)*width] {
			if n > 0 {
				values, counts = append(values, int32(v)), append(counts, n)
			}
		}
		starts = append(starts, int32(len(values)))
	}
	r.out.starts, r.out.values, r.out.counts = starts, values, counts
}

// numbered is how many bits the numbers of possible groups may have, so that they
// stand beside keys of the other bits of a word.
const numbered = 24

// narrow finds the targets of groups whose keys have one word. It returns how many
// there are.
func (r *roller) narrow(from *table, levels []int) int {
	n := from.groups()
	bits, possible := uint(0), 1
	for d := range r.columns {
		bits += r.columns[d].bits
		if possible <= 1<<numbered {
			possible *= max(1, len(r.columns[d].some[levels[d]]))
		}
	}
	if bits+numbered > 64 || possible > 1<<numbered || possible > 8*n+1024 {
		r.recode(from, levels, 0, 0)
		return r.hash(from, 0)
	}
	// Few combinations of labels: each has a number, above the key.
	r.recode(from, levels, 0, bits)
	slots := resize(r.slots, possible)
	clear(slots)
	keys, mask := r.out.keys[0][:0], uint64(1)<<bits-1
	for g, x := range r.recoded {
		id := slots[x>>bits]
		if id == 0 {
			keys = append(keys, x&mask)
			id = int32(len(keys))
			slots[x>>bits] = id
		}
		r.ids[g] = id - 1
	}
	r.slots, r.out.keys[0] = slots, keys
	return len(keys)
}

// hash numbers the different recoded keys of a table's groups.
func (r *roller) hash(from *table, word int) int {
	size := 64
	for size < 2*from.groups() {
		size *= 2
	}
	slots := resize(r.slots, size)
	clear(slots)
	mask := uint64(size - 1)
	keys := r.out.keys[word][:0]
	for g, x := range r.recoded {
		at := mix(x) & mask
		for slots[at] != 0 && keys[slots[at]-1] != x {
			at = (at + 1) & mask
		}
		if slots[at] == 0 {
			keys = append(keys, x)
			slots[at] = int32(len(keys))
		}
		r.ids[g] = slots[at] - 1
	}
	r.slots, r.out.keys[word] = slots, keys
	return len(keys)
}

func mix(x uint64) uint64 {
	x *= 0x9e3779b97f4a7c15
	return x ^ x>>32
}

// wide finds the targets of groups whose keys have several words: those of one word,
// and of those the ones that differ in the next.
func (r *roller) wide(from *table, levels []int) int {
	groups := 0
	for w := range from.keys {
		r.recode(from, levels, w, 0)
		if w > 0 {
			for g, id := range r.ids {
				r.recoded[g] |= uint64(id) << laterBits
			}
		}
		groups = r.hash(from, w)
	}
	// Each word of a target's key is that of any of its groups.
	some := make([]int32, groups)
	for g, id := range r.ids {
		some[id] = int32(g)
	}
	for w := range from.keys {
		r.recode(from, levels, w, 0)
		keys := resize(r.out.keys[w], groups)
		for id, g := range some {
			keys[id] = r.recoded[g]
		}
		r.out.keys[w] = keys
	}
	return groups
}

// recode fills recoded with a word of the keys that a table's groups have at levels,
// and from a bit on, unless that is 0, with the number of the combination of labels.
func (r *roller) recode(from *table, levels []int, word int, numberAt uint) {
	n := from.groups()
	keep := r.tabulate(from, levels, word, numberAt)
	recoded := resize(r.recoded, n)
	keys := from.keys[word][:n]
	if len(r.fields) == 0 {
		for i, key := range keys {
			recoded[i] = key & keep
		}
		r.recoded = recoded
		return
	}
	const block = 1 << 10
	for begin := 0; begin < n; begin += block {
		end := min(n, begin+block)
		in, out := keys[begin:end], recoded[begin:end]
		for i, key := range in {
			out[i] = key & keep
		}
		for _, f := range r.fields {
			table, mask := f.table, uint64(len(f.table)-1)
			for i, key := range in {
				out[i] += table[key>>f.shift&mask]
			}
		}
	}
	r.recoded = recoded
}

// largestField bounds the table of a field that recodes several columns at once; it
// should fit into the nearest cache.
const largestField = 1 << 11

// tabulate makes the fields that recode a word, and returns the bits that stay.
func (r *roller) tabulate(from *table, levels []int, word int, numberAt uint) (keep uint64) {
	fields := r.fields[:0]
	stride, end := uint64(1), uint(0)
	for d := range r.columns {
		c := &r.columns[d]
		if c.word != word || c.bits == 0 {
			continue
		}
		labels := len(c.some[levels[d]])
		switch {
		case labels <= 1:
			continue // the label's number is 0
		case levels[d] == from.levels[d] && numberAt == 0:
			keep |= (1<<c.bits - 1) << c.shift
			continue
		}
		var last *field
		if len(fields) > 0 && end == c.shift {
			last = &fields[len(fields)-1]
			if size := len(last.table) << c.bits; size > largestField || size > from.groups()/2 {
				last = nil
			}
		}
		if last == nil {
			fields = slices.Grow(fields, 1)[:len(fields)+1]
			last = &fields[len(fields)-1]
			last.shift = c.shift
			last.table = append(last.table[:0], 0)
		}
		last.extend(c, from.levels[d], levels[d], stride, numberAt)
		stride *= uint64(labels)
		end = c.shift + c.bits
	}
	r.fields = fields
	return keep
}

// extend lets a field recode the next column too.
func (f *field) extend(c *column, from, to int, stride uint64, numberAt uint) {
	before := len(f.table)
	f.table = slices.Grow(f.table, before<<c.bits-before)[:before<<c.bits]
	labels := c.labels[to]
	// From the last on, since the first are still to be read.
	for label := 1<<c.bits - 1; label >= 0; label-- {
		more := uint64(0)
		if label < len(c.some[from]) {
			x := uint64(labels[c.some[from][label]])
			more = x << c.shift
			if numberAt > 0 {
				more += x * stride << numberAt
			}
		}
		part := f.table[label*before : (label+1)*before]
		for i, x := range f.table[:before] {
			part[i] = x + more
		}
	}
}

// histograms adds up those of the groups of a table: target by target, an entry for
// each value when it is first met.
func (r *roller) histograms(from *table) {
	groups := r.out.groups()
	r.sources.Fill(r.ids, groups)
	clear(r.last)
	starts, values, counts := append(r.out.starts[:0], 0), r.out.values[:0], r.out.counts[:0]
	for id := range int32(groups) {
		begin := int32(len(values))
		for _, g := range r.sources.Of(id) {
			for e := from.starts[g]; e < from.starts[g+1]; e++ {
				v := from.values[e]
				if entry := r.last[v]; entry > begin {
					counts[entry-1] += from.counts[e]
					continue
				}
				values, counts = append(values, v), append(counts, from.counts[e])
				r.last[v] = int32(len(values))
			}
		}
		starts = append(starts, int32(len(values)))
	}
	r.out.starts, r.out.values, r.out.counts = starts, values, counts
}

// resize returns a slice of n, of no particular content.
func resize[T any](s []T, n int) []T {
	if n <= cap(s) {
		return s[:n]
	}
	return make([]T, n, n+n/4)
}
