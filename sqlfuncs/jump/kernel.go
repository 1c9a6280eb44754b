package jump

import (
	"errors"

	"skyline/engine/jump"
	"skyline/engine/jump/beliefs"
	"skyline/engine/partition"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
)

// jumpSpec is what the kernels of these functions get.
type jumpSpec struct {
	Generalizations []generalization `json:"generalizations"`
	Property        belief           `json:"property"`
	Strategy        string           `json:"strategy,omitzero"`
	Jump            []int64          `json:"jump,omitempty"`
	Jumps           [][]int64        `json:"jumps,omitempty"`      // of jump_compare
	Order           []int            `json:"order,omitempty"`      // what is tried at each turn, from 1, where something is tried twice
	Algorithms      []drawn          `json:"algorithms,omitempty"` // of strategy secret
	Published       int              `json:"published,omitzero"`   // of strategy secret, from 1; 0 for nothing
	MaxSteps        float64          `json:"max_steps"`            // for one disclosure set

	Points []people.GivenPoint                     `json:"points,omitempty"` // of a skyline
	Cells  host.Shared[*people.GatheredHistograms] `json:"cells,omitzero"`
}

// generalization is one of those that are tried.
type generalization struct {
	Name   string `json:"name"`
	Labels []int  `json:"labels"` // the numbers of its label columns
}

// jumpProblem is what the kernels of these functions work on.
type jumpProblem struct {
	spec *jumpSpec
	// property is one of single people, or else joint is one of the set as a whole.
	property beliefs.Property
	joint    jump.Joint
	table    *jump.Table
	values   []partition.Value // in the order of their texts, NULL last
	// Of each label column: the texts in their order, and the place of each row's there; and
	// the row of each cell.
	texts [][]string
	codes [][]int32
	order []int
}

var errJumpSpec = errors.New("the arguments cannot be read")

// read makes a problem of what a kernel was given.
func (s *jumpSpec) read() (*jumpProblem, error) {
	k := &jumpProblem{spec: s}
	if err := k.readTable(); err != nil {
		return nil, err
	}
	return k, k.readProperty()
}

func (k *jumpProblem) options() *jump.Options {
	return &jump.Options{Limit: k.spec.MaxSteps}
}
