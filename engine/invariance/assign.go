package invariance

import "slices"

// assign is the third phase: it gives signatures to the new people who fill no place. There are few signatures, so that
// buckets are large: their groups are small regions then, and less out of balance when people leave.
func (d *division) assign(m int64) {
	d.join(m)
	for _, s := range spread(d.rest, m) {
		d.bucketOf(s.values).add(s.layers)
	}
	clear(d.rest)
	d.inOrder()
}

// add lets a new person of each value join, layers times.
func (b *bucket) add(layers int64) {
	b.layers += layers
	for j := range b.take {
		b.take[j] += layers
	}
}

// join lets new people join the buckets that there are, the largest first: as many of each value of the signature as
// leaves the others eligible. At first none gets more than its share of the people who are left of its rarest value.
func (d *division) join(m int64) {
	buckets := slices.Clone(d.buckets)
	slices.SortStableFunc(buckets, func(a, b *bucket) int { return int(b.layers - a.layers) })
	old := make([]int64, d.table.Values)
	sizes := make([]int64, len(buckets))
	for i, b := range buckets {
		sizes[i] = b.layers
		for _, v := range b.signature {
			old[v] += b.layers
		}
	}
	given := slices.Clone(d.rest)
	for _, shared := range []bool{true, false} {
		for i, b := range buckets {
			layers := mostLayers(d.rest, b.signature, m)
			if shared {
				for _, v := range b.signature {
					layers = min(layers, sizes[i]*given[v]/old[v])
				}
			}
			b.add(layers)
			for _, v := range b.signature {
				d.rest[v] -= layers
			}
		}
	}
}

// mostLayers returns the largest number of people of each value of a signature that can be taken from eligible people so
// that the others are eligible. Let R be all people, of whom r_v have v, and a the number: R − a·|S| remain, so that
//
//	m·r_v       ≤ R − a·|S|   for v outside of S, and
//	m·(r_v − a) ≤ R − a·|S|   for v in S.
//
// All sides are linear in a, and a = 0 is allowed, so all numbers up to the largest are.
func mostLayers(rest []int64, signature []int32, m int64) int64 {
	people, size := int64(0), int64(len(signature))
	most := rest[signature[0]]
	for _, n := range rest {
		people += n
	}
	for v, n := range rest {
		free, step := people-m*n, size
		if _, in := slices.BinarySearch(signature, int32(v)); in {
			most, step = min(most, n), size-m
		}
		if step > 0 {
			most = min(most, free/step)
		}
	}
	return most
}

// set is a signature, and how many people of each of its values get it.
type set struct {
	values []int32
	layers int64
}

// spread divides eligible people, rest[v] of each value, into sets of m values or more: into as few groups too large as
// can be, and not many more sets than values. The people stand in a row, by value, and go around a table of G = ⌊R/m⌋
// groups, one in each, until all R sit: McNaughton's wrap-around rule. No value has more than R/m people, so none comes to
// a group twice; each group has ⌊R/G⌋ ≥ m people or one more. The values of a group differ from those of the group
// before only where a value begins, or where the last round ends: so there are at most as many sets as values, and one.
func spread(rest []int64, m int64) []set {
	people := int64(0)
	for _, n := range rest {
		people += n
	}
	if people == 0 {
		return nil
	}
	groups := people / m
	changes := []int64{0, people % groups}
	at := int64(0)
	for _, n := range rest {
		changes = append(changes, at%groups)
		at += n
	}
	slices.Sort(changes)
	changes = append(slices.Compact(changes), groups)
	sets := make([]set, len(changes)-1)
	for i := range sets {
		sets[i].layers = changes[i+1] - changes[i]
		at := int64(0)
		for v, n := range rest {
			// The value has the places from at to at+n-1; does one of them come to the group?
			if first := (changes[i] - at%groups + groups) % groups; first < n {
				sets[i].values = append(sets[i].values, int32(v))
			}
			at += n
		}
	}
	return sets
}
