package sentences

import (
	"math/big"
	"slices"

	"skyline/engine"
)

// Count is how many people of a QI group have a value.
type Count struct {
	Value  int32
	People int64
}

// Group is a QI group: how often each value occurs in it. Each value is there once, with somebody who
// has it.
type Group []Count

// people is how many there are.
func (g Group) people() (n int64) {
	for _, c := range g {
		n += c.People
	}
	return n
}

// Literal says that a person has a value, or that they have not.
type Literal struct {
	Person int
	Value  int32 // one that the person's group does not have, nobody of it has
	Not    bool
}

// Clause says that at least one of its literals is true.
type Clause []Literal

// Sentence says that all of its clauses are true.
type Sentence []Clause

// Problem is a release and what is known besides.
type Problem struct {
	// Groups are those of the named people. Others have no part in it.
	Groups []Group
	// People are those that sentences may be about: the position of the group of each.
	People    []int
	Sentences []Sentence
}

// Same returns the sentence that two people have the same value, whatever it is: if one has it, so
// has the other.
func (p *Problem) Same(a, b int) Sentence {
	var s Sentence
	for _, c := range p.Groups[p.People[a]] {
		s = append(s, Clause{{Person: a, Value: c.Value, Not: true}, {Person: b, Value: c.Value}})
	}
	return s
}

// Implications returns how many basic implications say what a sentence says, at most. A clause with a
// negation is one. One without says that somebody who has none of its values has one of
// the others: an implication for each of the values that it does not give to the person about whom it
// leaves out the fewest.
func (p *Problem) Implications(s Sentence) int {
	n := 0
	for _, clause := range s {
		fewest := -1
		for _, l := range clause {
			if l.Not {
				fewest = 1
				break
			}
			left := 0
			for _, c := range p.Groups[p.People[l.Person]] {
				if !slices.Contains(clause, Literal{Person: l.Person, Value: c.Value}) {
					left++
				}
			}
			if fewest < 0 || left < fewest {
				fewest = left
			}
		}
		n += max(fewest, 0)
	}
	return n
}

// Answer is what somebody knows who knows the release and the sentences.
type Answer struct {
	// Hold is the probability of the sentences for who knows the release only: the share of the worlds
	// in which they are true. It is positive.
	Hold *big.Rat
	// People are the probabilities of each person: of the values of their group, in its order.
	People [][]*big.Rat
	// Others are, for each group, those of somebody whom People does not name; nil if there is nobody.
	Others [][]*big.Rat
}

// check makes sure that a problem is one.
func (p *Problem) check() error {
	named := make([]int64, len(p.Groups))
	for _, g := range p.People {
		if g < 0 || g >= len(p.Groups) {
			return engine.NewParamError(pkg, "People", "positions of groups", nil)
		}
		named[g]++
	}
	for i, g := range p.Groups {
		seen := map[int32]bool{}
		n := int64(0)
		for _, c := range g {
			if c.People < 1 || seen[c.Value] {
				return engine.NewParamError(pkg, "Groups", "values that differ, each with somebody who has it", nil)
			}
			seen[c.Value] = true
			if n += c.People; n < 0 || n > maxPeople {
				return engine.NewParamError(pkg, "Groups", "at most 2^61 people", nil)
			}
		}
		if named[i] > n {
			return engine.NewParamError(pkg, "People", "people of their groups, and not more", nil)
		}
	}
	for _, s := range p.Sentences {
		for _, clause := range s {
			for _, l := range clause {
				if l.Person < 0 || l.Person >= len(p.People) {
					return engine.NewParamError(pkg, "Sentences", "about positions of people", nil)
				}
			}
		}
	}
	return nil
}

const (
	pkg       = "sentences"
	maxPeople = 1 << 61
)
