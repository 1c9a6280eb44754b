package jump

import (
	"slices"

	"skyline/engine/jump"
	"skyline/sqlfuncs/call"
)

// strategies are those that strategy may name.
var strategies = map[string]jump.Strategy{"jump": jump.Jump, "safe": jump.Safe, "certified": jump.Certified, "naive": jump.Naive}

// strategyNames are these, as messages name them.
var strategyNames = []string{"jump", "safe", "certified", "naive"}

// readAlgorithm reads the parameters strategy and jump. strategy may be one of others, too.
func (in *jumpInput) readAlgorithm(others ...string) error {
	c := in.call
	var err error
	if in.spec.Strategy, err = c.Choice("strategy", slices.Concat(strategyNames, others)...); err != nil {
		return err
	}
	given := c.Arguments["jump"]
	if in.spec.Strategy == "jump" {
		in.spec.Jump, err = in.distances("jump", given, len(in.spec.Generalizations))
		return err
	}
	if one, ok := call.WholeOf(given); given != nil && (!ok || one != 1) {
		return c.Errorf("jump is for strategy := 'jump', and must be left out for strategy := '%s'", in.spec.Strategy)
	}
	return nil
}

// distances reads jump distances: a number for all of n generalizations, or a list.
func (in *jumpInput) distances(param string, v any, n int) ([]int64, error) {
	one := func(v any) (int64, error) {
		k, ok := call.WholeOf(v)
		if !ok || k < 1 || k > int64(n) {
			return 0, in.call.Errorf("%s: a distance must be a whole number from 1 to the number of generalizations, %d, got %s", param, n, call.Show(v))
		}
		return k, nil
	}
	list, ok := v.([]any)
	if !ok {
		k, err := one(v)
		return slices.Repeat([]int64{k}, n), err
	}
	if len(list) != n {
		return nil, in.call.Errorf("%s must have one distance for each of the %d generalizations, got %d", param, n, len(list))
	}
	distances := make([]int64, n)
	for i, v := range list {
		var err error
		if distances[i], err = one(v); err != nil {
			return nil, err
		}
	}
	return distances, nil
}

// algorithm is the one that the call names.
func (k *jumpProblem) algorithm() *jump.Algorithm {
	return &jump.Algorithm{Strategy: strategies[k.spec.Strategy], Jump: k.spec.Jump, Property: k.property, Joint: k.joint}
}
