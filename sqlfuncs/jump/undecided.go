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
	case errors.Is(err, jump.ErrNotReleased):
		return k.notReleased()
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
		ways := "another property"
		if k.spec.Strategy != secret {
			ways = "strategy := 'certified', which goes on to the next; " + ways
		}
		return fmt.Errorf("property must be one of single people, such as {'max_share': 0.5}, since an earlier generalization would be released for some tables and not for others: for implications and skylines %s%s is not known then; ways out: %s", name, why, ways)
	}
	must := fmt.Sprintf("about %.1g at least", u.Work)
	if u.Work > math.MaxInt64 {
		must = "larger than it can be"
	}
	return fmt.Errorf("max_steps must be %s to count %s%s, got %.1g; ways out: %s", must, name, why, u.Limit, strings.Join(k.waysOut(u), "; "))
}

// nameOf is the name of a generalization, whose number is from 1 on.
func (k *jumpProblem) nameOf(number int) string { return k.spec.Generalizations[number-1].Name }

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
	return append(ways, "fewer people in a query given as tbl")
}
