package check

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"sync"

	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/engine/privacy"
	"skyline/engine/progress"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
)

// violation is a row of the kernel: what QI groups with a histogram violate, and the
// checker that can be asked about it.
type violation struct {
	people.Finding
	Size       int64 // people of a group who are in the table
	Histogram  host.Bytes
	Checker    int64
	witnessRow // of a skyline
}

// violationsFunction is the function whose errors those of a checker are.
const violationsFunction = "release_check"

// checker is what __skyline_meets asks.
type checker struct {
	*people.Candidate
	// numbers are those of the release candidate's values.
	numbers map[partition.Value]int32
	// by and of are the requirement and the finding of each row.
	by []privacy.Requirement
	of []privacy.Finding

	mutex  sync.RWMutex
	merged []*privacy.Merged
}

// maxViolations is how many rows a kernel may return, histograms that several
// groups have being one.
const maxViolations = 10_000_000

var violationsKernel = host.KernelOf("violations", runViolations)

func runViolations(ctx context.Context, spec *people.CandidateSpec) (*host.Rows[violation], error) {
	candidate, err := spec.Read()
	if err != nil {
		return nil, err
	}
	out := host.NewRows[violation]()
	c := &checker{Candidate: candidate, numbers: map[partition.Value]int32{}}
	absent := c.Absent()
	for i, v := range c.Release.Table.Values {
		c.numbers[v] = int32(i)
	}
	id := host.Keep(c)
	var named ruledOut
	for i, r := range c.Requirements {
		var tooMany error
		err := r.Violations(progress.Part(ctx, i, len(c.Requirements)), c.Release, func(f privacy.Finding) {
			group, values := &c.Release.Table.Groups[f.Group], c.Release.Table.Values
			if f.Of != nil {
				values = f.Of.Values
			}
			out.Add(violation{c.Finding(out.Len(), &f), group.People - group.Of(absent), host.Bytes(group.Histogram), id, witnessOf(f.Witness, values)})
			tooMany = cmp.Or(tooMany, named.add(f.Witness))
			f.Witness = nil // it is in the row
			c.by, c.of = append(c.by, r), append(c.of, f)
		})
		err = cmp.Or(err, tooMany)
		if err == nil && out.Len() > maxViolations {
			err = fmt.Errorf("the result must have at most %d rows; ask for fewer requirements", maxViolations)
		}
		if err != nil {
			host.Drop(id)
			return nil, err
		}
	}
	return out, nil
}

// ofChecker returns a private scalar that asks the checker whose number is an argument.
func ofChecker[A, R any](name string, number func(a *A) int64, ask func(c *checker, a *A) (R, error)) host.Scalar {
	return host.VolatileOf(name, func(a *A) (R, error) {
		var result R
		c, err := host.Look[*checker](number(a))
		if err == nil {
			result, err = ask(c, a)
		}
		return result, host.Named(violationsFunction, err)
	})
}

// mergeScalar is __skyline_merge(checker, histogram, of): the number, from 0, of a merged
// group with this histogram. of counts the groups in it by their histograms, in
// hexadecimal digits; it may be empty where all requirements look at one group each.
func mergeScalar() host.Scalar {
	type merge struct {
		Checker       int64
		Histogram, Of host.Bytes
	}
	return ofChecker("__skyline_merge", func(a *merge) int64 { return a.Checker },
		func(c *checker, a *merge) (int64, error) { return c.merge(string(a.Histogram), string(a.Of)) })
}

func (c *checker) merge(histogram, of string) (int64, error) {
	group, err := c.group(histogram)
	if err != nil {
		return 0, err
	}
	groups := map[string]int64{}
	err = partition.Entries(of, func(digits string, _ bool, n int64) error {
		one, err := hex.DecodeString(digits)
		groups[string(one)] += n
		return err
	})
	if err != nil {
		return 0, host.ErrNotKept
	}
	merged := privacy.NewMerged(c.Release, group, groups)
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.merged = append(c.merged, merged)
	return int64(len(c.merged) - 1), nil
}

// meetsScalar is __skyline_meets(checker, i, merged): whether what row i of a kernel says
// of a group would be well for a merged one, by its number.
func meetsScalar() host.Scalar {
	type meets struct{ Checker, I, Merged int64 }
	return ofChecker("__skyline_meets", func(a *meets) int64 { return a.Checker },
		func(c *checker, a *meets) (bool, error) { return c.meets(a.I, a.Merged) })
}

func (c *checker) meets(i, number int64) (bool, error) {
	c.mutex.RLock()
	known := number >= 0 && number < int64(len(c.merged))
	var merged *privacy.Merged
	if known {
		merged = c.merged[number]
	}
	c.mutex.RUnlock()
	if !known || i < 0 || i >= int64(len(c.by)) {
		return false, host.ErrNotKept
	}
	if merged.Group.People == 0 {
		return false, nil
	}
	return c.by[i].Meets(c.Release, &c.of[i], merged)
}

// group decodes a histogram of values that the release candidate has.
func (c *checker) group(histogram string) (*partition.Group, error) {
	group := &partition.Group{}
	svpi := c.Release.Constraint == knowledge.SVPI
	err := partition.Entries(histogram, func(text string, isNull bool, n int64) error {
		value, people := partition.ReadEntry(text, isNull, !svpi)
		if people || svpi {
			group.People += n
		}
		if people {
			return nil
		}
		number, ok := c.numbers[value]
		if !ok {
			return host.ErrNotKept
		}
		group.Counts = append(group.Counts, partition.Count{Value: number, N: n})
		return nil
	})
	slices.SortStableFunc(group.Counts, func(a, b partition.Count) int { return cmp.Compare(b.N, a.N) })
	return group, err
}
