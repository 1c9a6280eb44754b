package rules

import (
	"context"
	"math/big"
	"math/bits"

	"skyline/engine/internal/bitset"
)

// maxOpen is how many people, for whom a rule is open, are counted person by person.
const maxOpen = 48

// maxProducts is how many products of whole numbers counting may take in all: some seconds.
const maxProducts = 20_000_000

// maxHeld is how many words the sets of rows with a value may have in all: 256 MB.
const maxHeld = 1 << 25

// counting counts the reconstructions of a release that respect rules.
type counting struct {
	release *Release
	people  int64
	bounds  *bounds
	least   int64 // people who have the support
	rows    int
	items   map[[2]int32]*holders // by column and value
	spent   int64                 // products of counting
	held    int64                 // words of items
	tried   int64                 // words and rows of sets that were looked at for candidates
}

// holders are the rows of a release whose people may have a value, and those who must.
type holders struct{ may, must bitset.Set }

func newCounting(r *Release, people int64, b *bounds) *counting {
	return &counting{release: r, people: people, bounds: b, least: b.least(people), rows: len(r.Counts), items: map[[2]int32]*holders{}}
}

// holders returns those of a value; nil if they would take too much room.
func (c *counting) holders(column int, value int32) *holders {
	at := [2]int32{int32(column), value}
	if h := c.items[at]; h != nil {
		return h
	}
	if c.held += 2 * int64(bitset.Words(c.rows)); c.held > maxHeld {
		return nil
	}
	h := &holders{bitset.New(c.rows), bitset.New(c.rows)}
	of := c.release.Of[column]
	may, must := make([]bool, len(of)), make([]bool, len(of))
	for i := range of {
		may[i] = of[i].parts(value) != nil
		must[i] = may[i] && len(of[i].chances) == 1
	}
	for row, d := range c.release.Shown[column] {
		if may[d] {
			h.may.Add(row)
		}
		if must[d] {
			h.must.Add(row)
		}
	}
	c.items[at] = h
	return h
}

// outcome is what is known of a rule in reconstructions: the probability that they respect it, and
// how far their confidence is from a reference, expected, where one that does not respect it has
// the least confidence.
type outcome struct{ probability, error *big.Rat }

// of adds up the people of rows.
func (c *counting) of(rows bitset.Set) int64 {
	n := int64(0)
	each(rows, func(row int) { n += c.release.Counts[row] })
	return n
}

// each calls f with the numbers of a set.
func each(set bitset.Set, f func(i int)) {
	for w, word := range set {
		for ; word != 0; word &= word - 1 {
			f(64*w + bits.TrailingZeros64(word))
		}
	}
}

// outcome returns that of a rule, with the confidence that it is compared with. ok is false where
// too many people are open, or the limit of steps is reached.
//
// Each row has its people with X and Y, with X alone, or with neither, by a probability each. Those
// for whom one of them is certain are added up. The others are taken person by person: parts[x][y]
// is the number of ways, in parts, in which x of them have X and Y and y have X alone.
func (c *counting) outcome(ctx context.Context, rule *Rule, reference *big.Rat) (o outcome, ok bool, err error) {
	var may, must bitset.Set // of X
	for column, value := range rule.Items {
		if value == None || column == rule.Right {
			continue
		}
		h := c.holders(column, value)
		if h == nil {
			return o, false, nil
		}
		if may == nil {
			may, must = append(bitset.Set(nil), h.may...), append(bitset.Set(nil), h.must...)
			continue
		}
		for w := range may {
			may[w] &= h.may[w]
			must[w] &= h.must[w]
		}
	}
	right := c.holders(rule.Right, rule.Items[rule.Right])
	if right == nil {
		return o, false, nil
	}
	open, sureBoth, sureLeft, mayBoth := bitset.New(c.rows), bitset.New(c.rows), bitset.New(c.rows), bitset.New(c.rows)
	for w := range may {
		sureBoth[w] = must[w] & right.must[w]
		sureLeft[w] = must[w] &^ right.may[w]
		mayBoth[w] = may[w] & right.may[w]
		open[w] = may[w] &^ (sureBoth[w] | sureLeft[w])
	}
	away := new(big.Rat).Sub(reference, c.bounds.confidence)
	away.Abs(away)
	both, left := c.of(sureBoth), c.of(sureLeft)
	if most := c.of(mayBoth); most < c.least || !c.bounds.confident(most, most+left) {
		return outcome{new(big.Rat), away}, true, nil
	}
	n := c.of(open)
	if n > maxOpen {
		return o, false, nil
	}
	if c.spent += n*n*n/6 + n; c.spent > maxProducts {
		return o, false, nil
	}
	if err := ctx.Err(); err != nil {
		return o, false, err
	}
	w := newWays()
	each(open, func(row int) {
		parts, sum := c.parts(rule, row)
		for range c.release.Counts[row] {
			w.add(parts[0], parts[1], sum)
		}
	})
	return c.sum(w, both, left, reference, away), true, nil
}

// parts returns in how many parts of a sum a person of a row has X and Y, and X alone.
func (c *counting) parts(rule *Rule, row int) (parts [2]*big.Int, sum *big.Int) {
	left := big.NewInt(1)
	sum = big.NewInt(1)
	for column, value := range rule.Items {
		if value == None {
			continue
		}
		d := &c.release.Of[column][c.release.Shown[column][row]]
		sum.Mul(sum, d.sum)
		if column != rule.Right {
			left.Mul(left, d.parts(value))
		}
	}
	d := &c.release.Of[rule.Right][c.release.Shown[rule.Right][row]]
	some := d.parts(rule.Items[rule.Right])
	if some == nil {
		some = new(big.Int)
	}
	parts[0] = new(big.Int).Mul(left, some)
	parts[1] = new(big.Int).Mul(left, new(big.Int).Sub(d.sum, some))
	common := new(big.Int).GCD(nil, nil, parts[0], parts[1])
	common.GCD(nil, nil, common, sum)
	for _, x := range []*big.Int{parts[0], parts[1], sum} {
		x.Quo(x, common)
	}
	return parts, sum
}

// ways are the ways, in parts of a sum, in which so many people have X and Y, and so many X alone.
type ways struct {
	parts [][]*big.Int
	sum   *big.Int
}

func newWays() *ways { return &ways{[][]*big.Int{{big.NewInt(1)}}, big.NewInt(1)} }

// add adds a person.
func (w *ways) add(both, left, sum *big.Int) {
	none := new(big.Int).Sub(sum, both)
	none.Sub(none, left)
	x, y := len(w.parts), len(w.parts[0])
	if both.Sign() > 0 {
		x++
	}
	if left.Sign() > 0 {
		y++
	}
	next, product := make([][]*big.Int, x), new(big.Int)
	for i := range next {
		next[i] = make([]*big.Int, y)
		for j := range next[i] {
			n := new(big.Int)
			for _, from := range []struct {
				i, j  int
				parts *big.Int
			}{{i, j, none}, {i - 1, j, both}, {i, j - 1, left}} {
				if from.i >= 0 && from.i < len(w.parts) && from.j >= 0 && from.j < len(w.parts[0]) {
					n.Add(n, product.Mul(w.parts[from.i][from.j], from.parts))
				}
			}
			next[i][j] = n
		}
	}
	w.parts = next
	w.sum.Mul(w.sum, sum)
}

// sum adds up the ways in which the rule is respected, where so many others have X and Y, and so
// many X alone.
func (c *counting) sum(w *ways, both, left int64, reference, away *big.Rat) outcome {
	respected, apart := new(big.Int), new(big.Rat)
	for i, row := range w.parts {
		for j, parts := range row {
			x, all := both+int64(i), both+left+int64(i+j)
			if parts.Sign() == 0 || x < c.least || !c.bounds.confident(x, all) {
				continue
			}
			respected.Add(respected, parts)
			difference := new(big.Rat).SetFrac64(x, all)
			difference.Abs(difference.Sub(difference, reference))
			apart.Add(apart, difference.Mul(difference, new(big.Rat).SetInt(parts)))
		}
	}
	o := outcome{new(big.Rat).SetFrac(respected, w.sum), apart.Quo(apart, new(big.Rat).SetInt(w.sum))}
	not := new(big.Rat).Sub(big.NewRat(1, 1), o.probability)
	o.error.Add(o.error, not.Mul(not, away))
	return o
}
