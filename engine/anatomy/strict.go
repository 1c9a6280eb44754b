package anatomy

import (
	"cmp"
	"container/heap"
	"context"
	"math/rand/v2"
	"slices"

	"skyline/engine"
)

// Count is how many people of a class have a value.
type Count struct {
	Value int32
	N     int64
}

// Histogram has the values of a class of people who must share a group, each value
// once.
type Histogram []Count

// Strict returns a group for each class, numbered at random from 0, such that all
// groups are l-diverse. It always succeeds where the people are eligible, since all
// of them together are l-diverse.
//
// The groups are a heuristic, not the smallest possible. A class that is l-diverse is
// a group. The others are drawn in random order, as in Anatomy: a group begins with a
// class whose most frequent value is that of most people left, and takes more
// such, of values that it has not too often, until it is l-diverse. A class that is
// left over goes to a group that stays l-diverse; if none is found, groups are merged.
// Everything is drawn by sensitive values and random alone.
//
// Errors: *IneligibleError, ErrNobody, ErrTooLarge, *engine.ParamError, the context's.
//
// Source: none; that equal quasi-identifiers must share a group is what makes the
// bound of Jin, Zhang, Das 2010 hold for all readings of several published tables.
func Strict(ctx context.Context, classes []Histogram, l int64, random *rand.Rand) ([]int32, error) {
	counts, err := totals(classes)
	if err != nil {
		return nil, err
	}
	if _, err := Eligible(counts, l); err != nil {
		return nil, err
	}
	s := &strict{ctx: ctx, classes: classes, l: l, random: random, bound: make([]int32, len(classes))}
	for i := range s.bound {
		s.bound[i] = -1
	}
	left := s.draw(len(counts))
	if left = s.fit(left); len(left) > 0 {
		s.merge(left)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return s.numbers(), nil
}

// totals returns the number of people of each value.
func totals(classes []Histogram) ([]int64, error) {
	var counts []int64
	for _, class := range classes {
		for _, c := range class {
			if c.Value < 0 || c.N < 0 {
				return nil, engine.NewParamError("anatomy", "classes", "of values and counts of at least 0", nil)
			}
			if n := int(c.Value) + 1; n > len(counts) {
				counts = slices.Grow(counts, n-len(counts))[:n]
			}
			if counts[c.Value] > 1<<61-c.N || c.N > 1<<61 {
				return nil, ErrTooLarge
			}
			counts[c.Value] += c.N
		}
	}
	return counts, nil
}

// strict is a run of Strict.
type strict struct {
	ctx     context.Context
	classes []Histogram
	l       int64
	random  *rand.Rand
	groups  []*tally
	bound   []int32 // the group of each class, or -1
}

// tally counts the people of a group by value. In groups that are merged into others
// it is nil.
type tally struct {
	counts map[int32]int64
	people int64
}

func newTally() *tally { return &tally{counts: map[int32]int64{}} }

func (t *tally) add(class Histogram) {
	for _, c := range class {
		if c.N > 0 {
			t.counts[c.Value] += c.N
			t.people += c.N
		}
	}
}

// tooOften reports whether more than one in l of the people have a value.
func (t *tally) tooOften(value int32, l int64) bool { return t.counts[value] > t.people/l }

func (t *tally) diverse(l int64) bool {
	most := t.people / l
	for _, n := range t.counts {
		if n > most {
			return false
		}
	}
	return true
}

// accepts reports whether the group stays l-diverse with a class. It looks at the
// class's values only, since the limit on the others rises.
func (t *tally) accepts(class Histogram, l int64) bool {
	people := t.people
	for _, c := range class {
		people += c.N
	}
	for _, c := range class {
		if t.counts[c.Value]+c.N > people/l {
			return false
		}
	}
	return true
}

// close makes a group of classes.
func (s *strict) close(t *tally, classes []int32) {
	for _, class := range classes {
		s.bound[class] = int32(len(s.groups))
	}
	s.groups = append(s.groups, t)
}

// queue has the classes, not l-diverse by themselves, whose most frequent value is
// the same.
type queue struct {
	value   int32
	people  int64
	classes []int32
}

// queues is a heap, that of most people first.
type queues []*queue

func (q queues) Len() int { return len(q) }
func (q queues) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(q[j].people, q[i].people), cmp.Compare(q[i].value, q[j].value)) < 0
}
func (q queues) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queues) Push(x any)   { *q = append(*q, x.(*queue)) }
func (q *queues) Pop() any {
	last := len(*q) - 1
	x := (*q)[last]
	*q = (*q)[:last]
	return x
}

// enqueue makes groups of the classes that are l-diverse, and queues of the others.
func (s *strict) enqueue(values int) queues {
	byValue := make([]*queue, values)
	for _, i := range s.random.Perm(len(s.classes)) {
		class := s.classes[i]
		people, top := int64(0), Count{}
		for _, c := range class {
			people += c.N
			if c.N > top.N || c.N == top.N && c.Value < top.Value {
				top = c
			}
		}
		if top.N <= people/s.l { // nobody is in the class, too
			t := newTally()
			t.add(class)
			s.close(t, []int32{int32(i)})
			continue
		}
		if byValue[top.Value] == nil {
			byValue[top.Value] = &queue{value: top.Value}
		}
		q := byValue[top.Value]
		q.classes = append(q.classes, int32(i))
		q.people += people
	}
	all := queues(slices.DeleteFunc(byValue, func(q *queue) bool { return q == nil }))
	heap.Init(&all)
	return all
}

// draw makes groups as long as it finds any, and returns the classes that are left
// over, in random order.
func (s *strict) draw(values int) []int32 {
	waiting := s.enqueue(values)
	for s.ctx.Err() == nil {
		group := newTally()
		var drawn []int32
		for len(drawn) == 0 || !group.diverse(s.l) {
			class, ok := s.next(&waiting, group)
			if !ok {
				for _, q := range waiting {
					drawn = append(drawn, q.classes...)
				}
				s.random.Shuffle(len(drawn), func(i, j int) { drawn[i], drawn[j] = drawn[j], drawn[i] })
				return drawn
			}
			drawn = append(drawn, class)
			group.add(s.classes[class])
		}
		s.close(group, drawn)
	}
	return nil
}

// next takes a class of the queue of most people whose value the group has not too
// often. Fewer than l values are in a group too often, so few queues are passed over.
func (s *strict) next(waiting *queues, group *tally) (class int32, ok bool) {
	var passed []*queue
	for waiting.Len() > 0 && !ok {
		q := heap.Pop(waiting).(*queue)
		if group.people > 0 && group.tooOften(q.value, s.l) {
			passed = append(passed, q)
			continue
		}
		last := len(q.classes) - 1
		class, ok = q.classes[last], true
		q.classes = q.classes[:last]
		for _, c := range s.classes[class] {
			q.people -= c.N
		}
		if last > 0 {
			passed = append(passed, q)
		}
	}
	for _, q := range passed {
		heap.Push(waiting, q)
	}
	return class, ok
}

// maxFits bounds how many groups are tried for all classes that are left over.
const maxFits = 20_000_000

// fit puts classes into groups that stay l-diverse with them, beginning anywhere,
// and returns those for which there is none.
func (s *strict) fit(left []int32) []int32 {
	var misfits []int32
	tries := 0
	for _, class := range left {
		n := len(s.groups)
		if n == 0 || tries > maxFits || s.ctx.Err() != nil {
			misfits = append(misfits, class)
			continue
		}
		found := false
		for i, begin := 0, s.random.IntN(n); i < n && !found; i++ {
			tries++
			g := (begin + i) % n
			if s.groups[g].accepts(s.classes[class], s.l) {
				s.groups[g].add(s.classes[class])
				s.bound[class] = int32(g)
				found = true
			}
		}
		if !found {
			misfits = append(misfits, class)
		}
	}
	return misfits
}

// merge puts classes into a group of their own and merges others into it until it is
// l-diverse: for each value that it has too often, those that have most room for it
// first. Merging an l-diverse group makes no value exceed its limit by more, so a
// value that is done with stays so; and all groups together are l-diverse.
func (s *strict) merge(left []int32) {
	own := newTally()
	for _, class := range left {
		own.add(s.classes[class])
	}
	number := int32(len(s.groups))
	s.close(own, left)
	var offending []int32
	for v := range own.counts {
		offending = append(offending, v)
	}
	slices.Sort(offending)
	merged := make([]bool, number+1)
	order := make([]int32, 0, number)
	for _, v := range offending {
		if !own.tooOften(v, s.l) {
			continue
		}
		// What a group adds to the limit on v, times l, less what it adds to v: its
		// people are at most 2^31, and so is l where anybody is eligible.
		room := func(g int32) int64 { return s.groups[g].people - s.l*s.groups[g].counts[v] }
		order = order[:0]
		for g := range number {
			if !merged[g] {
				order = append(order, g)
			}
		}
		slices.SortFunc(order, func(x, y int32) int { return cmp.Or(cmp.Compare(room(y), room(x)), cmp.Compare(x, y)) })
		for _, g := range order {
			if !own.tooOften(v, s.l) || s.ctx.Err() != nil {
				break
			}
			merged[g] = true
			for value, n := range s.groups[g].counts {
				own.counts[value] += n
			}
			own.people += s.groups[g].people
		}
	}
	for class, g := range s.bound {
		if merged[g] {
			s.bound[class] = number
		}
	}
}

// numbers gives the groups that have classes random numbers, without gaps.
func (s *strict) numbers() []int32 {
	used := make([]int32, len(s.groups))
	for _, g := range s.bound {
		used[g] = 1
	}
	n := 0
	for _, u := range used {
		n += int(u)
	}
	numbers := s.random.Perm(n)
	for g, next := 0, 0; g < len(used); g++ {
		if used[g] == 1 {
			used[g] = int32(numbers[next])
			next++
		}
	}
	for class, g := range s.bound {
		s.bound[class] = used[g]
	}
	return s.bound
}

// VerifyStrict makes sure that each class has a group, numbered from 0 without gaps,
// and that the groups are l-diverse.
//
// Errors: ErrUnsafe.
func VerifyStrict(classes []Histogram, groups []int32, l int64) error {
	if len(groups) != len(classes) {
		return ErrUnsafe
	}
	type cell struct{ group, value int32 }
	people, counts := map[int32]int64{}, map[cell]int64{}
	last := int32(-1)
	for i, g := range groups {
		if g < 0 {
			return ErrUnsafe
		}
		last = max(last, g)
		people[g] += 0
		for _, c := range classes[i] {
			people[g] += c.N
			counts[cell{g, c.Value}] += c.N
		}
	}
	if len(people) != int(last)+1 {
		return ErrUnsafe
	}
	for c, n := range counts {
		if n > people[c.group]/l {
			return ErrUnsafe
		}
	}
	return nil
}
