package invariance

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// regionChances lists what an adversary thinks possible who does not know who is in which group: they know everybody's
// age, who is in which release, and the regions and values of all groups, and take everything as equally likely that puts
// each person into a group whose region has their age, and gives one value to each person so that each group has each of
// its values once at most, the others being counterfeits'. kept says that they know that signatures are kept, too.
type regionAdversary struct {
	kept   bool
	ages   []int
	groups []shownRegion
	inside []int // the releases that a person is in, as bits
	values int
}

type shownRegion struct {
	release, low, high int
	values             []int
	people             int // how many of its rows are no counterfeits
}

func (a *regionAdversary) chances() (worlds int64, having [][]int64) {
	people := len(a.ages)
	having = make([][]int64, people)
	for i := range having {
		having[i] = make([]int64, a.values)
	}
	used := make([]int, len(a.groups)) // values that are taken, as bits
	size := make([]int, len(a.groups))
	world := make([]int, people)
	var place func(person, release, signature int)
	place = func(i, release, signature int) {
		switch {
		case i == people:
			for g := range a.groups {
				if size[g] != a.groups[g].people {
					return
				}
			}
			worlds++
			for i, v := range world {
				having[i][v]++
			}
			return
		case release < 0: // a value, first
			for v := range a.values {
				world[i] = v
				place(i, 0, 0)
			}
			return
		case a.inside[i]>>release == 0:
			place(i+1, -1, 0)
			return
		case a.inside[i]>>release&1 == 0:
			place(i, release+1, signature)
			return
		}
		for g := range a.groups {
			s := &a.groups[g]
			own := 0
			for _, v := range s.values {
				own |= 1 << v
			}
			if s.release != release || a.ages[i] < s.low || a.ages[i] > s.high || own>>world[i]&1 == 0 || used[g]>>world[i]&1 == 1 || size[g] == s.people || a.kept && signature != 0 && signature != own {
				continue
			}
			used[g] |= 1 << world[i]
			size[g]++
			place(i, release+1, own)
			size[g]--
			used[g] &^= 1 << world[i]
		}
	}
	place(0, -1, 0)
	return worlds, having
}

// TestRegions: somebody who knows less may be surer. Who does not know groups, but takes the age to be in the region of
// several, and does not know that signatures are kept, gives some values more than 1/m, since they think it possible that
// somebody went from {a, b} to {a, c}. Who knows that signatures are kept, which is no secret, does not: given any way to
// put people into groups that keeps them, the proof in the package's comment holds.
func TestRegions(t *testing.T) {
	rng := rand.New(rand.NewPCG(2007, 3))
	surer, seen := 0, 0
	for trial := range 400 {
		const people = 5
		h := newHistory(rng, people, 3)
		h.ages = make([]int32, people)
		for i := range h.ages {
			h.ages[i], h.sexes[i] = rng.Int32N(3), 0
		}
		a := &regionAdversary{values: 3, inside: make([]int, people)}
		for _, age := range h.ages {
			a.ages = append(a.ages, int(age))
		}
		for release := range 2 {
			var present []int
			for i := range people {
				if rng.IntN(4) > 0 {
					present = append(present, i)
				}
			}
			r, err := h.release(t, present, Options{M: 2, Counterfeits: true})
			if err != nil {
				break
			}
			for _, i := range present {
				a.inside[i] |= 1 << release
			}
			for _, group := range r.Groups {
				s := shownRegion{release: release, low: 3, high: -1, people: len(group.People)}
				for _, v := range r.Signatures[group.Signature] {
					s.values = append(s.values, int(v))
				}
				for _, i := range group.People {
					s.low, s.high = min(s.low, a.ages[present[i]]), max(s.high, a.ages[present[i]])
				}
				a.groups = append(a.groups, s)
			}
		}
		for _, kept := range []bool{false, true} {
			a.kept = kept
			worlds, having := a.chances()
			for i, of := range having {
				if a.inside[i] == 0 {
					continue
				}
				if !kept {
					seen++
				}
				if 2*slices.Max(of) > worlds {
					if kept {
						t.Fatalf("trial %d: person %d has a value in %d of %d worlds: %+v", trial, i, slices.Max(of), worlds, a)
					}
					surer++
				}
			}
		}
	}
	if surer == 0 || seen < 500 {
		t.Errorf("%d of %d are surer", surer, seen)
	}
	t.Logf("%d of %d are surer", surer, seen)
}
