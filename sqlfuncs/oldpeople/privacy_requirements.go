package oldpeople

import (
	"encoding/json"
	"fmt"
	"strings"

	"skyline/engine/breach"
	"skyline/engine/partition"
	"skyline/engine/privacy"
	"skyline/sqlfuncs/call"
)

// Requires reports whether a requirement is among those of a kernel.
func Requires(numbers, name string) bool {
	var members map[string]json.RawMessage
	_ = json.Unmarshal([]byte(numbers), &members) // what cannot be read is refused later
	_, ok := members[name]
	return ok
}

// requirements returns what a call requires, for the kernel: numbers as privacySpec
// has them, and the points of the skyline.
func requirements(numbers string, points []Point, table *TableValues) ([]privacy.Requirement, error) {
	decoder := json.NewDecoder(strings.NewReader(numbers))
	decoder.UseNumber()
	var members map[string]any
	if err := decoder.Decode(&members); err != nil {
		return nil, fmt.Errorf("privacy cannot be read")
	}
	bounds, hidden := members["presence"].(map[string]any)
	absent := int32(-1)
	if n, ok := table.Number(partition.Absent); ok && hidden {
		absent = n
	}
	var all []privacy.Requirement
	for _, key := range privacyKeys {
		v, ok := members[key.name]
		switch {
		case !ok:
		case key.name == "presence":
			all = append(all, presenceOf(bounds, absent)...)
		case key.name == "skyline":
			skyline, err := skylineOf(v, points, table)
			if err != nil {
				return nil, err
			}
			all = append(all, privacy.Among(absent, skyline))
		default:
			all = append(all, privacy.Among(absent, requirementOf(key.name, v)))
		}
	}
	return all, nil
}

// requirementOf returns a requirement of numbers that have been checked.
func requirementOf(name string, v any) privacy.Requirement {
	whole := func(v any) int64 {
		n, _ := call.WholeOf(v)
		return n
	}
	float := func(v any) float64 {
		number, _ := v.(json.Number)
		x, _ := number.Float64()
		return x
	}
	switch name {
	case "k_anonymity":
		return privacy.KAnonymity(whole(v))
	case "distinct_diversity":
		return privacy.DistinctDiversity(whole(v))
	case "entropy_diversity":
		return privacy.EntropyDiversity(float(v))
	case "max_share":
		return privacy.MaxShare(float(v))
	case "t_closeness":
		return privacy.TCloseness(float(v))
	}
	// The members of a struct may be written in any case.
	members, _ := call.Lowered(v.(map[string]any), "c", "l", "k")
	if name == "implications" {
		return privacy.Implications(whole(members["k"]), float(members["c"]))
	}
	return privacy.RecursiveDiversity(float(members["c"]), whole(members["l"]))
}

// skylineOf returns the requirement of points that have been checked; one that is
// there twice counts once. A value that the table does not have is safe at any
// point, if it is allowed. v says what the kernel has to know of the points' values.
func skylineOf(v any, points []Point, table *TableValues) (privacy.Requirement, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("privacy cannot be read")
	}
	named, err := ReadNamedValues(string(text))
	if err == nil {
		err = named.Check(points, table)
	}
	if err != nil {
		return nil, err
	}
	s := &privacy.Skyline{}
	at := map[string]int{}
	// Many points have few thresholds.
	thresholds := map[string]breach.Threshold{}
	seen := map[Point]bool{}
	for i := range points {
		p := &points[i]
		if seen[*p] {
			continue
		}
		seen[*p] = true
		if _, ok := thresholds[p.C]; !ok {
			thresholds[p.C] = p.Requirement().C
		}
		if !p.Named {
			s.Others = append(s.Others, p.of("every value that is not named", thresholds[p.C]))
			continue
		}
		if _, ok := at[p.Value]; !ok {
			at[p.Value] = len(s.Named)
			value, found := table.Number(p.Value)
			if !found {
				value = -1
			}
			s.Named = append(s.Named, privacy.ValuePoints{Value: value, Text: p.Value})
		}
		// Values of a table of points may be data, which no message tells.
		label := "a value that is named"
		if named.Shown {
			label = p.Value
		}
		v := &s.Named[at[p.Value]]
		v.Points = append(v.Points, p.of(label, thresholds[p.C]))
	}
	return s, nil
}

// of returns a point of a skyline for values that are called something.
func (p *Point) of(values string, c breach.Threshold) privacy.Point {
	return privacy.Point{
		Requirement: breach.Requirement{Point: p.knowledge(), C: c}, Threshold: p.Threshold(),
		Label: fmt.Sprintf("%s at (%s, %s, %s) < %s", values, p.L, p.K, p.M, p.C),
	}
}
