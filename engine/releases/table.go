package releases

import "math/big"

// Absent stands for the group of people who are not in a release.
const Absent = -1

// A Table counts the people of several releases by their group in each release, and by their value: it is what the
// publisher knows. Of it an adversary knows everything but which of the people of a cell have which of the values of
// their groups: who is in which group of which release, and of each group how often each value occurs in it.
type Table struct {
	Releases int // their number
	Values   int // the number of values
	Cells    []Cell
}

// A Cell is the people who are in the same group of every release. No two cells of a table have the same groups.
type Cell struct {
	// Groups has a group for each release: a number from 0 on, of its own in each release, or Absent.
	Groups []int32
	// Counts says how many of the people have each value: each value at most once, in increasing order, of at least one person.
	Counts []Count
	// Counterfeits are how many of them are nobody: no verdict is about these. Which of the people they are makes no
	// difference, as people of a cell are alike.
	Counterfeits int64
}

// People returns how many people the cell has, counterfeits included.
func (c *Cell) People() int64 {
	n := int64(0)
	for _, count := range c.Counts {
		n += count.People
	}
	return n
}

// A Count is a number of people who have a value.
type Count struct {
	Value  int32
	People int64
}

// A Verdict is what the releases together tell of one value.
type Verdict struct {
	Value int32
	// Low and High are the least and the most that the largest probability can be, over all people of the table, that a
	// person has the value: they are equal where it is known exactly.
	Low, High *big.Rat
	// People is the number of people of whom it is certain that the probability is at least the threshold. Of Undecided
	// people it is not known whether it is. Of Exact people the probability of this value is known exactly.
	People, Undecided, Exact int64
	// Cell is the number of a cell whose people the verdict's Low is about, the first of them; -1 if the table has none.
	// Where Low is no more than what a group tells of all of its people together, it is the first cell of the group.
	Cell int32
	// Steps say how it follows where groups leave no choice: the last one is about the cell and the value. There are none
	// where worlds had to be counted, or bounds are all that is known.
	Steps []Step
}

// A Step is a group of a release that leaves no choice for how many people of a cell have a value, as how many of its other
// people have it follows from the steps before, or is 0 because another of their groups does not have the value.
type Step struct {
	// Release has the group, or is Own: then it is the people of the cell themselves, who have no other value left to have.
	Release int
	Group   int32
	Cell    int32 // the cell whose people with the value follow
	Value   int32
	// Others are groups that the step needs besides: some of them are added up and the others taken away, so that nobody is
	// left who is not of the cell and does not follow from steps before. There are none where one group is enough.
	Others []Other
}

// Own stands for the people of a cell in place of a group.
const Own = -1

// An Other is a group of a release that a step needs besides its own.
type Other struct {
	Release int
	Group   int32
	Taken   bool // whether it is taken away from the step's own, and not added to it
}
