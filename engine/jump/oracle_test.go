package jump_test

import (
	"skyline/engine/jump"
	"skyline/tests/worlds"
)

// world is an algorithm by its definition, and what the engine is told of it.
type world struct {
	*worlds.World
	strategy strategy
	jump     []int64 // of strategy jumping
	property worlds.Property
	// joint is for the engine what Whole is for the definition.
	joint jump.Joint
}

type strategy int

const (
	naive strategy = iota
	safe
	jumping
)

func (s strategy) String() string { return [...]string{"naive", "safe", "jump"}[s] }

// newWorld describes the world of a strategy.
func newWorld(groups [][][]int, s strategy, jump []int64, p worlds.Property) *world {
	algorithm := [...]worlds.Algorithm{worlds.Naive, worlds.Safe, worlds.Jump(jump)}[s]
	return &world{World: worlds.New(groups, algorithm, p), strategy: s, jump: jump, property: p}
}
