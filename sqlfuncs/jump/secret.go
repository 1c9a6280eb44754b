package jump

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"skyline/engine/exact"
	"skyline/engine/jump"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
)

// secret is the strategy that draws one of several algorithms.
const secret = "secret"

// drawn is one of them.
type drawn struct {
	Strategy    string  `json:"strategy"`
	Jump        []int64 `json:"jump,omitempty"`
	Order       []int   `json:"order"`                // the generalizations that it tries, from 1
	Probability float64 `json:"probability,omitzero"` // 0 for all of them: they are equally likely
}

// mostDrawn is how many algorithms a list may have: those of all subsets of 12
// generalizations, say.
const mostDrawn = 4096

// readSecret reads the parameters algorithms and published.
func (in *jumpInput) readSecret() error {
	c := in.call
	if in.spec.Strategy != secret {
		in.readRepeats()
		for _, param := range []string{"algorithms", "published"} {
			if c.Arguments[param] != nil {
				return c.Errorf("%s is for strategy := 'secret', and must be left out for strategy := '%s'", param, in.spec.Strategy)
			}
		}
		return nil
	}
	const such = "a list of the algorithms of which the publisher drew one, such as [{'strategy': 'naive', 'probability': 0.5}, {'strategy': 'safe', 'probability': 0.5}]"
	list, err := c.Structs("algorithms", such, "strategy", "jump", "order", "probability")
	if err != nil {
		return err
	}
	if len(list) == 0 || len(list) > mostDrawn {
		return c.Errorf("algorithms must be %s, of 1 to %d, got %d", such, mostDrawn, len(list))
	}
	for k, members := range list {
		d, err := in.drawn(call.ElementOf("algorithms", k), members)
		if err != nil {
			return err
		}
		in.spec.Algorithms = append(in.spec.Algorithms, *d)
	}
	if err := in.readProbabilities(list); err != nil {
		return err
	}
	in.spec.Published, err = in.published()
	return err
}

// drawn reads an algorithm, which messages call where, but for its probability.
func (in *jumpInput) drawn(where string, members map[string]any) (*drawn, error) {
	d := &drawn{Strategy: "jump"}
	if v := members["strategy"]; v != nil {
		var ok bool
		if d.Strategy, ok = v.(string); !ok || !slices.Contains(strategyNames, d.Strategy) {
			return nil, in.call.Errorf("%s: strategy must be %s, got %s", where, people.InWords(strategyNames, "or"), call.Show(v))
		}
	}
	var err error
	if d.Order, err = in.order(where, members["order"]); err != nil {
		return nil, err
	}
	switch distances := members["jump"]; {
	case d.Strategy == "jump" && distances == nil:
		d.Jump = slices.Repeat([]int64{1}, len(d.Order))
	case d.Strategy == "jump":
		d.Jump, err = in.distances(where+": jump", distances, len(d.Order))
	case distances != nil:
		err = in.call.Errorf("%s: jump is for the strategy 'jump', and must be left out for '%s'", where, d.Strategy)
	}
	return d, err
}

// order reads which generalizations an algorithm tries: all of them if that is not said.
func (in *jumpInput) order(where string, v any) (order []int, err error) {
	if v == nil {
		for j := range in.spec.Generalizations {
			order = append(order, in.first(j+1))
		}
		return order, nil
	}
	list, ok := v.([]any)
	if !ok || len(list) == 0 {
		return nil, in.call.Errorf("%s: order must be a non-empty list of generalizations, by their columns or their numbers in the list, from 1, got %s", where, call.Show(v))
	}
	var numbers []int
	for _, element := range list {
		number, err := in.numberOf(where+": order", element)
		if err != nil {
			return nil, err
		}
		if slices.Contains(numbers, number) {
			return nil, in.call.Errorf("%s: order must not name a generalization twice, got %s; to try it twice, list it twice in generalizations, and give both numbers", where, call.Show(element))
		}
		numbers = append(numbers, number)
		order = append(order, in.first(number))
	}
	return order, nil
}

// numberOf returns the number, from 1, of a generalization that is given by it, or by its
// name: then it is the first of that name.
func (in *jumpInput) numberOf(where string, v any) (int, error) {
	tried := in.spec.Generalizations
	if name, ok := v.(string); ok {
		at := slices.IndexFunc(tried, func(g generalization) bool { return call.Folded(g.Name) == call.Folded(name) })
		if at < 0 {
			return 0, in.call.Errorf("%s must be of the generalizations, got %s", where, call.Show(name))
		}
		return at + 1, nil
	}
	n, ok := call.WholeOf(v)
	if !ok || n < 1 || n > int64(len(tried)) {
		return 0, in.call.Errorf("%s must be of the generalizations, or of their numbers in the list, from 1 to %d, got %s", where, len(tried), call.Show(v))
	}
	return int(n), nil
}

// readRepeats says what is tried at each turn, where something is tried twice.
func (in *jumpInput) readRepeats() {
	order, repeats := make([]int, len(in.spec.Generalizations)), false
	for j := range order {
		order[j] = in.first(j + 1)
		repeats = repeats || order[j] <= j
	}
	if repeats {
		in.spec.Order = order
	}
}

// first returns the number of the first generalization that is the same: where one is tried
// twice, nobody sees which time it was released.
func (in *jumpInput) first(number int) int {
	tried := in.spec.Generalizations
	return 1 + slices.IndexFunc(tried, func(g generalization) bool { return slices.Equal(g.Labels, tried[number-1].Labels) })
}

// published reads the parameter of that name.
func (in *jumpInput) published() (int, error) {
	v := in.call.Arguments["published"]
	if v == nil {
		return 0, in.call.Errorf("published must say what was released, as the algorithm is secret: one of the generalizations, by its column or its number in the list, from 1; 0 for nothing")
	}
	if n, ok := call.WholeOf(v); ok && n == 0 {
		return 0, nil
	}
	number, err := in.numberOf("published", v)
	if err != nil {
		return 0, err
	}
	return in.first(number), nil
}

// readProbabilities reads those of the algorithms. Either all have one, or none.
func (in *jumpInput) readProbabilities(list []map[string]any) error {
	const ways = "give one to each algorithm, or leave them out where all are equally likely"
	isGiven := func(members map[string]any) bool { _, ok := members["probability"]; return ok }
	if !slices.ContainsFunc(list, isGiven) {
		return nil
	}
	probabilities := make([]float64, len(list))
	for k, members := range list {
		v := members["probability"]
		if v == nil {
			return in.call.Errorf("%s: probability must not be NULL; %s", call.ElementOf("algorithms", k), ways)
		}
		if err := in.call.CheckDistance(call.ElementOf("algorithms", k)+": probability", v); err != nil {
			return err
		}
		probabilities[k] = call.FloatOf(v)
		in.spec.Algorithms[k].Probability = probabilities[k]
	}
	weights, whole := exact.Common(probabilities)
	sum := new(big.Int)
	for _, weight := range weights {
		sum.Add(sum, weight)
	}
	if sum.Cmp(whole) == 0 {
		return nil
	}
	got, _ := new(big.Rat).SetFrac(sum, whole).Float64()
	shown := fmt.Sprint(got)
	if got == 1 {
		shown = "nearly 1"
	}
	return in.call.Errorf("algorithms: the probabilities must sum to 1, got %s; leave them out where all are equally likely, and write fractions as quotients, such as 1/3", shown)
}

// posterior is what is believed after a release, or none.
func (k *jumpProblem) posterior(ctx context.Context) (*jump.Belief, error) {
	if k.spec.Strategy != secret {
		if k.spec.Order != nil {
			return k.posteriorOfRepeats(ctx)
		}
		return k.table.Posterior(ctx, k.algorithm(), k.options())
	}
	probabilities := make([]float64, len(k.spec.Algorithms))
	for i, d := range k.spec.Algorithms {
		if d.Probability < 0 {
			return nil, errJumpSpec
		}
		probabilities[i] = d.Probability
	}
	weights, _ := exact.Common(probabilities)
	likely := slices.ContainsFunc(weights, func(w *big.Int) bool { return w.Sign() > 0 })
	s := &jump.Secret{Property: k.property, Joint: k.joint}
	for i, d := range k.spec.Algorithms {
		if !likely {
			weights[i].SetInt64(1)
		}
		s.Algorithms = append(s.Algorithms, jump.Drawn{Strategy: strategies[d.Strategy], Order: d.Order, Jump: d.Jump, Weight: weights[i]})
	}
	return k.table.Secret(ctx, s, k.spec.Published, k.options())
}

// posteriorOfRepeats is that of an algorithm that tries a generalization twice: what it
// released is seen, but not at which turn.
func (k *jumpProblem) posteriorOfRepeats(ctx context.Context) (*jump.Belief, error) {
	evaluation, err := k.table.Publish(ctx, k.algorithm(), k.options())
	if err != nil {
		return nil, err
	}
	if evaluation.Undecided != nil {
		return nil, evaluation.Undecided
	}
	released := evaluation.Released
	if released > 0 {
		released = k.spec.Order[released-1]
	}
	a := jump.Drawn{Strategy: strategies[k.spec.Strategy], Order: k.spec.Order, Jump: k.spec.Jump, Weight: big.NewInt(1)}
	return k.table.Secret(ctx, &jump.Secret{Algorithms: []jump.Drawn{a}, Property: k.property, Joint: k.joint}, released, k.options())
}

// notReleased explains that the table is not released like that.
func (k *jumpProblem) notReleased() error {
	if k.spec.Published == 0 {
		return errors.New("published must be what one of the algorithms releases of the table, and each of them releases something; name the generalization")
	}
	return fmt.Errorf("published must be what one of the algorithms releases of the table, and none of them releases %s; jump_publish shows what each releases", k.nameOf(k.spec.Published))
}
