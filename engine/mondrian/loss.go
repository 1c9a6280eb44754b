package mondrian

import "slices"

// Loss returns how much of a column's domain the groups leave open, on average over the people of the
// release: the normalized certainty penalty, in [0, 1]; 0 for a release of nobody. It is that of
// package utility, of labels that have not been rounded, in time proportional to the cells.
//
// Source: Xu, Wang, Pei, Wang, Shi, Fu, "Utility-based anonymization using local recoding", KDD 2006,
// Sect. 3.
func (r *Release) Loss(d int) float64 {
	var people int64
	lost := 0.0
	for i := range r.groups {
		n := r.groups[i].group.People
		people += n
		lost += float64(float64(n) * r.cells.columns[d].penalty(r.codes(i, d)))
	}
	if people == 0 {
		return 0
	}
	return min(1, lost/float64(people))
}

// penalty is the penalty of a group whose people have some codes.
func (c *Column) penalty(codes []int32) float64 {
	region := c.covered(codes)
	switch {
	case region.Siblings != nil:
		leaves := 0
		for _, node := range region.Siblings {
			leaves += c.Hierarchy.Extent(node)
		}
		return share(leaves, c.Size)
	case region.Node >= 0:
		return share(c.Hierarchy.Extent(region.Node), c.Size)
	case region.Low == region.High && !region.Null || region.Low < 0 || c.Hierarchy != nil:
		return 0 // one value, or nothing but NULL
	case len(c.Numbers) > 0 && !region.Null:
		return c.position[region.High] - c.position[region.Low]
	case len(c.Numbers) > 0:
		return share(int(region.High-region.Low)+2, c.Size) // the range, and NULL
	}
	members := slices.Clone(codes)
	slices.Sort(members)
	return share(len(slices.Compact(members)), c.Size)
}

// share is the penalty of so many values of a domain.
func share(covered, of int) float64 {
	if covered <= 1 || of <= 1 {
		return 0
	}
	return float64(covered) / float64(of)
}
