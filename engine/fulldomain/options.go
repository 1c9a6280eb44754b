package fulldomain

import (
	"math"

	"skyline/engine"
	"skyline/engine/hierarchy"
	"skyline/engine/privacy"
)

// ErrTooLarge reports a lattice of more nodes than may be looked at, or too many cells.
var ErrTooLarge = engine.NewTooLarge("fulldomain: too many generalizations")

// MaxNodes is how many nodes a lattice may have where one byte is kept for each: see
// Search.
const MaxNodes = 1 << 28

// Measure says what a generalization costs. Of all of them, less is better.
type Measure int

const (
	// Loss is the normalized certainty penalty: on average over columns and people,
	// the leaves under a person's label by all leaves of the column's hierarchy, 0
	// for one leaf, and 1 for a person who is left out. In [0, 1].
	//
	// Source: Xu, Wang, Pei, Wang, Shi, Fu, "Utility-based anonymization using local
	// recoding", KDD 2006, Sect. 3.
	Loss Measure = iota
	// Precision is what is lost of it: on average over columns and people, the level
	// by the height of the hierarchy, and 1 for a person who is left out. In [0, 1].
	//
	// Source: Sweeney, "Achieving k-anonymity privacy protection using
	// generalization and suppression", IJUFKS 10 (2002), Sect. 2.
	Precision
	// Discernibility is the sum over people of how many others look the same, and of
	// all people of the table for one who is left out.
	//
	// Source: Bayardo, Agrawal, "Data privacy through optimal k-anonymization", ICDE
	// 2005, Sect. 3.
	Discernibility
	// AverageGroup is the number of people who stay by that of QI groups.
	//
	// Source: LeFevre, DeWitt, Ramakrishnan, "Mondrian multidimensional k-anonymity",
	// ICDE 2006, Sect. 4.
	AverageGroup
)

// Which says which generalizations are asked for.
type Which int

const (
	// Minimal are the safe ones with no other safe one that is at most as general in
	// every column.
	Minimal Which = iota
	// Best is the safe one of the smallest measure; of equal ones that of the smaller
	// sum of levels, and then that whose levels come first.
	Best
	// Safe are all safe ones.
	Safe
)

// Options say what is searched for.
type Options struct {
	Requirements []privacy.Requirement
	// Limit is how many people may be left out.
	Limit   int64
	Which   Which
	Measure Measure
	// Workers is how many goroutines may work; 0 means 1. The result does not depend
	// on it.
	Workers int
	// MaxChecks is the size of the largest lattice that is searched without a Stop;
	// 0: no limit but MaxNodes.
	MaxChecks int64
	// Stop ends the search, with the best so far, by returning true. It is asked
	// before every check but the first, which is of the most general node. nil: never.
	Stop func() bool
	// Progress is told now and then how many nodes of the lattice are decided, or how much
	// of the gap between what the table itself costs and the best so far; it may be nil.
	Progress func(decided, total int64)
}

// Node is a full-domain generalization: a level for each column.
type Node struct {
	Levels []int
	// Minimal says that no other safe generalization, as far as they are known, is at
	// most as general in every column.
	Minimal bool
	// Groups is the number of QI groups of somebody that stay, Smallest the people of the
	// smallest of them, 0 without any, and Suppressed how many people are left out.
	Groups, Suppressed, Smallest int64
	// The measures, each the float64 that is nearest to it. Loss and AverageGroup
	// are NaN for a table of nobody, AverageGroup also where everybody is left out.
	// Precision is 1 − what the measure counts, so that 1 is best.
	Loss, Precision, Discernibility, AverageGroup float64
}

// Result is what a search found.
type Result struct {
	// Nodes are ordered by the measure, then by the sum of levels, then by levels.
	Nodes []Node
	// Complete says that all nodes are decided: the search was not stopped, nor ran out
	// of memory for a lattice of which not each node is noted.
	Complete bool
	// Checked is how many generalizations were looked at.
	Checked int64
	// Bound is a bound of the measure: no safe generalization that was not decided
	// is better. So the best is no better than Bound either, or is among the Nodes. It is
	// NaN if the search is complete.
	Bound float64
}

// LatticeSize returns the number of nodes of the lattice, at most the largest int64.
func LatticeSize(trees []*hierarchy.Tree) int64 {
	size := int64(1)
	for _, t := range trees {
		levels := t.Height() + 1
		if size > math.MaxInt64/levels {
			return math.MaxInt64
		}
		size *= levels
	}
	return size
}
