package main

import (
	"context"
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strings"
)

// people is a set of people, a bit each.
type people []uint64

func (p *people) add(i int) {
	for i/64 >= len(*p) {
		*p = append(*p, 0)
	}
	(*p)[i/64] |= 1 << (i % 64)
}

// and sets p to those of two sets, and counts them.
func (p people) and(a, b people) (n int) {
	for i := range p {
		p[i] = a[i] & b[i]
		n += bits.OnesCount64(p[i])
	}
	return n
}

// item is a value of a column, with the people who have it.
type item struct {
	column int
	value  string
	people people
}

// transactions are a table whose rows are sets of items, one of each column.
type transactions struct {
	columns []string
	items   []map[string]*item // of each column
	size    int
}

func newTransactions(columns ...string) *transactions {
	t := &transactions{columns: columns, items: make([]map[string]*item, len(columns))}
	for c := range t.items {
		t.items[c] = map[string]*item{}
	}
	return t
}

// add adds a row.
func (t *transactions) add(values ...string) {
	for c, value := range values {
		of := t.items[c][value]
		if of == nil {
			of = &item{column: c, value: value}
			t.items[c][value] = of
		}
		of.people.add(t.size)
	}
	t.size++
}

// transactions reads columns of a table; NULL is the value NULL.
func (l *lab) transactions(ctx context.Context, table string, columns []string) (*transactions, error) {
	t := newTransactions(columns...)
	values, into, exprs := make([]string, len(columns)), make([]any, len(columns)), make([]string, len(columns))
	for c, name := range columns {
		into[c] = &values[c]
		exprs[c] = fmt.Sprintf("coalesce(CAST(%s AS VARCHAR), 'NULL')", column(name))
	}
	query := fmt.Sprintf("SELECT %s FROM %s", strings.Join(exprs, ", "), table)
	return t, l.rows(ctx, query, func() { t.add(values...) }, into...)
}

// share is a fraction that counts are compared with.
type share struct{ over, under int }

// reached says whether some of all people are that share of them or more.
func (s share) reached(some, all int) bool { return some*s.under >= s.over*all }

func (s share) value() float64 { return float64(s.over) / float64(s.under) }

// ruling says which rules are mined: {items} ⇒ item, with at least one item on the left,
// each of another column.
type ruling struct {
	support, confidence share  // at least
	class               string // the column on the right, and never on the left; "": any
	left                int    // at most so many items there; 0: any number
}

// rules are the confidences of rules, by their text.
type rules map[string]float64

// frequent is an itemset that enough people have.
type frequent struct {
	items []*item
	count int
}

// frequent returns the itemsets with support, by the items' texts (Eclat: a search in
// depth over the items in order, each node with the set of people who have all).
func (t *transactions) frequent(support share) map[string]frequent {
	words := (t.size + 63) / 64
	var single []*item
	for _, of := range t.items {
		for _, value := range slices.Sorted(maps.Keys(of)) {
			one := of[value]
			for len(one.people) < words {
				one.people = append(one.people, 0)
			}
			single = append(single, one)
		}
	}
	everybody := make(people, words)
	for i := range t.size {
		everybody.add(i)
	}
	found := map[string]frequent{}
	rooms := make([]people, len(t.columns)) // a set for each depth
	for d := range rooms {
		rooms[d] = make(people, words)
	}
	var extend func(set []*item, who people, from int)
	extend = func(set []*item, who people, from int) {
		for at := from; at < len(single); at++ {
			next := single[at]
			if len(set) > 0 && set[len(set)-1].column == next.column {
				continue
			}
			room := rooms[len(set)]
			n := room.and(who, next.people)
			if n == 0 || !support.reached(n, t.size) {
				continue
			}
			larger := append(slices.Clone(set), next)
			found[t.text(larger)] = frequent{larger, n}
			if len(larger) < len(rooms) {
				extend(larger, room, at+1)
			}
		}
	}
	extend(nil, everybody, 0)
	return found
}

// text names an itemset, its items in the order of the columns.
func (t *transactions) text(set []*item) string {
	parts := make([]string, len(set))
	for i, one := range set {
		parts[i] = t.columns[one.column] + "=" + one.value
	}
	return strings.Join(parts, ", ")
}

// mine returns all rules with support and confidence. What is on the left of a rule has
// the rule's support, so that no table is read again.
func (t *transactions) mine(r ruling) rules {
	sets := t.frequent(r.support)
	mined := rules{}
	for _, set := range sets {
		if len(set.items) < 2 || r.left > 0 && len(set.items) > r.left+1 {
			continue
		}
		for at, right := range set.items {
			if r.class != "" && t.columns[right.column] != r.class {
				continue
			}
			left := t.text(slices.Delete(slices.Clone(set.items), at, at+1))
			if of := sets[left].count; r.confidence.reached(set.count, of) {
				mined[left+" => "+t.text([]*item{right})] = float64(set.count) / float64(of)
			}
		}
	}
	return mined
}

// distance is Eqn 5: the sum of what confidences differ by, a rule that only one of the
// two sets has counting as one with the least confidence in the other.
func (r rules) distance(other rules, least share) float64 {
	var apart []float64
	for rule, confidence := range r {
		if theirs, both := other[rule]; both {
			apart = append(apart, max(confidence-theirs, theirs-confidence))
		} else {
			apart = append(apart, confidence-least.value())
		}
	}
	for rule, confidence := range other {
		if _, both := r[rule]; !both {
			apart = append(apart, confidence-least.value())
		}
	}
	slices.Sort(apart) // maps have no order
	sum := 0.0
	for _, x := range apart {
		sum += x
	}
	return sum
}
