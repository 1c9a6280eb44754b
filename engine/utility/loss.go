package utility

import "math"

// Loss says how much of a column's domain the labels of a release leave open, on
// average over the people of the original. A suppressed person counts as 1.
type Loss struct {
	// NCP is the normalized certainty penalty: an interval's width by the range of
	// the domain; for nodes of a hierarchy, their leaves by all; else the number of
	// values covered by those of the domain; 0 for a single value.
	//
	// Source: Xu, Wang, Pei, Wang, Shi, Fu, "Utility-based anonymization using
	// local recoding", KDD 2006, Sect. 3.
	NCP float64
	// Generalized is the same with one leaf, or value, less in both numbers.
	//
	// Source: Iyengar, "Transforming data to satisfy privacy constraints", KDD
	// 2002, Sect. 3.2.
	Generalized float64
	// Precision is 1 minus the average of level by height of the hierarchy; NaN if
	// the column has no hierarchy, or a label that is on none of its levels. A set counts as the
	// level above its members.
	//
	// Source: Sweeney, "Achieving k-anonymity privacy protection using
	// generalization and suppression", IJUFKS 10 (2002), Sect. 2.
	Precision float64
	// HasHierarchy says whether it has one.
	HasHierarchy bool
}

// Loss returns the loss of a quasi-identifier. All numbers are in [0, 1]; NaN
// without people.
//
// What is not an interval of numbers or times without NULL counts as a set, and
// so do all labels of a column with an infinite value. Of an interval that reaches
// beyond the domain the part in the domain counts.
func (r *Release) Loss(column int) Loss {
	c := &r.columns[column]
	var ncp, generalized, levels []float64
	hasLevels := len(c.Hierarchy) > 0
	for i, n := range r.labelCounts[column] {
		if n == 0 {
			continue
		}
		share := float64(n) / float64(r.people)
		a, b := c.penalty(&c.regions[i])
		ncp, generalized = append(ncp, share*a), append(generalized, share*b)
		level, ok := c.level(&c.regions[i])
		hasLevels = hasLevels && ok
		levels = append(levels, share*level)
	}
	suppressed := float64(r.suppressed) / float64(r.people)
	loss := Loss{
		NCP:          math.Min(1, ordered(append(ncp, suppressed))),
		Generalized:  math.Min(1, ordered(append(generalized, suppressed))),
		Precision:    math.NaN(),
		HasHierarchy: len(c.Hierarchy) > 0,
	}
	if hasLevels {
		loss.Precision = math.Max(0, 1-ordered(append(levels, suppressed)))
	}
	return loss
}

// penalty returns the NCP and Iyengar's loss of a region.
func (c *Column) penalty(r *region) (ncp, generalized float64) {
	covered, of := c.covered(r), c.domain
	switch {
	case r.kind == single:
		return 0, 0
	case r.kind == interval && !r.null && c.isNumeric():
		if c.high == c.low {
			return 0, 0
		}
		// What is beyond the domain is nobody's.
		width := (min(r.high, c.high) - max(r.low, c.low)) / (c.high - c.low)
		if math.IsNaN(width) { // an end is no number
			width = 1
		}
		width = max(0, width)
		return width, width
	case r.kind == node || r.kind == set && r.leaves > 0:
		covered, of = r.leaves, len(c.leaves)
	case r.kind == all && len(c.leaves) > 0:
		covered, of = len(c.leaves), len(c.leaves)
	}
	if covered <= 1 || of <= 1 {
		return 0, 0
	}
	return float64(covered) / float64(of), float64(covered-1) / float64(of-1)
}

// level returns the level of a region by the height of the hierarchy.
func (c *Column) level(r *region) (float64, bool) {
	switch r.kind {
	case single:
		return 0, true
	case all:
		return 1, true
	case node, set:
		if r.level > 0 {
			return float64(min(r.level, c.height)) / float64(c.height), true
		}
	case interval:
	}
	return 0, false
}
