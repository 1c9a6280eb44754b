package jump

import (
	"encoding/binary"
	"errors"
	"math"

	"skyline/engine/jump"
	"skyline/engine/jump/joint"
	"skyline/engine/jump/tables"
	"skyline/engine/partition"
	"skyline/sqlfuncs/draw"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
)

// jumpSpec is what the kernels of these functions get.
type jumpSpec struct {
	Generalizations []generalization `json:"generalizations"`
	Property        belief           `json:"property"`
	Strategy        string           `json:"strategy,omitzero"`
	Jump            []int64          `json:"jump,omitempty"`
	Jumps           [][]int64        `json:"jumps,omitempty"`     // of jump_compare
	Published       int              `json:"published,omitzero"`  // of subset_choice_posterior, from 1
	MaxSteps        float64          `json:"max_steps"`           // for one disclosure set
	Auditable       bool             `json:"auditable,omitzero"`  // the function has the parameter samples
	Samples         int64            `json:"samples,omitzero"`    // of an audit, 0 for none
	Confidence      float64          `json:"confidence,omitzero"` // of an audit

	Points []people.GivenPoint           `json:"points,omitempty"` // of a skyline
	Key    []byte                        `json:"key,omitempty"`    // of an audit's draws
	Cells  host.Handle[*people.Gathered] `json:"cells,omitzero"`
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
	property tables.Property
	joint    joint.Property
	table    *jump.Table
	values   []partition.Value // in the order of their texts, NULL last
	cells    [][]string        // the labels of each cell
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
	s := k.spec
	return &jump.Options{Limit: s.MaxSteps, Samples: int(min(s.Samples, math.MaxInt32)), Confidence: s.Confidence, Seed: auditSeed(s.Key)}
}

// auditSeed is the seed of an audit: of a key that is a whole number, that number.
func auditSeed(key []byte) uint64 {
	switch len(key) {
	case 0:
		return draw.Fresh().Uint64()
	case 8:
		return binary.LittleEndian.Uint64(key)
	}
	return draw.Number(string(key))
}
