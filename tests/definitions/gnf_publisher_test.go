package definitions

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// publication is a published table: its rows in the published order, and, if it is
// bucketized, the right attribute, permuted within each group_id, the last column.
type publication struct {
	publishedTable
	rhs string
}

// gnfCall is what a publisher is asked for.
type gnfCall struct {
	original publishedTable
	rules    []gnfRule
	l        int
	method   string
	strict   bool
	seed     int
}

// publish makes a release that is to satisfy all rules.
type publish func(t testing.TB, call gnfCall) ([]publication, error)

// released returns what publications tell.
func released(publications []publication) []publishedTable {
	var tables []publishedTable
	for i, p := range publications {
		if p.rhs == "" {
			tables = append(tables, p.publishedTable)
		} else {
			tables = append(tables, parts(p.publishedTable, "group_id", p.rhs, fmt.Sprint("B", i))...)
		}
	}
	return tables
}

// reference is a publisher, with or without a fault of chance.
type reference struct {
	schema []subTable // nil: a random one in which all rules are normal
	fault  fault
}

// fault is something that is not left to chance.
type fault int

const (
	faultless     fault = iota
	rowsInOrder         // rows come as in the original
	rowsAlike           // rows come in the same order in all tables
	rightInPlace        // the right side is not permuted in its groups
	firstComeRows       // groups take people in the original's order
	groupsAlike         // groups take people in the same order in all tables
)

func (r reference) publish(_ testing.TB, call gnfCall) ([]publication, error) {
	rng := rand.New(rand.NewPCG(uint64(call.seed), 17))
	if !(instance{l: call.l, original: call.original, rules: call.rules}).bearable() {
		return nil, errTooFrequent
	}
	schema := r.schema
	if schema == nil {
		schema = referenceSchema(rng, call.original.attributes, call.rules)
	}
	var publications []publication
	n := len(call.original.rows)
	rows, people := rng.Perm(n), rng.Perm(n)
	for _, s := range schema {
		p := publication{publishedTable: call.original.project(s.attributes), rhs: s.rhs}
		if s.rhs != "" {
			if r.fault != groupsAlike {
				people = rng.Perm(n)
			}
			if r.fault == firstComeRows {
				slices.Sort(people)
			}
			buckets := anatomize(call.original.column(s.rhs), people, call.l, false)
			if buckets == nil {
				return nil, errTooFrequent
			}
			number := rng.Perm(n)
			p.publishedTable = p.with("group_id", func(row int) string { return fmt.Sprint(number[buckets[row]]) })
			if r.fault != rightInPlace {
				p.permute(rng, slices.Index(s.attributes, s.rhs))
			}
		}
		switch r.fault {
		case rowsInOrder:
		case rowsAlike:
			p.reorder(rows)
		default:
			p.reorder(rng.Perm(n))
		}
		publications = append(publications, p)
	}
	if tables := released(publications); call.strict && (!oneBucket(tables) || !tellsApart(tables, true)) {
		return nil, errors.New("the readings may differ")
	}
	return publications, nil
}

var errTooFrequent = errors.New("a right side is too frequent")

func (p publication) reorder(order []int) {
	rows := slices.Clone(p.rows)
	for i, from := range order {
		p.rows[i] = rows[from]
	}
}

// permute shuffles a column within groups, whose numbers are in the last one.
func (p publication) permute(rng *rand.Rand, column int) {
	last := len(p.attributes) - 1
	for i := range p.rows {
		var same []int
		for j := range i + 1 {
			if p.rows[i][last] == p.rows[j][last] {
				same = append(same, j)
			}
		}
		j := same[rng.IntN(len(same))]
		p.rows[i][column], p.rows[j][column] = p.rows[j][column], p.rows[i][column]
	}
}

// referenceSchema tries schemas, and publishes each attribute alone if that fails.
func referenceSchema(rng *rand.Rand, attributes []string, rules []gnfRule) []subTable {
	for range 30 {
		var schema []subTable
		left := slices.Clone(attributes)
		for len(left) > 0 {
			s := subTable{attributes: someOf(rng, left, 1+rng.IntN(len(left)))}
			left = slices.DeleteFunc(left, func(a string) bool { return slices.Contains(s.attributes, a) })
			if len(s.attributes) > 1 && rng.IntN(3) > 0 {
				s.rhs = rules[rng.IntN(len(rules))].rhs
				if !slices.Contains(s.attributes, s.rhs) {
					s.rhs = ""
				}
			}
			schema = append(schema, s)
		}
		if !slices.ContainsFunc(rules, func(r gnfRule) bool { return !normal(schema, r) }) {
			return schema
		}
	}
	var schema []subTable
	for _, a := range attributes {
		schema = append(schema, subTable{attributes: []string{a}})
	}
	return schema
}

// randomCall makes a table of up to six people with up to three rules, and sometimes
// NULLs, for the case of a number.
func randomCall(number int, method string, strict bool) gnfCall {
	rng := rand.New(rand.NewPCG(uint64(number), 23))
	attributes := []string{"a", "b", "c", "d", "e"}[:2+rng.IntN(4)]
	call := gnfCall{l: 2 + rng.IntN(2), method: method, strict: strict, seed: number}
	for range 1 + rng.IntN(3) {
		sides := someOf(rng, attributes, 2+rng.IntN(2))
		at := rng.IntN(len(sides))
		call.rules = append(call.rules, gnfRule{lhs: slices.Delete(slices.Clone(sides), at, at+1), rhs: sides[at]})
	}
	// Some are bound to be refused, but not most.
	for range 20 {
		call.original = randomOriginal(rng, attributes, 1+rng.IntN(6))
		if (instance{l: call.l, original: call.original, rules: call.rules}).bearable() {
			break
		}
	}
	if rng.IntN(3) == 0 {
		for _, row := range call.original.rows {
			if row[0] == "0" {
				row[0] = "NULL"
			}
		}
	}
	return call
}
