package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"syscall"
	"time"

	"skyline/engine/jump"
)

// jumpMethods takes the methods of publicly known algorithms away, one after the other, and
// counts the decisions that are lost or take much longer.
func jumpMethods(ctx context.Context, l *lab) (*section, error) {
	cases, err := jumpPopulation(ctx, l)
	if err != nil {
		return nil, err
	}
	found := &section{notes: []string{
		fmt.Sprintf("Each method is taken away (`jump.Options.Without`) from %s calls of `Publish`, with a limit of %.0e steps. Counted are the calls that are decided with all methods, and not without it; those that take more than %d times as long, and more than %s; and those of the certified strategy that release another generalization, as they prove less. Calls that no method is needed for, where no earlier generalization tells anything, are not among the hard ones.",
			count(int64(len(cases))), methodLimit, timesAsLong, leastTime),
		"The populations are those of [jump_population.go](../jump_population.go) and [jump_population_adult.go](../jump_population_adult.go): the vectors, with the paper's tables; 10 to 10,000 people in random groups that are merged step by step, or drawn anew; nested groups made for a recursion; and Adult by age, education, country and pairs of these, 100 people to all.",
	}}
	tally := map[[2]string]*methodTally{}
	var populations []string
	for k := range cases {
		c := &cases[k]
		if !slices.Contains(populations, c.population) {
			populations = append(populations, c.population)
			l.say("%s", c.population)
		}
		if err := c.tally(ctx, tally); err != nil {
			return nil, err
		}
	}
	summary := newTable("jump_methods_all", "The populations", "population", "calls", "not decided", "decided, hard")
	lost := newTable("jump_methods", "Lost / more than ten times slower / released otherwise, of the hard ones", append([]string{"without"}, populations...)...)
	for _, population := range populations {
		all := tally[[2]string{population, ""}]
		summary.add(population, fmt.Sprint(all.calls), fmt.Sprint(all.undecided), fmt.Sprint(all.hard))
	}
	for _, method := range jump.Methods() {
		row := []string{method}
		for _, population := range populations {
			t := methodTally{}
			if known := tally[[2]string{population, method}]; known != nil {
				t = *known
			}
			row = append(row, fmt.Sprintf("%d / %d / %d", t.lost, t.slower, t.otherwise))
		}
		lost.add(row...)
	}
	found.tables = append(found.tables, summary, lost)
	return found, nil
}

const (
	methodLimit = 1e9
	timesAsLong = 10
	leastTime   = 50 * time.Millisecond
	longest     = 2 * time.Minute // for a call, which is then not decided
)

// methodTally counts calls of a population: without a method, or, under "", with all.
type methodTally struct {
	calls, undecided, hard  int
	lost, slower, otherwise int
}

// tally counts a case.
func (c *jumpCase) tally(ctx context.Context, all map[[2]string]*methodTally) error {
	of := func(method string) *methodTally {
		key := [2]string{c.population, method}
		if all[key] == nil {
			all[key] = &methodTally{}
		}
		return all[key]
	}
	with, took, err := c.publish(ctx, nil)
	if err != nil {
		return err
	}
	of("").calls++
	if with == nil || with.Undecided != nil {
		of("").undecided++
		return nil
	}
	if !slices.ContainsFunc(with.Steps, func(s jump.Step) bool { return s.Disclosure && s.Reason != jump.Known && s.Reason != jump.Lemma }) {
		return nil
	}
	of("").hard++
	for _, method := range jump.Methods() {
		without, longer, err := c.publish(ctx, []string{method})
		switch {
		case err != nil:
			return err
		case without == nil || without.Undecided != nil:
			of(method).lost++
		case without.Released != with.Released:
			of(method).otherwise++
		case longer > timesAsLong*took && longer > leastTime:
			of(method).slower++
		}
	}
	return nil
}

// publish follows the algorithm, nil being an evaluation that takes too long.
func (c *jumpCase) publish(ctx context.Context, without []string) (*jump.Evaluation, time.Duration, error) {
	limited, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	start := processorTime()
	evaluation, err := c.table.Publish(limited, c.algorithm, &jump.Options{Limit: methodLimit, Without: without})
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return nil, longest, nil
	}
	return evaluation, processorTime() - start, err
}

// processorTime is what the process has used so far, whatever else the machine does.
func processorTime() time.Duration {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
