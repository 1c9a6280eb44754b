package loglinear

import (
	"context"
	"math"

	"skyline/engine/internal/countsort"
)

// Bounds of a fit: the cells, where nothing else is said; the rounds; and by how
// much a marginal of the result, a share of the people, may be off. Ten digits are
// more than a divergence is ever read to, and rounding reaches them in a table of
// ten million cells.
const (
	DefaultMaxCells  = 10_000_000
	DefaultMaxRounds = 1_000
	tolerance        = 1e-10
	// A fit whose deviation stays the same, to so many digits, for so many rounds goes
	// round in a cycle: no distribution has all marginals. One that settles, however
	// slowly, gains more than that.
	standstill       = 1e-9
	standstillRounds = 3
)

// quality says how a fit came out.
type quality struct {
	rounds    int
	deviation float64
}

// fitNodes is fit of tables that are nodes of an estimate.
func fitNodes(ctx context.Context, nodes []*node, limits Limits) (*joint, quality, error) {
	maxCells := orDefault(limits.MaxCells, DefaultMaxCells)
	joints := make([]*joint, len(nodes))
	for i, n := range nodes {
		var err error
		if joints[i], err = n.list(ctx, maxCells); err != nil {
			return nil, quality{}, err
		}
	}
	return fit(ctx, joints, maxCells, orDefault(limits.MaxRounds, DefaultMaxRounds))
}

// fit returns the distribution of the largest entropy that has the tables as
// marginals, by iterative proportional fitting on the cells that all tables allow.
//
// Errors: ErrTooLarge; that of ctx.
func fit(ctx context.Context, tables []*joint, maxCells, maxRounds int) (*joint, quality, error) {
	rows, err := join(ctx, tables, maxCells)
	if err != nil {
		return nil, quality{}, err
	}
	share := make([]float64, len(rows[0]))
	for i := range share {
		share[i] = 1 / float64(len(share))
	}
	scales := make([][]float64, len(tables)) // by cell of the table
	for t, table := range tables {
		scales[t] = make([]float64, len(table.share))
	}
	marginal := scales[0]
	for i, r := range rows[0] {
		marginal[r] += share[i]
	}
	var q quality
	for still := 0; q.rounds < maxRounds && still < standstillRounds; {
		q.rounds++
		before := q.deviation
		q.deviation = 0
		for t, table := range tables {
			if err := ctx.Err(); err != nil {
				return nil, q, err
			}
			// Turn the marginal of table t into its scale.
			scale := scales[t]
			for r, has := range scale {
				q.deviation = max(q.deviation, math.Abs(has-table.share[r]))
				if has > 0 {
					scale[r] = table.share[r] / has
				}
			}
			// Scale, and find the marginal of the next table, in one pass.
			next := (t + 1) % len(tables)
			marginal, at := scales[next], rows[next]
			if next == t {
				marginal = make([]float64, len(scale))
			} else {
				clear(marginal)
			}
			for i, r := range rows[t] {
				share[i] = float64(share[i] * scale[r])
				marginal[at[i]] += share[i]
			}
			scales[next] = marginal
		}
		if q.deviation < tolerance {
			break
		}
		if math.Abs(q.deviation-before) > standstill*q.deviation {
			still = 0
		} else {
			still++
		}
	}
	return assemble(tables, rows, share), q, nil
}

// assemble makes the distribution of joined cells.
func assemble(tables []*joint, rows [][]int32, share []float64) *joint {
	out := &joint{share: share}
	for _, table := range tables {
		out.attributes = union(out.attributes, table.attributes)
	}
	for _, a := range out.attributes {
		for t, table := range tables {
			if k := position(table.attributes, a); k >= 0 {
				out.columns = append(out.columns, gather(table.columns[k], rows[t]))
				break
			}
		}
	}
	return out
}

// join lists the cells that all tables allow: rows[t][i] is the cell of table t
// that cell i is in.
//
// Errors: ErrTooLarge if more than maxCells cells are left at some step; that of
// ctx.
func join(ctx context.Context, tables []*joint, maxCells int) ([][]int32, error) {
	rows := make([][]int32, len(tables))
	var done []int             // tables, in the order of their join
	var have []int             // attributes
	var same countsort.Buckets // rows of a table that agree with each other in what is common
	cells := 1
	for len(done) < len(tables) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		t := nextToJoin(tables, rows, have)
		table := tables[t]
		common := intersection(table.attributes, have)
		var theirs, ours [][]int32
		for _, a := range common {
			theirs = append(theirs, table.columns[position(table.attributes, a)])
			for _, u := range done {
				if k := position(tables[u].attributes, a); k >= 0 {
					ours = append(ours, gather(tables[u].columns[k], rows[u]))
					break
				}
			}
		}
		ids, wanted, count := numberRows(theirs, len(table.share), ours, cells)
		same.Fill(ids, count)
		var total int64
		for _, id := range wanted {
			if id >= 0 {
				total += int64(len(same.Of(id)))
			}
		}
		if err := checkSize(total, maxCells); err != nil {
			return nil, err
		}
		from := make([]int32, 0, total) // of the cells so far
		rows[t] = make([]int32, 0, total)
		for i, id := range wanted {
			if id < 0 {
				continue
			}
			for _, r := range same.Of(id) {
				from, rows[t] = append(from, int32(i)), append(rows[t], r)
			}
		}
		for _, u := range done {
			rows[u] = gather(rows[u], from)
		}
		cells = int(total)
		done, have = append(done, t), union(have, table.attributes)
	}
	return rows, nil
}

// nextToJoin returns the table that adds the fewest cells for one of the joined,
// as it seems from the number of its own and the share of its attributes that are
// there already; the smallest to begin with.
func nextToJoin(tables []*joint, rows [][]int32, have []int) int {
	best, least := -1, math.Inf(1)
	for t, table := range tables {
		if rows[t] != nil {
			continue
		}
		common := len(intersection(table.attributes, have))
		weight := math.Log(float64(len(table.share))+1) * float64(len(table.attributes)-common) / float64(len(table.attributes))
		if len(have) > 0 && common == 0 {
			weight += 1e9 // a product
		}
		if len(have) == 0 {
			weight = float64(len(table.share))
		}
		if weight < least {
			best, least = t, weight
		}
	}
	return best
}
