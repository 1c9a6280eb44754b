package utility

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
)

// link says which rows of a release can be of which people of the original: those
// with the person's target, whose labels the person's values are in. Rows that
// are equal are exchangeable, so where only one combination of labels fits, as in
// a release by disjoint regions, this is as good as knowing whose row is whose.
// Where several fit, those with the narrowest labels are taken for theirs, which
// tell most of them, so that the release hardly looks better than it is.
type link struct {
	release    sample
	widths     []float64 // by row of the release: the logarithm of how many combinations of values its labels cover
	candidates [][]int32 // by row of the original: rows of the release, the narrowest first
	agrees     func(original, release int32) bool
}

// newLink finds the rows of the release for each row of the original.
func (r *Release) newLink(ctx context.Context, original, release sample) (*link, error) {
	type key struct{ tuple, class int32 }
	rows := map[key][]int32{}
	for i, tuple := range release.tuples {
		k := key{tuple, release.classes[i]}
		rows[k] = append(rows[k], int32(i))
	}
	l := &link{release: release, widths: make([]float64, len(release.n)), candidates: make([][]int32, len(original.n))}
	for column := range r.qi {
		c := &r.columns[column]
		for i, code := range release.codes[column] {
			label := code - int32(len(c.Values)) // codes of labels follow those of values
			l.widths[i] += math.Log(float64(max(1, c.covered(&c.regions[label]))))
		}
	}
	for i := range l.candidates {
		if i%256 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		found := r.boxes.find(original.codes, i, nil)
		for _, box := range found {
			l.candidates[i] = append(l.candidates[i], rows[key{box.tuple, original.classes[i]}]...)
		}
		if len(found) > 1 {
			slices.SortFunc(l.candidates[i], func(a, b int32) int { return cmp.Or(cmp.Compare(l.widths[a], l.widths[b]), cmp.Compare(a, b)) })
		}
	}
	l.agrees = func(i, j int32) bool {
		for column := r.qi; column < r.qi+r.sensitive; column++ {
			// Codes of labels follow those of values.
			label := release.codes[column][j] - int32(len(r.columns[column].Values))
			if r.value(column, label) != original.codes[column][i] {
				return false
			}
		}
		return true
	}
	return l, nil
}

// without returns how many people of each row of the release are left when some
// people of the original are taken away: rows with their sensitive values first,
// then others, at random where labels are equally narrow, as far as there are any.
func (l *link) without(out []int64, random *rand.Rand) []int64 {
	left := slices.Clone(l.release.n)
	for i, need := range out {
		if need == 0 {
			continue
		}
		var others []int32
		for _, j := range l.candidates[i] {
			if !l.agrees(int32(i), j) {
				others = append(others, j)
				continue
			}
			take := min(need, left[j])
			left[j] -= take
			need -= take
		}
		for len(others) > 0 {
			alike := 1
			for alike < len(others) && l.widths[others[alike]] == l.widths[others[0]] {
				alike++
			}
			need = draw(left, others[:alike], need, random)
			others = others[alike:]
		}
	}
	return left
}

// draw takes people from some rows: equal parts first, the rest one by one. It returns how many
// more are needed than there are.
func draw(left []int64, rows []int32, need int64, random *rand.Rand) (missing int64) {
	total := int64(0)
	for _, j := range rows {
		total += left[j]
	}
	if need >= total {
		for _, j := range rows {
			left[j] = 0
		}
		return need - total
	}
	if n := int64(len(rows)); need > n {
		share := float64(need-n) / float64(total)
		for _, j := range rows {
			// Rounded, and so a little off: what is missing is drawn below.
			take := min(int64(float64(left[j])*share), left[j], need)
			left[j] -= take
			total -= take
			need -= take
		}
	}
	for ; need > 0; need-- {
		at := random.Int64N(total)
		for _, j := range rows {
			if at < left[j] {
				left[j]--
				break
			}
			at -= left[j]
		}
		total--
	}
	return 0
}
