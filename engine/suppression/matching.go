package suppression

import (
	"container/heap"
	"context"
	"errors"
	"fmt"
	"slices"

	"skyline/engine"
	"skyline/engine/cells"
	"skyline/engine/internal/budget"
	"skyline/engine/matching"
	"skyline/engine/partition"
	"skyline/engine/progress"
)

// ErrTooLarge reports that so many people match too few others that SuppressMatching is refused.
var ErrTooLarge = engine.NewTooLarge("suppression: too many people match too few others")

// maxSteps is how many cells SuppressMatching compares at most: some minutes.
const maxSteps = 1e11

// maxChosen is how many cells have been compared when choices are no more made again, and
// maxDependent how many people may lack matches without a choice that is.
const (
	maxChosen    = 1e10
	maxDependent = 16
)

// SuppressMatching returns a release in which everybody matches at least k people, where NULL
// is any value: see package matching. options.Requirements are not looked at.
//
// Cells are suppressed of people who match too few, and of nobody else: of each as few as make
// that person match k, at the time. The cheapest for a person come first; of these, those that
// win most matches for all who lack some, as in greedy set cover. Then people for whom others have
// done enough get cells back, and single choices are made again where that costs less.
//
// It is minimal: no set of the suppressed cells of people who are alike can be shown again so
// that everybody still matches k. It does not look for the fewest cells: k-1 people of whom
// nothing is shown match everybody, and so would do for a table of any size. That the definition
// allows; it protects nobody else.
//
// With N combinations of codes and d columns it takes O(2^d·N) look-ups, 2^d at most 4096, and for
// each combination of which cells are suppressed O(N·d) time, some times.
//
// Errors: *engine.ParamError, ErrUnsafe, ErrTooLarge, those of ctx.
func SuppressMatching(ctx context.Context, c *cells.Cells, k int64, options Options) (*Release, error) {
	if err := options.check(c); err != nil {
		return nil, err
	}
	if options.Strata > 0 { // NULL would be each of them
		return nil, engine.NewParamError("suppression", "Strata", "0 where NULL is any value", options.Strata)
	}
	t, err := newTable(ctx, c, options.Null)
	if err != nil {
		return nil, err
	}
	if len(t.alike) > 0 && c.Total.People < k {
		return nil, ErrUnsafe
	}
	m := &matchingSearch{
		table: t, k: k, mostLacking: partition.MaxPeople / max(1, c.Total.People), weights: newWeights(options.Importance, t.columns, c.Total.People),
		nulls: make([]pattern, len(t.alike)), budget: budget.New(ctx, maxSteps), people: map[pattern]int64{},
	}
	m.patterns = m.weights.cheapest(t.columns, maxPatterns)
	if err := m.run(ctx); errors.Is(err, budget.ErrTooLarge) {
		return nil, fmt.Errorf("%w: more than %.0e comparisons", ErrTooLarge, maxSteps)
	} else if err != nil {
		return nil, err
	}
	return releaseOf(ctx, c, t, &options, m.nulls), nil
}

// releaseOf groups people by what they show.
func releaseOf(ctx context.Context, c *cells.Cells, t *table, options *Options, nulls []pattern) *Release {
	s := newSearch(ctx, c, t, &Options{Null: options.Null})
	for i, p := range nulls {
		s.buffer = s.key(s.buffer[:0], int32(i), p)
		g := s.groups[string(s.buffer)]
		if g == nil {
			g = s.open(string(s.buffer))
		}
		g.members = append(g.members, int32(i))
		s.at[i] = g
	}
	for _, g := range s.groups {
		g.of = s.count(nil, g.members, nil)
	}
	return s.release()
}

// matchingSearch is a release in the making, by people who are alike.
type matchingSearch struct {
	*table
	k int64
	// mostLacking is what a lack of matches counts at most, so that sums stay small.
	mostLacking int64
	weights     weights
	patterns    []pattern
	budget      *budget.Budget

	nulls   []pattern // where they show NULL
	matches []int64   // how many people they match

	people map[pattern]int64 // by the columns in which they differ: of scan
	masks  []pattern         // its keys
	undo   []change          // what has been suppressed or shown since it was last emptied
}

// change is that people showed NULL elsewhere.
type change struct {
	of  int32
	was pattern
}

func (m *matchingSearch) run(ctx context.Context) error {
	for i := range m.alike {
		m.nulls[i] = m.alike[i].nulls
	}
	if err := m.count(ctx); err != nil {
		return err
	}
	if err := m.cover(ctx); err != nil {
		return err
	}
	for again := true; again; {
		again = false
		for _, i := range m.byCost() {
			if err := m.restore(i); err != nil {
				return err
			}
		}
		for _, i := range m.byCost() {
			better, err := m.choose(i)
			if err != nil {
				return err
			}
			again = again || better
		}
	}
	return m.check(ctx)
}

// shown is what some people show, if a pattern is suppressed beside, with how many they are to
// count.
func (m *matchingSearch) shown(of []int32, beside pattern, people func(i int32) int64) *matching.Table {
	t := &matching.Table{Codes: make([][]int32, m.columns), Missing: m.hidden, People: make([]int64, len(of))}
	for d := range t.Codes {
		t.Codes[d] = make([]int32, len(of))
		for n, i := range of {
			if t.Codes[d][n] = m.code(i, d); (m.nulls[i] | beside).has(d) {
				t.Codes[d][n] = m.hidden[d]
			}
		}
	}
	for n, i := range of {
		t.People[n] = people(i)
	}
	return t
}

// everybody is what all show.
func (m *matchingSearch) everybody() *matching.Table {
	all := make([]int32, len(m.alike))
	for i := range all {
		all[i] = int32(i)
	}
	return m.shown(all, 0, m.peopleAlike)
}

func (m *matchingSearch) peopleAlike(i int32) int64 { return m.alike[i].people }

// count counts matches anew.
func (m *matchingSearch) count(ctx context.Context) error {
	counted, err := matching.Count(ctx, m.everybody())
	if err != nil {
		return err
	}
	m.matches = make([]int64, len(counted))
	for i, c := range counted {
		m.matches[i] = c.People
	}
	return nil
}

// check makes sure that the release is what it is said to be, by another way than that by which
// it was made.
func (m *matchingSearch) check(ctx context.Context) error {
	if err := m.count(ctx); err != nil {
		return err
	}
	if len(m.few()) > 0 {
		return errors.New("suppression: somebody matches too few")
	}
	return nil
}

// few returns who match too few.
func (m *matchingSearch) few() []int32 {
	var few []int32
	for i, n := range m.matches {
		if n < m.k {
			few = append(few, int32(i))
		}
	}
	return few
}

// lacking is how many matches people lack, each of them, and together.
func (m *matchingSearch) lacking(i int32) int64 { return min(m.k-m.matches[i], m.mostLacking) }

func (m *matchingSearch) lackingTogether(i int32) int64 {
	return m.lacking(i) * m.alike[i].people
}

// cover suppresses cells until everybody matches enough: by one pattern after the other, the
// cheapest first, those of equal cost at once.
func (m *matchingSearch) cover(ctx context.Context) error {
	few := m.few()
	for begin, end := 1, 1; begin < len(m.patterns) && len(few) > 0; {
		for end < len(m.patterns) && m.weights.of(m.patterns[end]) == m.weights.of(m.patterns[begin]) {
			end++
		}
		progress.Report(ctx, float64(begin), float64(len(m.patterns)))
		before := len(few)
		var err error
		if few, err = m.coverBy(ctx, few, m.patterns[begin:end]); err != nil {
			return err
		}
		if len(few) == before { // those who were suppressed may have made the same enough for others
			begin = end
		}
	}
	return m.fix(few)
}

// coverBy suppresses patterns of equal cost of people who match too few, as far as they match
// enough then. It returns who still does not.
func (m *matchingSearch) coverBy(ctx context.Context, few []int32, patterns []pattern) ([]int32, error) {
	var next remedies
	everybody := m.everybody()
	lackers := m.shown(few, 0, m.lackingTogether)
	for _, p := range patterns {
		mayLose := slices.DeleteFunc(slices.Clone(few), func(i int32) bool { return p&m.nulls[i] != 0 })
		asked := m.shown(mayLose, p, m.peopleAlike)
		matches, err := matching.CountIn(ctx, everybody, asked)
		if err != nil {
			return nil, err
		}
		lacks, err := matching.CountIn(ctx, lackers, asked)
		if err != nil {
			return nil, err
		}
		for n, i := range mayLose {
			if matches[n].People >= m.k {
				next = append(next, remedy{i, p, lacks[n].People, m.weights.of(p) * m.alike[i].people})
			}
		}
	}
	heap.Init(&next)
	for len(next) > 0 {
		r := next[0]
		if m.matches[r.of] >= m.k {
			heap.Pop(&next)
			continue
		}
		// What it would win, others may have won since.
		won, err := m.won(r.of, few, []pattern{r.pattern})
		if err != nil {
			return nil, err
		}
		if won[0] != r.won {
			next[0].won = won[0]
			heap.Fix(&next, 0)
			continue
		}
		heap.Pop(&next)
		if err := m.set(r.of, r.pattern|m.nulls[r.of]); err != nil {
			return nil, err
		}
		few = slices.DeleteFunc(few, func(j int32) bool { return m.matches[j] >= m.k })
	}
	return few, nil
}

// won returns how many matches people who lack some win if patterns are suppressed of one of them.
func (m *matchingSearch) won(i int32, few []int32, patterns []pattern) ([]int64, error) {
	won := make([]int64, len(patterns))
	own := m.alike[i].people
	for n := range won {
		won[n] = m.lackingTogether(i)
	}
	err := m.differences(i, m.nulls[i], few, func(j int32, differ pattern) {
		lacks := min(m.lacking(j), own)
		if differ == 0 || lacks <= 0 {
			return
		}
		for n, p := range patterns {
			if differ.within(p) {
				won[n] += lacks * m.alike[j].people
			}
		}
	})
	return won, err
}

// byCost returns whose cells are suppressed, the dearest first.
func (m *matchingSearch) byCost() []int32 {
	var of []int32
	for i := range m.alike {
		if m.nulls[i] != m.alike[i].nulls {
			of = append(of, int32(i))
		}
	}
	slices.SortStableFunc(of, func(a, b int32) int { return compareInts(m.cost(b), m.cost(a)) })
	return of
}

func compareInts(a, b int64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// cost is what is suppressed of people who are alike.
func (m *matchingSearch) cost(i int32) int64 {
	return m.weights.of(m.nulls[i]&^m.alike[i].nulls) * m.alike[i].people
}

// differences calls f for others and the columns in which both they and the people of i have
// values, own ones being all that are suppressed of i, and these differ.
func (m *matchingSearch) differences(i int32, nulls pattern, others []int32, f func(j int32, differ pattern)) error {
	n := len(others)
	if others == nil {
		n = len(m.alike)
	}
	if err := m.budget.Spend(float64(n) * float64(m.columns+1)); err != nil {
		return err
	}
	own := m.codes[int(i)*m.columns : (int(i)+1)*m.columns]
	for at := range n {
		j := int32(at)
		if others != nil {
			j = others[at]
		}
		if j == i {
			continue
		}
		differ := pattern(0)
		for d, code := range m.codes[int(j)*m.columns : (int(j)+1)*m.columns] {
			if code != own[d] {
				differ |= 1 << d
			}
		}
		f(j, differ&^(nulls|m.nulls[j]))
	}
	return nil
}

// set shows NULL of people in some columns.
func (m *matchingSearch) set(i int32, nulls pattern) error {
	if m.nulls[i] == nulls {
		return nil
	}
	was := m.nulls[i]
	err := m.differences(i, 0, nil, func(j int32, differ pattern) {
		sign := int64(0)
		if differ.within(nulls) {
			sign++
		}
		if differ.within(was) {
			sign--
		}
		m.matches[i] += sign * m.alike[j].people
		m.matches[j] += sign * m.alike[i].people
	})
	if err != nil {
		return err
	}
	m.undo = append(m.undo, change{i, was})
	m.nulls[i] = nulls
	return nil
}

// scan sets people and masks to how many differ from those of i, and where.
func (m *matchingSearch) scan(i int32, f func(j int32, differ pattern)) error {
	clear(m.people)
	m.masks = m.masks[:0]
	m.people[0], m.masks = m.alike[i].people, append(m.masks, 0)
	return m.differences(i, m.alike[i].nulls, nil, func(j int32, differ pattern) {
		if _, ok := m.people[differ]; !ok {
			m.masks = append(m.masks, differ)
		}
		m.people[differ] += m.alike[j].people
		f(j, differ)
	})
}

// suffices reports whether people match enough, of those that scan has found, where a pattern
// is suppressed.
func (m *matchingSearch) suffices(p pattern) bool {
	n := int64(0)
	for _, differ := range m.masks {
		if differ.within(p) {
			if n += m.people[differ]; n >= m.k {
				return true
			}
		}
	}
	return false
}

// cheapest returns the patterns of the least cost with which people match enough, of those that
// scan has found; they have at least some columns, and others at most.
func (m *matchingSearch) cheapest(i int32, least, most pattern) []pattern {
	var best []pattern
	for _, p := range m.patterns {
		if len(best) > 0 && m.weights.of(p) > m.weights.of(best[0]) {
			return best
		}
		if least.within(p) && p.within(most) && p&m.alike[i].nulls == 0 && m.suffices(p) {
			best = append(best, p)
		}
	}
	if len(best) > 0 {
		return best
	}
	// There are patterns beyond the listed ones: those who differ in the cheapest columns are
	// matched, one after the other.
	slices.SortFunc(m.masks, func(a, b pattern) int {
		if byCost := compareInts(m.weights.of(a), m.weights.of(b)); byCost != 0 {
			return byCost
		}
		return compareInts(int64(a), int64(b))
	})
	p := least
	for _, differ := range m.masks {
		if m.suffices(p) {
			break
		}
		if differ.within(most) {
			p |= differ
		}
	}
	return []pattern{p}
}

// restore shows cells of people again, as far as everybody still matches enough.
func (m *matchingSearch) restore(i int32) error {
	suppressed := m.nulls[i] &^ m.alike[i].nulls
	if suppressed == 0 {
		return nil
	}
	needed := pattern(0) // by others
	err := m.scan(i, func(j int32, differ pattern) {
		if differ.within(suppressed) && m.matches[j]-m.alike[i].people < m.k {
			needed |= differ
		}
	})
	if err != nil {
		return err
	}
	return m.set(i, m.cheapest(i, needed, suppressed)[0]|m.alike[i].nulls)
}

// choose shows all cells of people, and suppresses those of others who then match too few before
// theirs. It reports whether that costs less; if not, all is as it was.
func (m *matchingSearch) choose(i int32) (bool, error) {
	before := m.cost(i)
	if before == 0 || m.budget.Spent() > maxChosen {
		return false, nil
	}
	m.undo = m.undo[:0]
	if err := m.set(i, m.alike[i].nulls); err != nil {
		return false, err
	}
	few := m.few()
	others := slices.DeleteFunc(slices.Clone(few), func(j int32) bool { return j == i })
	var changed []int32
	if len(few) > maxDependent {
		return false, m.takeBack()
	}
	for _, of := range [][]int32{others, {i}} {
		of = slices.DeleteFunc(of, func(j int32) bool { return m.matches[j] >= m.k })
		for _, j := range of {
			before += m.costBefore(j, i)
			changed = append(changed, j)
		}
		if err := m.fix(of); err != nil {
			return false, err
		}
	}
	after := int64(0)
	for _, j := range changed {
		after += m.cost(j)
	}
	if after < before {
		return true, nil
	}
	return false, m.takeBack()
}

// takeBack takes back what is in undo.
func (m *matchingSearch) takeBack() error {
	for _, c := range slices.Backward(m.undo) {
		if err := m.set(c.of, c.was); err != nil {
			return err
		}
	}
	return nil
}

// costBefore is what is suppressed of others than i.
func (m *matchingSearch) costBefore(j, i int32) int64 {
	if j == i {
		return 0
	}
	return m.cost(j)
}
