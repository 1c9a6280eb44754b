package rounding

import (
	"context"
	"math/rand/v2"
)

// search is a rounding under way.
type search struct {
	table *Table
	of    [][]int32 // totals of each cell
	loose []int32   // cells that are no multiples
	up    []bool    // by cell: it is at the multiple above
	off   []int64   // by total
}

func newSearch(t *Table) *search {
	s := &search{table: t, of: make([][]int32, len(t.Cells)), up: make([]bool, len(t.Cells)), off: make([]int64, len(t.Totals))}
	n := make([]int32, len(t.Cells))
	all := 0
	for _, cells := range t.Totals {
		all += len(cells)
		for _, i := range cells {
			n[i]++
		}
	}
	room := make([]int32, 0, all)
	for i := range s.of {
		s.of[i] = room[len(room) : len(room) : len(room)+int(n[i])]
		room = room[:len(room)+int(n[i])]
	}
	for total, cells := range t.Totals {
		for _, i := range cells {
			s.of[i] = append(s.of[i], int32(total))
		}
	}
	for i, count := range t.Cells {
		if count%t.Base != 0 {
			s.loose = append(s.loose, int32(i))
		}
	}
	return s
}

// begin rounds each cell at random.
func (s *search) begin(random *rand.Rand) {
	clear(s.off)
	for _, i := range s.loose {
		count := s.table.Cells[i]
		rounded := Random(count, s.table.Base, random)
		s.up[i] = rounded > count
		for _, total := range s.of[i] {
			s.off[total] += rounded - count
		}
	}
}

// step is by how much a cell changes that moves to its other multiple.
func (s *search) step(i int32) int64 {
	if s.up[i] {
		return -s.table.Base
	}
	return s.table.Base
}

// price is what a distance costs: a base or more away costs more than any that is less.
func (s *search) price(off int64) float64 {
	base := s.table.Base
	if off < 0 {
		off = -off
	}
	squares := float64(off) / float64(base)
	squares = float64(squares * squares)
	if off >= base {
		squares += float64(8 * float64(off/base))
	}
	return squares
}

// gain is by how much the price falls where a cell moves.
func (s *search) gain(i int32) (gain float64) {
	step := s.step(i)
	for _, total := range s.of[i] {
		gain += s.price(s.off[total]) - s.price(s.off[total]+step)
	}
	return gain
}

func (s *search) move(i int32) {
	step := s.step(i)
	for _, total := range s.of[i] {
		s.off[total] += step
	}
	s.up[i] = !s.up[i]
}

// enough is what is worth a move: less may be a rounding error of the prices.
const enough = 1e-9

// descend moves cells as long as the price falls, and pairs as long as at each turn a tenth of
// the totals that are far come nearer.
func (s *search) descend(ctx context.Context, random *rand.Rand) error {
	for far := len(s.off) + 1; ; {
		if err := s.moveCells(ctx, random); err != nil {
			return err
		}
		now := s.cost().far
		if now == 0 || 10*now > 9*far {
			return nil
		}
		far = now
		if err := s.movePairs(ctx, random); err != nil {
			return err
		}
	}
}

// moveCells moves one cell after the other, until next to none is worth it.
func (s *search) moveCells(ctx context.Context, random *rand.Rand) error {
	for moved := len(s.loose); moved > len(s.loose)/1000; {
		moved = 0
		random.Shuffle(len(s.loose), func(i, j int) { s.loose[i], s.loose[j] = s.loose[j], s.loose[i] })
		for n, i := range s.loose {
			if n%(1<<12) == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			if s.gain(i) > enough {
				s.move(i)
				moved++
			}
		}
	}
	return nil
}

// Of a total that is far, so many cells are tried, and so many beside each.
const (
	tries    = 32
	partners = 64
)

// movePairs moves two cells at once, one of a total that is far and another one of its totals
// that makes up for the first.
func (s *search) movePairs(ctx context.Context, random *rand.Rand) error {
	for total := range s.off {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if off := s.off[total]; off < s.table.Base && off > -s.table.Base {
			continue
		}
		cells := s.table.Totals[total]
		for range min(tries, len(cells)) {
			i := cells[random.IntN(len(cells))]
			if s.isLoose(i) && (s.step(i) < 0) == (s.off[total] > 0) && s.movePair(i, random) {
				break
			}
		}
	}
	return nil
}

// movePair moves a cell and the best of some others with which the price falls.
func (s *search) movePair(i int32, random *rand.Rand) bool {
	gain := s.gain(i)
	s.move(i)
	best, most := int32(-1), enough
	for range partners {
		total := s.of[i][random.IntN(len(s.of[i]))]
		cells := s.table.Totals[total]
		j := cells[random.IntN(len(cells))]
		if j == i || !s.isLoose(j) {
			continue
		}
		if g := gain + s.gain(j); g > most {
			best, most = j, g
		}
	}
	if best < 0 {
		s.move(i)
		return false
	}
	s.move(best)
	return true
}

func (s *search) isLoose(i int32) bool { return s.table.Cells[i]%s.table.Base != 0 }

func (s *search) cost() (c cost) {
	for _, off := range s.off {
		if off >= s.table.Base || off <= -s.table.Base {
			c.far++
		}
		x := float64(off)
		c.squares += float64(x * x)
	}
	return c
}

func (s *search) rounding() *Rounding {
	r := &Rounding{Cells: make([]int64, len(s.table.Cells)), Totals: make([]int64, len(s.off)), Off: make([]int64, len(s.off))}
	for i, count := range s.table.Cells {
		r.Cells[i] = count - count%s.table.Base
		if s.up[i] {
			r.Cells[i] += s.table.Base
		}
	}
	copy(r.Off, s.off)
	for total, cells := range s.table.Totals {
		for _, i := range cells {
			r.Totals[total] += r.Cells[i]
		}
	}
	return r
}
