package invariance

import (
	"context"
	"encoding/binary"
	"slices"

	"skyline/engine"
	"skyline/engine/internal/countsort"
)

// Next returns a release of a table in which everybody keeps their signature, and everybody new gets one of m values or
// more: each person is in one group, and each group has each value of its signature once, as that of a person or as a
// counterfeit.
//
// There are counterfeits for the sake of people who stay only: new people of whom there are too many with one value are
// an error. There are as few as there can be in any such release:
//
//	max(Σ_v max(0, D_v − N_v), Σ_v (D_v − N_v) + m·M)   with   M = max_v max(0, N_v − D_v)
//
// N_v is the number of new people of value v, and D_v the number of people who lack for v: the sum of t_B − n_B,v over
// the buckets B whose signature has v, with n_B,v people of that value who stay and t_B the largest of these numbers.
// See fill for the proof. That it is the fewest in one release does not mean that it is over all releases to come.
//
// It does not depend on the order of people, as far as they differ, nor on the number of goroutines. Time and space are
// proportional to people times columns times the logarithm of the largest bucket, besides sorting the people.
//
// Errors: *ChangedError, *NarrowError, *IneligibleError, *RefusedError, *engine.ParamError, the context's.
func Next(ctx context.Context, t *Table, o Options) (*Release, error) {
	if o.M < 2 {
		return nil, engine.NewParamError("invariance", "m", "at least 2", o.M)
	}
	if err := t.check(); err != nil {
		return nil, err
	}
	d, err := divide(t, o.M)
	if err != nil {
		return nil, err
	}
	needed, err := d.balance(o.M)
	if err != nil {
		return nil, err
	}
	if needed > 0 && !o.Counterfeits {
		return nil, &RefusedError{needed}
	}
	d.assign(o.M)
	if err := d.seat(ctx); err != nil {
		return nil, err
	}
	r, err := d.partition(ctx, o.Workers)
	if err != nil {
		return nil, err
	}
	return r, verify(t, r, o.M)
}

// division is the people of a table in buckets.
type division struct {
	table *Table
	// canonical is the people in the order of their codes, and where these are equal of their numbers.
	canonical []int32
	newcomers [][]int32 // by value, in that order
	buckets   []*bucket // in the order of their signatures
	byKey     map[string]*bucket
	rest      []int64 // by value: how many new people have no bucket yet
}

// bucket is the people of one signature.
type bucket struct {
	signature []int32
	people    [][]int32 // of each value of the signature
	take      []int64   // by value of the signature: how many new people join
	layers    int64     // how many groups it becomes
}

// divide is the first phase: it puts the people who stay into buckets.
func divide(t *Table, m int64) (*division, error) {
	d := &division{table: t, canonical: t.canonical(), newcomers: make([][]int32, t.Values), byKey: map[string]*bucket{}}
	buckets := make([]*bucket, len(t.Signatures)) // nil until somebody is in it
	changed, narrow := ChangedError{}, NarrowError{M: m}
	for _, i := range d.canonical {
		v, s := t.Value[i], t.Signature[i]
		if s == New {
			d.newcomers[v] = append(d.newcomers[v], i)
			continue
		}
		if buckets[s] == nil {
			buckets[s] = d.bucketOf(t.Signatures[s])
		}
		b := buckets[s]
		at, found := slices.BinarySearch(b.signature, v)
		if !found {
			changed.People++
			continue
		}
		b.people[at] = append(b.people[at], i)
		if n := int64(len(b.signature)); n < m {
			if narrow.People == 0 || n < narrow.Least {
				narrow.Least = n
			}
			narrow.People++
		}
	}
	switch {
	case changed.People > 0:
		return nil, &changed
	case narrow.People > 0:
		return nil, &narrow
	}
	d.inOrder()
	return d, nil
}

// bucketOf returns the bucket of a set of values, in any order, a new one if there is none.
func (d *division) bucketOf(values []int32) *bucket {
	signature := slices.Clone(values)
	slices.Sort(signature)
	signature = slices.Compact(signature)
	var key []byte
	for _, v := range signature {
		key = binary.BigEndian.AppendUint32(key, uint32(v))
	}
	b := d.byKey[string(key)]
	if b == nil {
		b = &bucket{signature: signature, people: make([][]int32, len(signature)), take: make([]int64, len(signature))}
		d.byKey[string(key)] = b
		d.buckets = append(d.buckets, b)
	}
	return b
}

func (d *division) inOrder() {
	slices.SortFunc(d.buckets, func(a, b *bucket) int { return slices.Compare(a.signature, b.signature) })
}

// canonical returns the people in the order of their codes, and where these are equal of their numbers.
func (t *Table) canonical() []int32 {
	order, sorted := make([]int32, len(t.Value)), make([]int32, len(t.Value))
	for i := range order {
		order[i] = int32(i)
	}
	for d := len(t.Columns) - 1; d >= 0; d-- {
		c := &t.Columns[d]
		if countsort.Sort(sorted, order, c.Codes, len(c.Positions)) {
			order, sorted = sorted, order
		}
	}
	return order
}
