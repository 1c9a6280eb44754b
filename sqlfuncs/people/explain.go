package people

import (
	"errors"
	"fmt"
	"strings"

	"skyline/engine"
	"skyline/engine/breach"
	"skyline/engine/matching"
	"skyline/engine/partition"
	"skyline/engine/rows"
	"skyline/sqlfuncs/host"
)

func init() { host.Explain = explain }

// explain turns an engine's error into one for who wrote the query.
func explain(err error) error {
	if param, ok := errors.AsType[*engine.ParamError](err); ok {
		return errors.New(param.Requirement())
	}
	switch {
	case errors.Is(err, partition.ErrTooManyPeople):
		return errors.New("the table must have at most 2^61 people, counted with their weights")
	case errors.Is(err, breach.ErrTooLarge):
		return errors.New("a value has more than max_points points in its knowledge skyline; raise max_points, or take a smaller c")
	case errors.Is(err, matching.ErrTooLarge):
		_, sizes, _ := strings.Cut(err.Error(), matching.ErrTooLarge.Error()+": ")
		return fmt.Errorf("qi must have fewer combinations of missing values where missing is 'any': %s, and at most 2^32 together are looked up; make columns coarser, name fewer, or use missing := 'category'", sizes)
	case errors.Is(err, rows.ErrTooLarge):
		return errors.New("values_per_person := 'rows' must leave fewer ways to choose the values ruled out, or the relatives, of people with several rows: all of them cannot be tried; ask skyline_check about single points, and begin with l := 1 and m := 1")
	case errors.Is(err, breach.ErrTooManyRelatives):
		return fmt.Errorf("m must be smaller with these relations: somebody has relatives in more than %d QI groups, or too many of them to try all families; begin with m := 10", breach.MaxFamilies)
	case errors.Is(err, breach.ErrTooClose):
		return fmt.Errorf("c must differ from the breach probabilities: one of them agrees with it in 20 digits, at an m at which it would take products of more than %d numbers to tell which is less; take another c, a smaller m or smaller weights", breach.MaxNumbers)
	}
	return err
}
