package jump

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"skyline/engine/jump"
)

// explain says what may be done where a set of tables is too large.
func (k *jumpProblem) explain(err error) error {
	var u *jump.Undecided
	switch {
	case errors.Is(err, jump.ErrCertified):
		return errors.New("strategy 'certified' has no bounds for implications and skylines; use another strategy, or a property of single people")
	case errors.Is(err, jump.ErrSubsets):
		return errors.New("generalizations must have at most 16 before the published one that some tables pass and others do not, and 10 that no other of those is coarser than; leave some out")
	case !errors.As(err, &u):
		return err
	}
	name, why := "the set of tables for which nothing is released", ""
	if u.Generalization <= len(k.spec.Generalizations) {
		name = "the disclosure set of " + k.nameOf(u.Generalization)
	}
	if u.Recursive {
		why = " since it depends on the disclosure sets of other tables"
	}
	if k.joint != nil {
		return fmt.Errorf("property must be one of single people, such as {'max_share': 0.5}, for so many tables: for implications and skylines they are listed, which takes %s for %s%s, and no more than %.1g are allowed; ways out: fewer people in a query given as tbl; another property", stepsText(u.Work), name, why, u.Limit)
	}
	must := fmt.Sprintf("about %.1g at least", u.Work)
	if u.Work > math.MaxInt64 {
		must = "larger than it can be"
	}
	return fmt.Errorf("max_steps must be %s to count %s%s, got %.1g; ways out: %s", must, name, why, u.Limit, strings.Join(k.waysOut(u), "; "))
}

// nameOf is the name of a generalization, whose number is from 1 on.
func (k *jumpProblem) nameOf(number int) string { return k.spec.Generalizations[number-1].Name }

// stepsText says how many steps something takes at least.
func stepsText(work float64) string {
	if math.IsInf(work, 1) {
		return "more steps than can be told"
	}
	return fmt.Sprintf("about %.1g steps", work)
}

// waysOut are what may be done about a set that is too large.
func (k *jumpProblem) waysOut(u *jump.Undecided) []string {
	var ways []string
	recursive := k.spec.Strategy == "jump" || k.spec.Strategy == "safe"
	if recursive {
		ways = append(ways, "strategy := 'certified', which decides without counting")
	}
	if u.Work <= math.MaxInt64 {
		ways = append(ways, "a larger max_steps")
	}
	if u.Recursive && recursive {
		ways = append(ways, "jump distances that lead beyond it from earlier generalizations, which avoids that")
	}
	if k.spec.Auditable {
		ways = append(ways, "samples := 10000, to see what an audit says")
	}
	return append(ways, "fewer people in a query given as tbl")
}
