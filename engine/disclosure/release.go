package disclosure

import (
	"context"
	"fmt"
	"sync"

	"skyline/engine/breach"
	"skyline/engine/internal/parallel"
	"skyline/engine/progress"
)

// Release is a release candidate made ready for questions about k basic
// implications, or fewer. It may be asked from several goroutines at once.
type Release struct {
	k      int
	groups []Group
	// candidates is the union of the groups that can matter, and places says where
	// their leaves are.
	candidates *tree
	places     map[int]int
	// negations are by the number of negated atoms.
	negations []negation
	// rests are the candidates without one of them, as they have been asked for.
	rests sync.Map
	// contenders returns those for k, which are found when they are first asked for:
	// each target needs them, where floats cannot tell its disclosure from a threshold.
	contenders func() []*leaf
}

// NewRelease prepares groups, which must not change afterwards.
//
// It takes O(k² log k) time for each group, on up to workers goroutines, and then
// O(k²) for each of the candidates, which are fewer than (k+2)².
//
// Errors: *engine.ParamError, those of ctx.
func NewRelease(ctx context.Context, groups []Group, k, workers int) (*Release, error) {
	if err := checkK(k, MaxK); err != nil {
		return nil, err
	}
	r := &Release{k: k, groups: groups, places: map[int]int{}}
	chosen, err := r.choose(ctx, workers)
	if err != nil {
		return nil, err
	}
	m := newMinimizer(k)
	var leaves []*node
	for i, group := range chosen {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("disclosure: %w", err)
		}
		r.places[group] = i
		l, err := m.leafOf(&groups[group], group)
		if err != nil {
			return nil, err
		}
		leaves = append(leaves, newNode(l))
	}
	r.candidates = newTree(leaves)
	r.contenders = sync.OnceValue(func() []*leaf { return contenders(k, r.eachProfile) })
	return r, nil
}

// leafOf returns the leaf of a group.
//
// Errors: *engine.ParamError.
func (m *minimizer) leafOf(g *Group, group int) (*leaf, error) {
	l := &leaf{profile: &profile{}, copies: g.Copies, minimums: make([]float64, m.k+2), group: group}
	if err := l.read(g, m.k); err != nil {
		return nil, err
	}
	m.minimums(l.profile, l.minimums)
	return l, nil
}

// stretch is how many groups are looked at in one go.
const stretch = 1024

// choose returns the candidates, and finds the worst groups for negated atoms.
func (r *Release) choose(ctx context.Context, workers int) ([]int, error) {
	workers = max(1, workers)
	scans := make([]*scan, workers)
	stretches := (len(r.groups) + stretch - 1) / stretch
	parallel.For(workers, stretches, func(worker, i int) {
		if scans[worker] == nil {
			scans[worker] = newScan(r.groups, r.k)
		}
		if ctx.Err() == nil {
			progress.Report(ctx, float64(i), float64(stretches))
			scans[worker].look(i*stretch, min((i+1)*stretch, len(r.groups)))
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("disclosure: %w", err)
	}
	all := newScan(r.groups, r.k)
	for _, s := range scans {
		if s == nil {
			continue
		}
		if s.err != nil {
			return nil, s.err
		}
		all.roles.merge(s.roles)
		for k, x := range s.negations {
			all.negate(k, x)
		}
	}
	r.negations = all.negations
	return all.roles.groups(), nil
}

// scan is what one worker has found.
type scan struct {
	groups    []Group
	minimizer *minimizer
	leaf      leaf
	roles     *roles
	negations []negation
	err       error
}

func newScan(groups []Group, k int) *scan {
	s := &scan{
		groups: groups, minimizer: newMinimizer(k), roles: newRoles(groups, k),
		leaf: leaf{profile: &profile{}, minimums: make([]float64, k+2)},
	}
	for range k + 1 {
		s.negations = append(s.negations, negation{group: -1})
	}
	return s
}

func (s *scan) look(begin, end int) {
	for i := begin; i < end && s.err == nil; i++ {
		if s.err = s.leaf.read(&s.groups[i], s.roles.k); s.err != nil {
			return
		}
		s.minimizer.minimums(s.leaf.profile, s.leaf.minimums)
		s.leaf.group, s.leaf.copies = i, s.groups[i].Copies
		s.roles.offer(&s.leaf)
		for k := range s.negations {
			s.negate(k, s.leaf.negationOf(i, k))
		}
	}
}

// negate keeps the worse of two groups, the first in canonical order of equals.
func (s *scan) negate(k int, x negation) {
	have := &s.negations[k]
	if x.group < 0 {
		return
	}
	if have.group >= 0 {
		c := x.compare(*have)
		if c == 0 {
			c = compareGroups(&s.groups[x.group], &s.groups[have.group], s.roles.k)
		}
		if c > 0 || c == 0 && x.group > have.group {
			return
		}
	}
	*have = x
}

// Level is the maximum disclosure for up to K pieces of knowledge.
type Level struct {
	K int
	// Implications is that for K basic implications, Negations for K negated atoms.
	// They are in [0, 1], and 0 where there are no groups.
	Implications, Negations float64
	// Safe is Implications < c, decided exactly.
	Safe bool
	// Certain is that Implications is 1 and not only rounded to it.
	Certain bool
	// Witness and Negation reach them; they are nil where there are no groups.
	Witness  *Witness
	Negation *NegationWitness
}

// Measure returns the maximum disclosure of a release candidate for each number of
// pieces of knowledge from 0 to k.
//
// It takes the time of NewRelease and Levels.
//
// Errors: *engine.ParamError, those of ctx.
func Measure(ctx context.Context, groups []Group, k int, c breach.Threshold, workers int) ([]Level, error) {
	r, err := NewRelease(ctx, groups, k, workers)
	if err != nil {
		return nil, err
	}
	return r.Levels(ctx, c)
}

// Levels returns the maximum disclosure for each number of pieces of knowledge from
// 0 to k, and whether that is below c.
//
// It takes O(k²) time for each, and O(h³) for h atoms that are about people of
// copies of one group.
//
// Errors: those of ctx.
func (r *Release) Levels(ctx context.Context, c breach.Threshold) ([]Level, error) {
	levels := make([]Level, r.k+1)
	t := newTracer(r.k)
	for k := range levels {
		var err error
		if levels[k], err = r.level(ctx, t, k, c); err != nil {
			return nil, err
		}
	}
	return levels, nil
}

// Level returns the maximum disclosure for a number of pieces of knowledge, at most
// that which the release candidate was made ready for.
//
// Errors: *engine.ParamError, those of ctx.
func (r *Release) Level(ctx context.Context, k int, c breach.Threshold) (Level, error) {
	if err := checkK(k, r.k); err != nil {
		return Level{}, err
	}
	return r.level(ctx, newTracer(r.k), k, c)
}

func (r *Release) level(ctx context.Context, t *tracer, k int, c breach.Threshold) (Level, error) {
	if err := ctx.Err(); err != nil {
		return Level{}, fmt.Errorf("disclosure: level: %w", err)
	}
	level := Level{K: k, Safe: true}
	if len(r.groups) == 0 {
		return level, nil
	}
	picks := r.candidates.root().trace(nil, k, true)
	ratio := t.ratio(picks)
	level.Implications, level.Certain, level.Witness = rounded(ratio), ratio.Sign() == 0, t.witness(picks)
	var err error
	if level.Safe, err = r.question(k, ratio).isSafe(ctx, c); err != nil {
		return Level{}, err
	}
	worst := r.negations[k]
	var p profile
	if err := p.read(&r.groups[worst.group], r.k); err != nil {
		return Level{}, err
	}
	level.Negations, level.Negation = worst.disclosure(), worst.witness(&p, k)
	return level, nil
}

// eachProfile calls f with the profiles of all groups, each valid for the call.
func (r *Release) eachProfile(f func(p *profile, copies int64)) { r.eachWithout(nil, f) }

// eachWithout is eachProfile without some copies of groups, by their index.
func (r *Release) eachWithout(gone map[int]int64, f func(p *profile, copies int64)) {
	var p profile
	for i := range r.groups {
		if left := r.groups[i].Copies - gone[i]; left > 0 {
			_ = p.read(&r.groups[i], r.k) // it has been read before without an error
			f(&p, left)
		}
	}
}
