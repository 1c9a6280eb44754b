package sqlfuncs

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"skyline/engine/privacy"
)

// The parameter privacy is a STRUCT of requirements. Its numbers are checked while
// planning; the kernel gets them as they were written, and its skyline as points.

var paramPrivacy = Param{Name: "privacy", Type: "STRUCT", Doc: "the requirements, all of which must hold: see [Privacy requirements](#privacy-requirements)"}

// privacyKeys are the members of privacy, with what each must be.
var privacyKeys = []struct {
	name  string
	check func(c *Call, where string, v any) error
	// sensitive says that it is about the sensitive column.
	sensitive bool
}{
	{"k_anonymity", (*Call).checkCount, false},
	{"distinct_diversity", (*Call).checkCount, true},
	{"entropy_diversity", (*Call).checkFrom1, true},
	{"recursive_diversity", (*Call).checkRecursive, true},
	{"max_share", (*Call).checkShare, true},
	{"t_closeness", (*Call).checkDistance, true},
	{"implications", (*Call).checkImplications, true},
	{"skyline", nil, true},
}

// privacySpec is what a call requires.
type privacySpec struct {
	// numbers are the members but skyline, as JSON.
	numbers string
	// points is the CTE of the skyline's points.
	points string
}

// privacy reads the parameter of that name.
func (c *Call) privacy(in *input) (*privacySpec, error) {
	members, ok := c.arguments["privacy"].(map[string]any)
	if !ok {
		return nil, c.errorf("privacy must be a struct of requirements, such as {'k_anonymity': 5, 'max_share': 0.5}, got %s", show(c.arguments["privacy"]))
	}
	numbers := map[string]any{}
	spec := &privacySpec{}
	for _, member := range slices.Sorted(maps.Keys(members)) {
		v, name := members[member], strings.ToLower(member)
		at := slices.IndexFunc(privacyKeys, func(k struct {
			name      string
			check     func(c *Call, where string, v any) error
			sensitive bool
		},
		) bool {
			return k.name == name
		})
		if at < 0 {
			return nil, c.errorf("privacy has no requirement %s; did you mean %s?", quoteText(member), nearestKey(name))
		}
		if v == nil {
			continue
		}
		key := privacyKeys[at]
		if key.sensitive && in.sensitive == "" {
			return nil, c.errorf("sensitive must be given for privacy := {'%s': …}: the sensitive column", key.name)
		}
		if key.check == nil {
			var err error
			if spec.points, err = c.privacySkyline(v); err != nil {
				return nil, err
			}
			_, isTable := v.(string)
			numbers["name_values"] = !isTable
			continue
		}
		if err := key.check(c, "privacy: "+key.name, v); err != nil {
			return nil, err
		}
		numbers[key.name] = v
	}
	if len(numbers) == 0 {
		return nil, c.errorf("privacy must have at least one requirement, such as {'k_anonymity': 5}")
	}
	if spec.points == "" {
		spec.points = noPoints
	}
	text, err := json.Marshal(numbers)
	if err != nil {
		return nil, c.errorf("privacy cannot be read")
	}
	spec.numbers = string(text)
	return spec, nil
}

// noPoints is the CTE of a skyline that is not required.
const noPoints = "__skyline_points AS (SELECT 0 AS i, NULL::VARCHAR AS value, NULL::VARCHAR AS l, NULL::VARCHAR AS k, NULL::VARCHAR AS m, NULL::VARCHAR AS c WHERE false)"

// privacySkyline returns the CTE of the points of a list, or of a table.
func (c *Call) privacySkyline(v any) (string, error) {
	switch v := v.(type) {
	case string:
		source, err := fromTable(v)
		if err != nil {
			return "", c.errorf("privacy: skyline: %v", err)
		}
		return c.pointsOfTable(source), nil
	case []any:
		points, err := c.pointList(v)
		if err != nil {
			return "", err
		}
		return c.pointsCTE(points, "privacy: skyline: value"), nil
	}
	return "", c.errorf("privacy: skyline must be a list of points {'value': …, 'l': …, 'k': …, 'm': …, 'c': …} or the name of a table of them, got %s", show(v))
}

// nearestKey returns the requirement whose name takes the fewest changes.
func nearestKey(name string) string {
	best, distance := "", 1<<30
	for _, key := range privacyKeys {
		if d := editDistance(name, key.name); d < distance {
			best, distance = key.name, d
		}
	}
	return quoteText(best)
}

// editDistance is the number of characters to insert, delete or replace.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		previous := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := previous
			if a[i] != b[j] {
				change++
			}
			previous = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

func (c *Call) checkCount(where string, v any) error {
	if number, ok := v.(json.Number); ok {
		if n, ok := parseWhole(number.String()); ok && n > 0 {
			return nil
		}
	}
	return c.errorf("%s must be a whole number from 1 to 9223372036854775807, got %s", where, show(v))
}

// checkNumber makes sure that a member is a number that a rule allows.
func (c *Call) checkNumber(where, rule string, v any, allowed func(x float64) bool) error {
	if number, ok := v.(json.Number); ok {
		if x, err := strconv.ParseFloat(number.String(), 64); err == nil && allowed(x) {
			return nil
		}
	}
	return c.errorf("%s must be %s, got %s", where, rule, show(v))
}

func (c *Call) checkFrom1(where string, v any) error {
	return c.checkNumber(where, "a number from 1 on", v, func(x float64) bool { return x >= 1 })
}

func (c *Call) checkShare(where string, v any) error {
	return c.checkNumber(where, "in (0, 1]", v, func(x float64) bool { return x > 0 && x <= 1 })
}

func (c *Call) checkDistance(where string, v any) error {
	return c.checkNumber(where, "in [0, 1]", v, func(x float64) bool { return x >= 0 && x <= 1 })
}

func (c *Call) checkRecursive(where string, v any) error {
	members, err := c.members(where, v, "c", "l")
	if err != nil {
		return err
	}
	if err := c.checkCount(where+": l", members["l"]); err != nil {
		return err
	}
	return c.checkNumber(where+": c", "a number above 0", members["c"], func(x float64) bool { return x > 0 })
}

func (c *Call) checkImplications(where string, _ any) error {
	return c.errorf("%s cannot be required yet; a skyline bounds what is known about other people", where)
}

// members returns the members of a struct, by their lower-case names; it must have
// these and no others.
func (c *Call) members(where string, v any, names ...string) (map[string]any, error) {
	shape := "{'" + strings.Join(names, "': …, '") + "': …}"
	given, ok := v.(map[string]any)
	if !ok {
		return nil, c.errorf("%s must be a struct %s, got %s", where, shape, show(v))
	}
	lower := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if !slices.Contains(names, strings.ToLower(name)) {
			return nil, c.errorf("%s must be a struct %s, got a member %s", where, shape, quoteText(name))
		}
		lower[strings.ToLower(name)] = given[name]
	}
	for _, name := range names {
		if _, ok := lower[name]; !ok {
			return nil, c.errorf("%s must be a struct %s, and %s is missing", where, shape, name)
		}
	}
	return lower, nil
}

// requirements returns what a call requires, for the kernel: numbers as privacySpec
// has them, and the points of the skyline.
func requirements(numbers string, points []point, number func(text string) (int32, bool)) ([]privacy.Requirement, error) {
	decoder := json.NewDecoder(strings.NewReader(numbers))
	decoder.UseNumber()
	var members map[string]any
	if err := decoder.Decode(&members); err != nil {
		return nil, fmt.Errorf("privacy cannot be read")
	}
	var all []privacy.Requirement
	for _, key := range privacyKeys {
		if v, ok := members[key.name]; ok {
			all = append(all, requirementOf(key.name, v))
		}
	}
	if len(points) > 0 {
		name, _ := members["name_values"].(bool)
		all = append(all, skylineOf(points, number, name))
	}
	return all, nil
}

// requirementOf returns a requirement of numbers that have been checked.
func requirementOf(name string, v any) privacy.Requirement {
	whole := func(v any) int64 {
		number, _ := v.(json.Number)
		n, _ := parseWhole(number.String())
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
	var c float64
	var l int64
	for member, value := range v.(map[string]any) {
		if strings.EqualFold(member, "c") {
			c = float(value)
		} else {
			l = whole(value)
		}
	}
	return privacy.RecursiveDiversity(c, l)
}

// skylineOf returns the requirement of points that have been checked. A value that
// the table does not have is safe at any point.
func skylineOf(points []point, number func(text string) (int32, bool), name bool) privacy.Requirement {
	s := &privacy.Skyline{}
	at := map[string]int{}
	for i := range points {
		p := &points[i]
		if !p.named {
			s.Others = append(s.Others, p.of("every value that is not named"))
			continue
		}
		if _, ok := at[p.value]; !ok {
			at[p.value] = len(s.Named)
			value, found := number(p.value)
			if !found {
				value = -1
			}
			s.Named = append(s.Named, privacy.ValuePoints{Value: value})
		}
		// Values of a table of points may be data, which no message tells.
		label := "a value that is named"
		if name {
			label = p.value
		}
		v := &s.Named[at[p.value]]
		v.Points = append(v.Points, p.of(label))
	}
	return s
}

// of returns a point of a skyline for values that are called something.
func (p *point) of(values string) privacy.Point {
	return privacy.Point{
		Requirement: p.requirement(), Threshold: p.threshold(),
		Label: fmt.Sprintf("%s at (%s, %s, %s) < %s", values, p.l, p.k, p.m, p.c),
	}
}
