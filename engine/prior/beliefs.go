package prior

import (
	"math/big"

	"skyline/engine"
)

// Outside is the value of a rule about what nobody of the table has.
const Outside = -1

// A Rule says at which rate people of a class have a value, in [0, 1].
type Rule struct {
	Class, Value int32
	Rate         *big.Rat
}

// Beliefs are the rates that an adversary believes: r(i,j) for each class and value.
type Beliefs struct {
	people []int64 // how many people of the whole table have each value
	listed []map[int32]*big.Rat
	// rest is, for each class, what its rules leave, for one person of the table whose value they do
	// not list: nil for nothing.
	rest     []*big.Rat
	anywhere []bool // whether any class lists the value
}

// New returns the beliefs of an adversary who knows how often each value occurs in the whole
// table, people[j] times value j, and believes some rules about so many classes. A class may list
// some values only: what its rates leave of 1 is shared by the values that it does not list, in
// proportion to the people of the table who have them. So a class without a rule has the rates of
// the whole table. Where all classes list the same values, the proportion does not matter.
//
// Errors: *engine.ParamError, also for two rules about the same, and for rates of a class that add
// up to more than 1.
func New(people []int64, classes int, rules []Rule) (*Beliefs, error) {
	b := &Beliefs{people: people, listed: make([]map[int32]*big.Rat, classes), rest: make([]*big.Rat, classes), anywhere: make([]bool, len(people))}
	for i := range b.rest {
		b.listed[i], b.rest[i] = map[int32]*big.Rat{}, big.NewRat(1, 1)
	}
	for _, r := range rules {
		if r.Class < 0 || int(r.Class) >= classes || r.Value < Outside || int(r.Value) >= len(people) || r.Rate == nil || r.Rate.Sign() < 0 {
			return nil, engine.NewParamError("prior", "rules", "about classes and values that there are, with rates of at least 0", nil)
		}
		if r.Value != Outside {
			if b.listed[r.Class][r.Value] != nil {
				return nil, engine.NewParamError("prior", "rules", "about different classes or values", nil)
			}
			b.listed[r.Class][r.Value], b.anywhere[r.Value] = r.Rate, true
		}
		if rest := b.rest[r.Class]; rest.Sub(rest, r.Rate).Sign() < 0 {
			return nil, ErrAboveOne
		}
	}
	all := int64(0)
	for _, n := range people {
		all += n
	}
	for i, listed := range b.listed {
		left := all
		for j := range listed {
			left -= people[j]
		}
		if left == 0 || b.rest[i].Sign() == 0 {
			b.rest[i] = nil
		} else {
			b.rest[i].Quo(b.rest[i], new(big.Rat).SetInt64(left))
		}
	}
	return b, nil
}

// ErrAboveOne says that the rates of a class add up to more than 1.
var ErrAboveOne = engine.NewParamError("prior", "rates", "at most 1 together for each class", nil)

// Rate returns the rate that is believed of a class and a value.
func (b *Beliefs) Rate(class, value int32) *big.Rat {
	switch rate := b.listed[class][value]; {
	case rate != nil:
		return rate
	case b.rest[class] == nil:
		return new(big.Rat)
	}
	return new(big.Rat).Mul(b.rest[class], new(big.Rat).SetInt64(b.people[value]))
}

// A Count is so many people of a class, or with a value.
type Count struct {
	ID     int32
	People int64
}

// A Group is what the adversary sees of a QI group: how many people there are of each class, and
// how many have each value, each in increasing order, of at least one person, and with the same sum.
type Group struct {
	Classes, Values []Count
}

// table is a group with its rates: rows are classes, columns are values.
type table struct {
	rows, columns []int64
	weights       [][]*big.Rat
}

// tableOf returns the table of a group, and for each value of the group its column, of those in it
// who have this value. Values that no class lists share a column.
func (b *Beliefs) tableOf(g *Group) (t *table, column []int, share []*big.Rat) {
	t = &table{}
	unlisted := -1
	var values []int32
	for _, v := range g.Values {
		at := len(t.columns)
		if !b.anywhere[v.ID] {
			if unlisted >= 0 {
				t.columns[unlisted] += v.People
				column = append(column, unlisted)
				continue
			}
			unlisted = at
		}
		column, values, t.columns = append(column, at), append(values, v.ID), append(t.columns, v.People)
	}
	for i, v := range g.Values {
		share = append(share, big.NewRat(v.People, t.columns[column[i]]))
	}
	for _, c := range g.Classes {
		row := make([]*big.Rat, len(values))
		for j, v := range values {
			row[j] = b.Rate(c.ID, v)
		}
		t.rows, t.weights = append(t.rows, c.People), append(t.weights, row)
	}
	return t, column, share
}
