package invariance

import "slices"

// verify makes sure that a release is what Next promises: everybody is in one group, each group has each value of its
// signature once, there are m of them or more, and whoever has a signature has it still. It shares no code with Next.
//
// Errors: ErrUnsafe.
func verify(t *Table, r *Release, m int64) error {
	groupOf := make([]int32, len(t.Value))
	for i := range groupOf {
		groupOf[i] = -1
	}
	for g := range r.Groups {
		group := &r.Groups[g]
		values := slices.Clone(group.Counterfeits)
		for _, i := range group.People {
			if groupOf[i] >= 0 {
				return ErrUnsafe
			}
			groupOf[i] = int32(g)
			values = append(values, t.Value[i])
		}
		slices.Sort(values)
		signature := r.Signatures[group.Signature]
		if !slices.Equal(values, signature) || len(slices.Compact(values)) != len(signature) || int64(len(signature)) < m || len(group.People) == 0 {
			return ErrUnsafe
		}
	}
	given := make([][]int32, len(t.Signatures))
	for i, s := range t.Signatures {
		given[i] = slices.Clone(s)
		slices.Sort(given[i])
		given[i] = slices.Compact(given[i])
	}
	for i, g := range groupOf {
		if g < 0 || r.Of[i] != g {
			return ErrUnsafe
		}
		if s := t.Signature[i]; s != New && !slices.Equal(r.Signatures[r.Groups[g].Signature], given[s]) {
			return ErrUnsafe
		}
	}
	return nil
}
