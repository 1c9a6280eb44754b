package attack

// Score counts right guesses. Where several values are as likely, one of them is guessed, each
// with the same chance, and what is counted is what can be expected: a third, of three.
type Score struct {
	// Right and People are, by value, those who are guessed right of those who have it. The last
	// of People are those who have a value that the release does not have: nobody guesses it.
	Right  []float64
	People []int64
}

func (l *Learnt) newScore() *Score {
	return &Score{make([]float64, l.release.Values), make([]int64, l.release.Values+1)}
}

// Total returns all right guesses, and all people.
func (s *Score) Total() (right float64, people int64) {
	for _, r := range s.Right {
		right += r
	}
	for _, n := range s.People {
		people += n
	}
	return right, people
}

// tie is how much less likely a value may be and still count as likely as the likeliest: what
// rounding may make of equal probabilities.
const tie = 1e-9

// guess appends those of some values whose probabilities are the largest.
func guess(probabilities []float64, value func(i int) int32, likeliest []int32) []int32 {
	most := 0.0
	for _, p := range probabilities {
		most = max(most, p)
	}
	for i, p := range probabilities {
		if p > 0 && p >= most-float64(most*tie) {
			likeliest = append(likeliest, value(i))
		}
	}
	return likeliest
}

// tally is a score as whole numbers: how many people are right by how many values were as
// likely. So no sum depends on the order of rows.
type tally struct {
	*Score
	right map[share]int64
}

type share struct {
	value int32
	of    int
}

func (l *Learnt) newTally() *tally { return &tally{l.newScore(), map[share]int64{}} }

// add counts people who have a value, and are guessed to have one of some values.
func (t *tally) add(guesses []int32, value int32, n int64) {
	if value < 0 {
		t.People[len(t.Right)] += n
		return
	}
	t.People[value] += n
	for _, g := range guesses {
		if g == value {
			t.right[share{value, len(guesses)}] += n
		}
	}
}

// score adds up.
func (t *tally) score() *Score {
	for of := 1; of <= len(t.Right); of++ {
		for value := range t.Right {
			t.Right[value] += float64(t.right[share{int32(value), of}]) / float64(of)
		}
	}
	return t.Score
}

// Inside scores the guesses on the people of the release: for each the likeliest value, given
// the rates and the histogram of the group.
func (l *Learnt) Inside() *Score {
	return l.inside(func(g *group, class int, likeliest []int32) []int32 {
		values := len(g.values)
		return guess(g.probabilities[class*values:(class+1)*values], func(i int) int32 { return g.values[i] }, likeliest)
	})
}

// ByGroup scores guesses by the histograms alone: for each person the most frequent value of
// the group, as if all people in it were equal.
func (l *Learnt) ByGroup() *Score {
	return l.inside(func(g *group, _ int, likeliest []int32) []int32 {
		shares := make([]float64, len(g.counts))
		for s, n := range g.counts {
			shares[s] = float64(n)
		}
		return guess(shares, func(i int) int32 { return g.values[i] }, likeliest)
	})
}

// MostFrequent scores the guess that everybody has the most frequent value of the release.
func (l *Learnt) MostFrequent() *Score {
	all := guess(l.prior, func(i int) int32 { return int32(i) }, nil)
	return l.inside(func(_ *group, _ int, likeliest []int32) []int32 { return append(likeliest, all...) })
}

// inside scores the people of the release.
func (l *Learnt) inside(guesses func(g *group, class int, likeliest []int32) []int32) *Score {
	t := l.newTally()
	of := make([][][]int32, len(l.groups)) // by group and class
	for i := range l.groups {
		g := &l.groups[i]
		for j := range g.known {
			of[i] = append(of[i], guesses(g, j, nil))
		}
	}
	for row, at := range l.where {
		t.add(of[at.group][at.class], l.people.Value[row], l.people.N[row])
	}
	return t.score()
}

// Outside scores guesses on people who are not in the release, by the rates alone: for each the
// likeliest value s by
//
//	P(s)·Π P(r | s)
//
// where attributes that nobody of the release has are left out.
//
// Errors: *engine.ParamError.
func (l *Learnt) Outside(p *People) (*Score, error) {
	if err := p.check(l.release); err != nil {
		return nil, err
	}
	t := l.newTally()
	known, likelihoods := make([]int32, len(p.Known)), make([]float64, l.release.Values)
	var likeliest []int32
	for row, n := range p.N {
		for a := range known {
			known[a] = p.Known[a][row]
		}
		for s := range likelihoods {
			likelihoods[s] = float64(l.prior[s] * l.weight(known, int32(s)))
		}
		likeliest = guess(likelihoods, func(i int) int32 { return int32(i) }, likeliest[:0])
		t.add(likeliest, p.Value[row], n)
	}
	return t.score(), nil
}
