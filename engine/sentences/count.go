package sentences

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"

	"skyline/engine"
	"skyline/engine/internal/budget"
)

// ErrTooLarge matches engine.ErrTooLarge.
var ErrTooLarge = engine.NewTooLarge("sentences: too large")

// ErrNoRoom says that there are more histories than can be kept, however many steps are allowed. It
// matches engine.ErrTooLarge, too.
var ErrNoRoom = engine.NewTooLarge("sentences: no room")

const (
	// maxHistories is how many may be kept at once, of some 200 bytes each.
	maxHistories = 1 << 20
	// stepsOfTransition is what one more person costs a history, in nanoseconds: without its length,
	// and that of numbers.
	stepsOfTransition = 250
)

// layer is the histories after some people, by what matters of them: the position of each, and how
// many ways lead there.
type layer struct {
	at   map[string]int
	keys []string
	ways []*big.Int
}

func newLayer() *layer { return &layer{at: map[string]int{}} }

// run hands out the values of a component.
type run struct {
	*component
	work *budget.Budget
	// gone and isTrue are those of a history: of each group that is open, how many of each class are
	// gone; and whether each constraint that is open is true.
	gone   [][]uint32
	isTrue []bool
	layers []*layer
	opens  []opened // before each person, and at the end
	kept   int
	room   int // for so many histories
}

// opened is what a key is made of: the groups and the constraints that are open.
type opened struct{ groups, constraints []int }

func (c *component) newRun(work *budget.Budget) *run {
	r := &run{component: c, work: work, room: maxHistories, gone: make([][]uint32, len(c.groups)), isTrue: make([]bool, len(c.constraints))}
	var now opened
	for at, person := range c.people {
		r.opens = append(r.opens, now)
		g := c.People[person]
		if r.gone[g] == nil {
			r.gone[g] = make([]uint32, len(c.groups[g].count))
		}
		var next opened
		for _, x := range now.groups {
			if c.last[x] > at {
				next.groups = append(next.groups, x)
			}
		}
		if c.last[g] > at && !slices.Contains(now.groups, g) {
			next.groups = append(next.groups, g)
		}
		for _, x := range now.constraints {
			if c.lastOf[x] > at {
				next.constraints = append(next.constraints, x)
			}
		}
		for _, x := range c.of[person] {
			if c.lastOf[x] > at && !slices.Contains(now.constraints, x) {
				next.constraints = append(next.constraints, x)
			}
		}
		now = next
	}
	r.opens = append(r.opens, now)
	return r
}

// read takes a key apart.
func (r *run) read(at int, key string) {
	g := r.People[r.people[at]]
	clear(r.gone[g])
	for _, i := range r.of[r.people[at]] {
		r.isTrue[i] = false
	}
	for _, g := range r.opens[at].groups {
		for class := range r.gone[g] {
			r.gone[g][class] = binary.LittleEndian.Uint32([]byte(key[:4]))
			key = key[4:]
		}
	}
	for n, i := range r.opens[at].constraints {
		r.isTrue[i] = key[n] == 1
	}
}

// write is the key of the histories that r.read has read, after one more person, with a class. It is
// false if there are none: a constraint stays false.
func (r *run) write(key []byte, at, class int) ([]byte, bool) {
	person := r.people[at]
	g := r.People[person]
	allowed := func(i int) bool {
		c := &r.constraints[i]
		n := slices.Index(c.people, person)
		return n >= 0 && c.allowed[n][class]
	}
	for _, i := range r.of[person] {
		if r.lastOf[i] == at && !r.isTrue[i] && !allowed(i) {
			return nil, false
		}
	}
	key = key[:0]
	for _, x := range r.opens[at+1].groups {
		for c, n := range r.gone[x] {
			if x == g && c == class {
				n++
			}
			key = binary.LittleEndian.AppendUint32(key, n)
		}
	}
	for _, i := range r.opens[at+1].constraints {
		key = append(key, byte(asInt(r.isTrue[i] || allowed(i))))
	}
	return key, true
}

// each calls f with each class that the next person of a history can have, how many ways there are to
// have it, and the key of what comes of it.
func (r *run) each(at int, key string, scratch []byte, f func(class int, ways int64, key []byte) error) error {
	r.read(at, key)
	person := r.people[at]
	g := r.People[person]
	for class, can := range r.domains[person] {
		ways := r.groups[g].count[class] - int64(r.gone[g][class])
		if !can || ways <= 0 {
			continue
		}
		next, ok := r.write(scratch, at, class)
		if err := r.work.Spend(stepsOfTransition + float64(8*float64(len(next)+len(r.people)))); errors.Is(err, budget.ErrTooLarge) {
			return r.refuse(ErrTooLarge, fmt.Sprintf("%.1e steps", r.work.Limit()))
		} else if err != nil {
			return err
		}
		if !ok {
			continue
		}
		if err := f(class, ways, next); err != nil {
			return err
		}
	}
	return nil
}

// forward counts the histories, and keeps them. It returns how many ways there are to give all
// people values so that all constraints are true: 0 if there is none.
func (r *run) forward() (*big.Int, error) {
	first := newLayer()
	first.add("", big.NewInt(1))
	r.layers = []*layer{first}
	scratch, product := make([]byte, 0, 64), new(big.Int)
	for at := range r.people {
		from, to := r.layers[at], newLayer()
		for n, key := range from.keys {
			err := r.each(at, key, scratch, func(_ int, ways int64, next []byte) error {
				product.Mul(from.ways[n], product.SetInt64(ways))
				if i, ok := to.at[string(next)]; ok {
					to.ways[i].Add(to.ways[i], product)
					return nil
				}
				if r.kept++; r.kept > r.room {
					return r.refuse(ErrNoRoom, fmt.Sprintf("%.1e histories", float64(r.room)))
				}
				to.add(string(next), new(big.Int).Set(product))
				return nil
			})
			if err != nil {
				return nil, err
			}
		}
		r.layers = append(r.layers, to)
	}
	total := new(big.Int)
	for _, ways := range r.layers[len(r.people)].ways {
		total.Add(total, ways)
	}
	return total, nil
}

// refuse says which people take more than they may, and what they may take at most.
func (r *run) refuse(because error, limit string) error {
	groups := map[int]bool{}
	for _, person := range r.people {
		groups[r.People[person]] = true
	}
	where := "a group"
	if len(groups) > 1 {
		where = fmt.Sprintf("%d groups", len(groups))
	}
	return fmt.Errorf("%w: %d people in %s hang together and take more than %s; up to about 1e%d histories", because, len(r.people), where, limit, int(math.Ceil(r.most/math.Ln10)))
}

func (l *layer) add(key string, ways *big.Int) {
	l.at[key] = len(l.keys)
	l.keys, l.ways = append(l.keys, key), append(l.ways, ways)
}

// backward returns in how many of the ways that forward counts each person has each class.
func (r *run) backward() (map[int][]*big.Int, error) {
	having := map[int][]*big.Int{}
	behind := []*big.Int{big.NewInt(1)} // of each history of a layer: the ways to go on
	scratch, product := make([]byte, 0, 64), new(big.Int)
	for at, person := range slices.Backward(r.people) {
		from, to := r.layers[at], r.layers[at+1]
		of := make([]*big.Int, len(r.domains[person]))
		for class := range of {
			of[class] = new(big.Int)
		}
		before := make([]*big.Int, len(from.keys))
		for n, key := range from.keys {
			before[n] = new(big.Int)
			err := r.each(at, key, scratch, func(class int, ways int64, next []byte) error {
				product.Mul(behind[to.at[string(next)]], product.SetInt64(ways))
				before[n].Add(before[n], product)
				of[class].Add(of[class], product.Mul(product, from.ways[n]))
				return nil
			})
			if err != nil {
				return nil, err
			}
		}
		having[person], behind = of, before
		r.layers[at+1] = nil
	}
	return having, nil
}
