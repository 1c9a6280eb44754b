package rows

import (
	"cmp"
	"math"
	"slices"
)

// relatives is what is known of all people as relatives of anybody, for a value and a point
// with m > 0.
//
// φ(d) = −log D of a group is convex in d, and 0 for d = 0: φ(d)/d grows with d. So what
// people are worth together, Σ φ, is at most the sum of their weights, a person's weight being
// Σ rows·ω over the groups, where ω is φ(d)/d for the most rows that there may be.
type relatives struct {
	// certain is a group in which the target and its relatives have so many rows that one of
	// them must have the value, -1 for none.
	certain int32
	// order are the profiles by falling weight, whoever the target is, and weights those of
	// each profile.
	order   []int32
	weights []float64
	// most is the weight of the m heaviest, others that of one fewer.
	most, others float64
	// extra is what k rows known in a group without the target add at most.
	extra float64
}

// chosen are relatives: people of a profile.
type chosen struct {
	profile int32
	people  int64
}

// familyFound is Π D of some relatives, with where rows are known outside the target's groups,
// -1 if nowhere.
type familyFound struct {
	product
	chosen []chosen
	known  int32
}

// relate fills in what is known of relatives.
func (v *view) relate() {
	f := &relatives{certain: -1, weights: make([]float64, len(v.profiles)), order: make([]int32, len(v.profiles))}
	v.family = f
	steepest := make([]float64, len(v.has))
	for g, c := range v.has {
		if c == 0 {
			continue
		}
		group := int32(g)
		// D of r rows of the target and d of others is a product of 1 − c/(n−k−r−i) with
		// i < d; r + d is at most what one person more than m has.
		bottom := v.rowsOf(group) - v.p.K - v.most(group, v.p.M+1) + 1
		if bottom <= c {
			f.certain = group
			return
		}
		steepest[g] = -math.Log1p(-float64(c) / float64(bottom))
		if v.p.K > 0 {
			d := v.most(group, v.p.M)
			with, _ := v.chance(group, 0, d, v.p.K)
			without, _ := v.chance(group, 0, d, 0)
			f.extra = max(f.extra, without.log()-with.log())
		}
	}
	for i := range v.profiles {
		f.order[i] = int32(i)
		for _, part := range v.profiles[i].Parts {
			f.weights[i] += float64(float64(part.Rows) * steepest[part.Group])
		}
	}
	slices.SortFunc(f.order, func(a, b int32) int { return cmp.Or(cmp.Compare(f.weights[b], f.weights[a]), cmp.Compare(a, b)) })
	left := v.p.M
	for _, i := range f.order {
		n := min(left, v.profiles[i].People)
		left -= n
		f.most += float64(float64(n) * f.weights[i])
		if n > 0 {
			f.others = f.most - f.weights[i]
		}
	}
}

// familySearch is the search for at most m relatives of a target who make Π D least.
type familySearch struct {
	*view
	target int
	// known is a group of the target in which k rows are known, -1 for none: they are in
	// another one then.
	known      int32
	candidates []candidate
	loads      map[int32]int64 // rows of those chosen, by group
	chosen     []chosen
	found      bool
	best       familyFound
	// need is what −log Π D must be at least to be of use.
	need  float64
	extra float64
}

// candidate is a profile whose people may be relatives.
type candidate struct {
	profile int32
	people  int64
	weight  float64
}

// relativesOf returns the least Π D of a target's relatives, or nil if its negative logarithm
// is below need.
//
// Errors: ErrTooLarge.
func (v *view) relativesOf(target int, known int32, need float64) (*familyFound, error) {
	s := &familySearch{view: v, target: target, known: known, loads: map[int32]int64{}, need: need - slack(need)}
	if known < 0 {
		s.extra = v.family.extra
	}
	// Somebody heavy first, so that few are left to be looked at.
	const few = 256
	s.gather(v.family.order[:min(few, len(v.family.order))])
	s.dive()
	worth := max(s.need, -s.best.log-slack(s.best.log))
	end, _ := slices.BinarySearchFunc(v.family.order, worth-v.family.others-s.extra, func(i int32, least float64) int {
		if v.family.weights[i] >= least {
			return -1
		}
		return 1
	})
	s.gather(v.family.order[:end])
	if err := s.choose(0, v.p.M, 0); err != nil {
		return nil, err
	}
	if -s.best.log < s.need {
		return nil, nil
	}
	return &s.best, nil
}

// gather makes candidates of profiles, by falling weight beside the target.
func (s *familySearch) gather(profiles []int32) {
	s.candidates = s.candidates[:0]
	for _, i := range profiles {
		p := &s.profiles[i]
		c := candidate{profile: i, people: p.People}
		if int(i) == s.target {
			c.people--
		}
		if c.people == 0 {
			continue
		}
		for _, part := range p.Parts {
			if s.has[part.Group] > 0 {
				c.weight += float64(float64(part.Rows) * s.slope(part.Group, s.most(part.Group, s.p.M)))
			}
		}
		s.candidates = append(s.candidates, c)
	}
	slices.SortFunc(s.candidates, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.profile, b.profile))
	})
}

// knownIn is how many rows are known in a group, those outside the target's groups left out.
func (s *familySearch) knownIn(group int32) int64 {
	if group == s.known {
		return s.p.K
	}
	return 0
}

// slope is φ(d)/d, with the most rows of relatives that there can be if d are too many.
func (s *familySearch) slope(group int32, d int64) float64 {
	own, known := s.profiles[s.target].in(group), s.knownIn(group)
	d = min(d, s.rowsOf(group)-own-known-s.has[group])
	t, _ := s.chance(group, own, d, known)
	return -t.log() / float64(d)
}

// dive takes the heaviest candidates.
func (s *familySearch) dive() {
	left := s.p.M
	for _, c := range s.candidates {
		n := min(left, c.people)
		if n == 0 {
			break
		}
		s.add(c.profile, n)
		left -= n
	}
	s.look()
	for len(s.chosen) > 0 {
		last := s.chosen[len(s.chosen)-1]
		s.remove(last.profile, last.people)
	}
}

// add chooses people of a profile.
func (s *familySearch) add(profile int32, people int64) {
	if n := len(s.chosen); n > 0 && s.chosen[n-1].profile == profile {
		s.chosen[n-1].people += people
	} else {
		s.chosen = append(s.chosen, chosen{profile, people})
	}
	for _, part := range s.profiles[profile].Parts {
		if s.has[part.Group] > 0 {
			s.loads[part.Group] += people * part.Rows
		}
	}
}

// remove takes back what add has done.
func (s *familySearch) remove(profile int32, people int64) {
	last := &s.chosen[len(s.chosen)-1]
	if last.people -= people; last.people == 0 {
		s.chosen = s.chosen[:len(s.chosen)-1]
	}
	for _, part := range s.profiles[profile].Parts {
		if s.has[part.Group] > 0 {
			if s.loads[part.Group] -= people * part.Rows; s.loads[part.Group] == 0 {
				delete(s.loads, part.Group)
			}
		}
	}
}

// choose looks at all ways to add relatives, from one candidate on. weight is that of those
// chosen.
func (s *familySearch) choose(from int, left int64, weight float64) error {
	if left == 0 || from == len(s.candidates) {
		s.look()
		return s.work(len(s.loads) * (len(s.loads) + 1))
	}
	for j := from; j < len(s.candidates); j++ {
		if err := s.work(1 + len(s.loads)*(len(s.candidates)-j)); err != nil {
			return err
		}
		rest := s.heaviest(j, left)
		if s.isUseless(weight + rest) {
			return nil
		}
		if len(s.chosen) > 0 && s.isUseless(s.weightFrom(j, left)+rest) {
			return nil
		}
		c := &s.candidates[j]
		for n := min(left, c.people); n > 0; n-- {
			s.add(c.profile, n)
			err := s.choose(j+1, left-n, weight+float64(float64(n)*c.weight))
			s.remove(c.profile, n)
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// isUseless reports whether −log Π D of at most so much is not better than what has been
// found, or too little.
func (s *familySearch) isUseless(bound float64) bool {
	bound += s.extra
	bound += slack(bound)
	return bound < s.need || bound < -s.best.log
}

// heaviest is the weight of so many people, from one candidate on.
func (s *familySearch) heaviest(from int, left int64) float64 {
	sum := 0.0
	for _, c := range s.candidates[from:] {
		n := min(left, c.people)
		if n == 0 {
			break
		}
		sum, left = sum+float64(float64(n)*c.weight), left-n
	}
	return sum
}

// weightFrom is the weight of those chosen where others come from one candidate on, so many:
// with the most rows that there can be of all of them.
func (s *familySearch) weightFrom(from int, left int64) float64 {
	sum := 0.0
	for _, group := range s.touched() {
		load := s.loads[group]
		sum += float64(float64(load) * s.slope(group, load+s.mostFrom(from, left, group)))
	}
	return sum
}

// mostFrom is how many rows of a group so many people can have, from one candidate on.
func (s *familySearch) mostFrom(from int, left int64, group int32) int64 {
	var list []held
	for _, c := range s.candidates[from:] {
		if n := s.profiles[c.profile].in(group); n > 0 {
			list = append(list, held{n, c.people})
		}
	}
	slices.SortFunc(list, func(a, b held) int { return cmp.Compare(b.rows, a.rows) })
	sum := int64(0)
	for _, h := range list {
		n := min(left, h.people)
		sum, left = sum+n*h.rows, left-n
	}
	return sum
}

// touched are the groups with the value in which those chosen have rows, in order.
func (s *familySearch) touched() []int32 {
	groups := make([]int32, 0, len(s.loads))
	for g := range s.loads {
		groups = append(groups, g)
	}
	slices.Sort(groups)
	return groups
}

// look compares those chosen with the best.
func (s *familySearch) look() {
	groups := s.touched()
	next := familyFound{product: s.chanceOf(groups, -1), known: -1}
	if s.known < 0 && s.p.K > 0 {
		for _, g := range groups {
			if s.profiles[s.target].in(g) > 0 {
				continue
			}
			if p := s.chanceOf(groups, g); s.isLess(&p, &next.product) {
				next.product, next.known = p, g
			}
		}
	}
	if !s.found || s.isLess(&next.product, &s.best.product) {
		next.chosen = slices.Clone(s.chosen)
		s.found, s.best = true, next
	}
}

// chanceOf is Π D of those chosen, with k rows known in a group that is none of the target's.
func (s *familySearch) chanceOf(groups []int32, elsewhere int32) product {
	p := one
	for _, g := range groups {
		k := s.knownIn(g)
		if g == elsewhere {
			k = s.p.K
		}
		t, certain := s.chance(g, s.profiles[s.target].in(g), s.loads[g], k)
		if certain {
			return product{log: math.Inf(-1)}
		}
		p.times(t)
	}
	p.sort()
	return p
}
