package audit

import (
	"context"
	"math/rand/v2"

	"skyline/engine"
	"skyline/engine/jump/tables"
)

// Reaches says whether a table of the permutation set is in the disclosure set, from how
// many people of each cell have each value: spread[cell][value], which is valid during
// the call only and must not be changed. It may not know.
type Reaches func(ctx context.Context, spread [][]int64) (tables.Verdict, error)

// Interval is closed.
type Interval struct{ Low, High float64 }

// Report is what an audit found.
type Report struct {
	// Draws is how many tables were drawn, Kept how many of them are in the disclosure
	// set, Undecided of how many that is not known.
	Draws, Kept, Undecided int
	// Confidence is that with which both intervals hold together.
	Confidence float64
	// Share is that of the disclosure set in the permutation set.
	Share Interval
	// Highest is the largest share of the disclosure set in which anybody has any value.
	// It means nothing if the disclosure set is empty.
	Highest Interval
}

// Run draws so many tables of a permutation set and returns what they tell about the
// disclosure set, with at least the confidence given, between 0 and 1:
//
//   - its share by the interval of Clopper and Pearson;
//   - the largest share of a value by an interval for every cell and value that is
//     possible in the permutation set, all of them together: of the empirical Bernstein
//     bound and Hoeffding's the better one. Of a drawn table the people of a cell that
//     have the value count, not one of them, which has the same mean and varies less.
//
// Half of what the confidence leaves to chance goes into either. Tables of which it is
// not known whether they belong to the disclosure set widen the intervals to what they
// would be for any answers.
//
// The result follows from the state of random. Cost: draws × (people + cells × values),
// and calls of reaches.
//
// Errors: those of reaches and of the context; if the population's counts do not fit, or
// draws or confidence are out of range.
func Run(ctx context.Context, pop *Population, reaches Reaches, draws int, confidence float64, random *rand.Rand) (*Report, error) {
	if err := pop.check(); err != nil {
		return nil, err
	}
	if draws < 1 {
		return nil, engine.NewParamError("audit", "draws", "at least 1", draws)
	}
	if !(confidence > 0 && confidence < 1) {
		return nil, engine.NewParamError("audit", "confidence", "between 0 and 1", confidence)
	}
	deck, sample := newDeck(pop, random), newSample(pop)
	for range draws {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		spread := deck.deal()
		verdict, err := reaches(ctx, spread)
		if err != nil {
			return nil, err
		}
		sample.add(spread, verdict)
	}
	risk := (1 - confidence) / 2
	return &Report{
		Draws: draws, Kept: sample.kept, Undecided: sample.undecided, Confidence: confidence,
		Share: Interval{
			Low:  clopperPearson(sample.kept, draws, risk).Low,
			High: clopperPearson(sample.kept+sample.undecided, draws, risk).High,
		},
		Highest: sample.highest(risk),
	}, nil
}

// pair is a cell and a value that are possible together.
type pair struct {
	cell, value int
	// The least and the largest share of the cell's people that can have the value.
	low, high float64
	// Sums over the tables drawn of how many people of the cell have the value, of the
	// kept ones and of the undecided ones, and of its square over both.
	kept, undecided int64
	squares         float64
}

// sample is what was drawn.
type sample struct {
	cells           []int64
	kept, undecided int
	pairs           []pair
	// Nobody has a value in less than the share that all of a group's values have if
	// they are alike; this is the largest of these.
	even float64
}

// newSample fixes the pairs before anything is drawn.
func newSample(p *Population) *sample {
	s := &sample{cells: p.Cells}
	for c, n := range p.Cells {
		var people, values int64
		for _, k := range p.Counts[p.In[c]] {
			people += k
			values += min(k, 1)
		}
		s.even = max(s.even, 1/float64(values))
		for v, k := range p.Counts[p.In[c]] {
			if k == 0 {
				continue
			}
			s.pairs = append(s.pairs, pair{
				cell: c, value: v,
				low:  float64(max(0, n-(people-k))) / float64(n),
				high: float64(min(n, k)) / float64(n),
			})
		}
	}
	return s
}

func (s *sample) add(spread [][]int64, verdict tables.Verdict) {
	switch verdict {
	case tables.Yes:
		s.kept++
	case tables.Unknown:
		s.undecided++
	default:
		return
	}
	for i := range s.pairs {
		p := &s.pairs[i]
		n := spread[p.cell][p.value]
		if verdict == tables.Yes {
			p.kept += n
		} else {
			p.undecided += n
		}
		p.squares += float64(n) * float64(n)
	}
}

// highest returns an interval for the largest share, which fails with at most the
// probability risk.
func (s *sample) highest(risk float64) Interval {
	open := 0
	for _, p := range s.pairs {
		if p.low < p.high {
			open++
		}
	}
	highest := Interval{Low: s.even}
	for i := range s.pairs {
		share := s.interval(&s.pairs[i], risk/float64(max(open, 1)))
		highest.Low = max(highest.Low, share.Low)
		highest.High = max(highest.High, share.High)
	}
	highest.Low = min(highest.Low, highest.High)
	return highest
}

// interval returns one for the share of a pair.
//
// Whatever the undecided tables are, the sample of the disclosure set consists of the m
// kept ones and some of them, so it has at least m; its mean is, with x from 0 to 1 for a
// table and sums over all of a kind, at least Σkept x / (m + Σundecided (1−x)) and at most
// (Σkept x + Σundecided x) / (m + Σundecided x); and its squared deviations from its mean
// sum up to at most those of all tables.
func (s *sample) interval(p *pair, risk float64) Interval {
	bounds := Interval{Low: p.low, High: p.high}
	if p.low == p.high || s.kept == 0 {
		return bounds
	}
	people, m := float64(s.cells[p.cell]), float64(s.kept)
	kept, undecided := float64(p.kept)/people, float64(p.undecided)/people
	low := kept / (m + float64(s.undecided) - undecided)
	high := (kept + undecided) / (m + undecided)
	all := m + float64(s.undecided)
	deviations := p.squares/(people*people) - (kept+undecided)*(kept+undecided)/all
	radius := radius(m, max(deviations, 0), p.high-p.low, risk)
	return Interval{Low: max(bounds.Low, low-radius), High: min(bounds.High, high+radius)}
}
