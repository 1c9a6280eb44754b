package main

import (
	"context"
	"errors"
	"slices"
	"time"
)

// enumerator runs a_jump as the paper has it, Table 13: the tables of permutation sets
// are listed, one by one. What is known of a disclosure set is kept and used for all
// tables with the same generalization, which the paper does not do; without that the
// cost is the product of the sizes.
type enumerator struct {
	groups   [][][]int // of each generalization, the people of each group
	jump     []int64
	share    float64 // the largest share that a value may have: 1/2, or another exact one
	known    map[string]bool
	listed   int64
	deadline time.Time
}

var errSlow = errors.New("too slow")

// key is what generalization i, from 0, shows of a table.
func (e *enumerator) key(i int, table []byte) string {
	key := append(make([]byte, 0, 64), byte(i))
	for _, group := range e.groups[i] {
		first := len(key)
		for _, person := range group {
			key = append(key, table[person])
		}
		slices.Sort(key[first:])
	}
	return string(key)
}

// permutes decides for the permutation set: everybody has the shares of their group.
func (e *enumerator) permutes(i int, table []byte) bool {
	for _, group := range e.groups[i] {
		var counts [256]int
		most := 0
		for _, person := range group {
			counts[table[person]]++
			most = max(most, counts[table[person]])
		}
		if float64(most) > e.share*float64(len(group)) {
			return false
		}
	}
	return true
}

// discloses decides for the disclosure set of a table that gets there.
func (e *enumerator) discloses(ctx context.Context, i int, table []byte) (bool, error) {
	key := e.key(i, table)
	if holds, ok := e.known[key]; ok {
		return holds, nil
	}
	counts := make([][256]int64, len(table))
	kept := int64(0)
	err := e.each(ctx, i, slices.Clone(table), 0, func(t []byte) error {
		reaches, err := e.reaches(ctx, i, t)
		if err != nil || !reaches {
			return err
		}
		kept++
		for person, v := range t {
			counts[person][v]++
		}
		return nil
	})
	if err != nil {
		return false, err
	}
	holds := true
	for person := range counts {
		holds = holds && float64(slices.Max(counts[person][:])) <= e.share*float64(kept)
	}
	e.known[key] = holds
	return holds, nil
}

// reaches reports whether a table whose permutation set at i satisfies the property gets
// to i.
func (e *enumerator) reaches(ctx context.Context, i int, table []byte) (bool, error) {
	j := 0
	for j < i {
		if !e.permutes(j, table) {
			j++
			continue
		}
		if j+int(e.jump[j]) > i {
			return false, nil
		}
		holds, err := e.discloses(ctx, j, table)
		if err != nil || holds {
			return false, err
		}
		j += int(e.jump[j])
	}
	return true, nil
}

// each calls f with all tables of the permutation set, from the group at on.
func (e *enumerator) each(ctx context.Context, i int, table []byte, at int, f func([]byte) error) error {
	if at == len(e.groups[i]) {
		e.listed++
		if e.listed%4096 == 0 {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if time.Now().After(e.deadline) {
				return errSlow
			}
		}
		return f(table)
	}
	group := e.groups[i][at]
	var left [256]int
	for _, person := range group {
		left[table[person]]++
	}
	var values []byte
	for v, n := range left {
		if n > 0 {
			values = append(values, byte(v))
		}
	}
	var deal func(k int) error
	deal = func(k int) error {
		if k == len(group) {
			return e.each(ctx, i, table, at+1, f)
		}
		for _, v := range values {
			if left[v] > 0 {
				left[v]--
				table[group[k]] = v
				if err := deal(k + 1); err != nil {
					return err
				}
				left[v]++
			}
		}
		return nil
	}
	// Groups that come later are dealt anew for each deal of this one, and what they
	// had before does not matter: their multisets stay.
	return deal(0)
}

// run returns what is released, from 1, 0 for nothing.
func (e *enumerator) run(ctx context.Context, table []byte) (released int, err error) {
	for i := 0; i < len(e.groups); {
		if !e.permutes(i, table) {
			i++
			continue
		}
		holds, err := e.discloses(ctx, i, table)
		if err != nil {
			return 0, err
		}
		if holds {
			return i + 1, nil
		}
		i += int(e.jump[i])
	}
	return 0, nil
}
