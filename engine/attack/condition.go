package attack

import "context"

// margins are a group to be conditioned: people in classes, members of which have the same
// weights, and values with how many people have each.
//
//	weights[j*values+s] is proportional to P(r of class j | s), and positive
//
// Conditioning gives the probability that somebody of class j has the value s, given how often
// each value occurs, all ways to deal them out being as likely as the product of the weights:
//
//	P(i has s) = Σ_{σ: σ(i)=s} Π_k w(k, σ(k)) / Σ_σ Π_k w(k, σ(k))
//
// where σ deals the values of the histogram out to the people.
type margins struct {
	weights []float64
	people  []int64 // by class
	counts  []int64 // by value
}

// Fitting ends where each value has its count but for this share of it, or after so many rounds.
const (
	fitTolerance = 1e-9
	fitRounds    = 1000
)

// fit replaces the weights by a_j·w(j,s)·b_s with Σ_s = 1 for each person and Σ_j over people =
// counts[s], by iterative proportional fitting: the product form. Factors of a person or of a
// value do not change what conditioning gives. It stops early where ctx is done.
func (m *margins) fit(ctx context.Context, rounds int) {
	values := len(m.counts)
	factors := make([]float64, values)
	for range rounds {
		m.normalize()
		if ctx.Err() != nil {
			return
		}
		worst := 0.0
		for s := range factors {
			sum := 0.0
			for j, n := range m.people {
				sum += float64(float64(n) * m.weights[j*values+s])
			}
			factors[s] = float64(m.counts[s]) / sum
			worst = max(worst, factors[s]-1, 1-factors[s])
		}
		if worst <= fitTolerance {
			return
		}
		for j := range m.people {
			for s, factor := range factors {
				m.weights[j*values+s] *= factor
			}
		}
	}
	m.normalize()
}

// normalize makes the weights of each class add up to 1.
func (m *margins) normalize() {
	values := len(m.counts)
	for j := range m.people {
		row := m.weights[j*values : (j+1)*values]
		sum := 0.0
		for _, w := range row {
			sum += w
		}
		for s := range row {
			row[s] /= sum
		}
	}
}

// states returns how many histograms are part of the group's, or limit+1 if they are more.
func (m *margins) states(limit int64) int64 {
	states := int64(1)
	for _, n := range m.counts {
		if n >= limit || states > limit/(n+1) {
			return limit + 1
		}
		states *= n + 1
	}
	return states
}

// exact replaces the weights by the probabilities. It takes 3·states·values steps.
//
// The people are gone through one after the other. A state says how many people have had each
// value so far, as digits of a number; how many that are is in it, so that each state belongs
// to one person. before[x] is the sum over all ways to get to x, behind[x] that over all ways to
// go on from there to the whole histogram. The weights have been fitted: they are the
// probabilities of independent values whose expected counts are the group's, so that before and
// behind are probabilities, those on the way to the histogram are not tiny, and no sum loses
// anything to cancellation.
func (m *margins) exact(states int64) {
	values := len(m.counts)
	place := make([]int64, values) // what a digit counts
	size := int64(1)
	for s, n := range m.counts {
		place[s] = size
		size *= n + 1
	}
	class := m.classes()
	before, behind := make([]float64, states), make([]float64, states)
	before[0], behind[states-1] = 1, 1
	digit := func(x int64, s int) int64 { return x / place[s] % (m.counts[s] + 1) }
	at := func(x int64) int { // the person whose turn it is
		i := int64(0)
		for s := range values {
			i += digit(x, s)
		}
		return int(i)
	}
	for x := int64(1); x < states; x++ {
		j := class[at(x)-1]
		sum := 0.0
		for s := range values {
			if digit(x, s) > 0 {
				sum += float64(before[x-place[s]] * m.weights[j*values+s])
			}
		}
		before[x] = sum
	}
	sums := make([]float64, len(m.weights))
	for x := states - 2; x >= 0; x-- {
		j := class[at(x)]
		sum := 0.0
		for s := range values {
			if digit(x, s) < m.counts[s] {
				term := float64(m.weights[j*values+s] * behind[x+place[s]])
				sum += term
				sums[j*values+s] += float64(before[x] * term)
			}
		}
		behind[x] = sum
	}
	copy(m.weights, sums)
	m.normalize()
}

// classes returns each person's class.
func (m *margins) classes() []int {
	var class []int
	for j, n := range m.people {
		for range n {
			class = append(class, j)
		}
	}
	return class
}
