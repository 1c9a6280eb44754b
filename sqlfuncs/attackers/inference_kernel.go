package attackers

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"runtime"
	"slices"

	"skyline/engine/attack"
	engine "skyline/engine/utility"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/utility"
	"skyline/sqlfuncs/words"
)

// attacked is what the attacker looks at.
type attacked struct {
	*inferenceSpec
	release  attack.Release
	people   attack.People // of the original, in some group
	groups   []int32       // likewise
	control  *attack.People
	outside  int64    // people of the original in no group
	values   []string // sensitive values of the release, in their order; that of NULL is ""
	null     int32    // the number of NULL, -1 if it is none of them
	released []int32  // the value of each row of the release
}

var inferenceKernel = host.KernelOf("attack_inference", runInference)

func runInference(ctx context.Context, s *inferenceSpec) (*host.Rows[inferenceRow], error) {
	out, err := s.infer(ctx)
	if s.Tells && tellsWhy(ctx, err) {
		out = host.NewRows[inferenceRow]()
		out.Add(inferenceRow{Measure: notRun, Estimate: math.NaN(), Low: math.NaN(), High: math.NaN(), Meaning: err.Error()})
		return out, nil
	}
	return out, err
}

func (s *inferenceSpec) infer(ctx context.Context) (*host.Rows[inferenceRow], error) {
	in := &attacked{inferenceSpec: s}
	if err := in.read(ctx); err != nil {
		return nil, err
	}
	if s.Tells && sum(in.people.N) > mostBeside {
		return nil, fmt.Errorf("original must have at most %s people here, which is a matter of seconds; call attack_inference by itself", words.Whole(mostBeside))
	}
	learnt, err := attack.Learn(ctx, &in.release, &in.people, in.groups, attack.Options{Limit: s.Steps, Rounds: s.Rounds, Workers: runtime.GOMAXPROCS(0)})
	if errors.Is(err, attack.ErrSizes) {
		err = errors.New("original must have as many people in each group as release; leave out of original who is not in the release, in a query given as original")
	}
	if err != nil {
		return nil, err
	}
	return in.rows(learnt)
}

// read brings the tables into the engine's form.
func (in *attacked) read(ctx context.Context) error {
	release, original := in.Release.Value, in.Original.Value
	sensitive := len(in.QI)
	for _, table := range []struct {
		*people.Gathered
		columns int
	}{{release, sensitive + 1}, {original, sensitive + 1 + in.Known}} {
		if in.Known < 1 || len(table.Counts) > 0 && len(table.Columns) != table.columns+people.BoolToInt(in.Grouped) {
			return host.ErrNotKept
		}
	}
	in.readValues(release, sensitive)
	groups, err := in.readGroups(ctx)
	if err != nil {
		return err
	}
	values, _ := utility.NumberedAs(original, sensitive, release, sensitive)
	in.release.Attributes = make([]int, in.Known)
	in.people.Known = make([][]int32, in.Known)
	var rows []int
	for row, g := range groups {
		if g < 0 {
			in.outside += original.Counts[row]
			continue
		}
		rows = append(rows, row)
		in.groups = append(in.groups, g)
		in.people.Value, in.people.N = append(in.people.Value, values[row]), append(in.people.N, original.Counts[row])
	}
	numbers := make([][]int32, in.Known) // what texts of the original are called
	for a := range in.Known {
		all, texts := utility.NumberedAs(original, sensitive+1+a, original, sensitive+1+a)
		numbers[a] = occurring(all, rows, len(texts))
		for _, row := range rows {
			in.people.Known[a] = append(in.people.Known[a], numbers[a][all[row]])
		}
		in.release.Attributes[a] = count(numbers[a])
	}
	if meets(in.people.Value) {
		return in.readControl(numbers)
	}
	return errors.New("original must have values of release in the sensitive column, and nobody has one; see how both write them, such as 1 and 1.0, and cast them in queries given as release, original and control")
}

// meets reports whether some code is of a value that the other table has, or there is none.
func meets(codes []int32) bool {
	return len(codes) == 0 || slices.ContainsFunc(codes, func(code int32) bool { return code >= 0 })
}

// occurring numbers the codes that some rows have, in their order; others have -1.
func occurring(codes []int32, rows []int, count int) []int32 {
	numbers := make([]int32, count)
	for _, row := range rows {
		numbers[codes[row]] = 1
	}
	next := int32(0)
	for code, occurs := range numbers {
		numbers[code] = -1
		if occurs > 0 {
			numbers[code] = next
			next++
		}
	}
	return numbers
}

func count(numbers []int32) int {
	n := 0
	for _, number := range numbers {
		n = max(n, int(number)+1)
	}
	return n
}

// readValues reads the sensitive values of the release.
func (in *attacked) readValues(release *people.Gathered, sensitive int) {
	in.null = -1
	in.released, in.values = utility.NumberedAs(release, sensitive, release, sensitive)
	in.release.Values = len(in.values)
	if in.release.Values > 0 && release.Columns[sensitive].Null() >= 0 {
		in.null = int32(len(in.values) - 1)
	}
}

// readGroups returns the group of each row of the original, negative for none, and counts the
// histograms.
func (in *attacked) readGroups(ctx context.Context) (groups []int32, err error) {
	release, original := in.Release.Value, in.Original.Value
	var of []int32 // by row of the release
	count := 0
	if in.Grouped {
		ofRelease, ofOriginal := len(in.QI)+1, len(in.QI)+1+in.Known
		var texts []string
		of, texts = utility.NumberedAs(release, ofRelease, release, ofRelease)
		groups, _ = utility.NumberedAs(original, ofOriginal, release, ofRelease)
		count = len(texts)
	} else if of, count, groups, err = in.byLabels(ctx); err != nil {
		return nil, err
	}
	histograms := make([]map[int32]int64, count)
	for row, g := range of {
		if histograms[g] == nil {
			histograms[g] = map[int32]int64{}
		}
		histograms[g][in.released[row]] += release.Counts[row]
	}
	in.release.Histograms = make([][]attack.Count, count)
	for g, histogram := range histograms {
		for _, value := range slices.Sorted(maps.Keys(histogram)) {
			in.release.Histograms[g] = append(in.release.Histograms[g], attack.Count{Value: value, N: histogram[value]})
		}
	}
	return groups, nil
}

// byLabels finds the groups by their labels.
func (in *attacked) byLabels(ctx context.Context) (of []int32, count int, groups []int32, err error) {
	beside, err := in.Beside()
	if err != nil {
		return nil, 0, nil, err
	}
	matches, err := beside.Matches(ctx)
	if err != nil {
		return nil, 0, nil, err
	}
	several := int64(0)
	for row, m := range matches {
		groups = append(groups, m.Labels)
		if m.Labels == engine.SeveralMatch {
			several += in.Original.Value.Counts[row]
		}
	}
	if several > 0 {
		return nil, 0, nil, fmt.Errorf("release must have groups whose labels lie apart, and the number of people of original who are in several is %d; name a column of both tables in groups that says who is in which", several)
	}
	of, sizes := beside.Combinations()
	return of, len(sizes), groups, nil
}

// readControl reads the people who are not in the release.
func (in *attacked) readControl(numbers [][]int32) error {
	if in.Control == nil {
		return nil
	}
	control, original, sensitive := in.Control.Value, in.Original.Value, len(in.QI)
	if len(control.Counts) > 0 && len(control.Columns) != 1+in.Known {
		return host.ErrNotKept
	}
	in.control = &attack.People{N: control.Counts}
	in.control.Value, _ = utility.NumberedAs(control, 0, in.Release.Value, sensitive)
	for a := range in.Known {
		codes, _ := utility.NumberedAs(control, 1+a, original, sensitive+1+a)
		for row, code := range codes {
			if code >= 0 {
				codes[row] = numbers[a][code]
			}
		}
		in.control.Known = append(in.control.Known, codes)
	}
	if len(in.groups) == 0 || meets(in.control.Value) && !slices.ContainsFunc(in.control.Known, func(codes []int32) bool { return !meets(codes) }) {
		return nil
	}
	return errors.New("control must have values of the people of the release in each of the columns known and sensitive, and nobody has one; see how both write them, such as 1 and 1.0, and cast them in a query given as control")
}
