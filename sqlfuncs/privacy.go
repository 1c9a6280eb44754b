package sqlfuncs

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// The parameter privacy is a STRUCT of requirements. Its numbers are checked while
// planning; the kernel gets them as they were written, and its skyline as points.

var paramPrivacy = Param{Name: "privacy", Type: "STRUCT", Doc: "the requirements, all of which must hold: see [Privacy requirements](#privacy-requirements)"}

// privacyKey is a member of privacy.
type privacyKey struct {
	name, form string
	doc        string
	check      func(c *Call, where string, v any) error // nil: a skyline, or presence
	// sensitive says that it is about the sensitive column.
	sensitive bool
}

// privacyKeys are the members of privacy, in the order in which they are checked.
var privacyKeys = []privacyKey{
	{"k_anonymity", "5", "at least so many people in every QI group (Samarati, Sweeney 1998)", (*Call).checkCount, false},
	{"distinct_diversity", "3", "at least so many different sensitive values in every QI group (Machanavajjhala et al. 2007)", (*Call).checkCount, true},
	{"entropy_diversity", "2.5", "exp(−Σ q ln q) at least this in every QI group, q being the shares of its sensitive values (Machanavajjhala et al. 2007)", (*Call).checkFrom1, true},
	{"recursive_diversity", "{'c': 3, 'l': 6}", "(c,ℓ)-diversity: r₁ < c·(r_ℓ + … + r_m) in every QI group, r₁ ≥ r₂ ≥ … being the counts of its sensitive values (Machanavajjhala et al. 2007)", (*Call).checkRecursive, true},
	{"max_share", "0.5", "no sensitive value has more than this share of the people of a QI group: the α of (α,k)-anonymity (Wong et al. 2006). Where people have several values, occurrences are counted per person", (*Call).checkShare, true},
	{"t_closeness", "0.2", "½ Σ |q − p| at most this in every QI group, q being the shares of its sensitive values and p those in the whole table: t-closeness with all values equally far apart (Li et al. 2007)", (*Call).checkDistance, true},
	{"implications", "{'k': 3, 'c': 0.6}", "(c,k)-safety: nobody who has at most `k` pieces of knowledge of any kind becomes as sure as `c` of anybody's value, as `disclosure_check` computes it. Only where each person has one value (Martin et al. 2007)", (*Call).checkImplications, true},
	{"presence", "{'public': 'voters', 'delta_min': 0.1, 'delta_max': 0.5}", presenceDoc, nil, false},
	{"skyline", "[{'value': 'HIV', 'l': 2, 'k': 5, 'm': 2, 'c': 0.3}, {'value': NULL, 'l': 1, 'k': 5, 'm': 1, 'c': 0.6}]", "the breach probability of each value stays below `c` at each of its knowledge points, as `skyline_check` computes it; a point without a value is for every value that no point names; absent or NULL numbers are l, k, m = 0 and c = 0.5; a value that the table does not have is an error without `absent := 'allow'`. Also the name of a table with the columns value, l, k, m, c (Chen et al. 2009)", nil, true},
}

// privacyReference is the section of the reference on the parameter privacy.
func privacyReference() string {
	var b strings.Builder
	b.WriteString("\n## Privacy requirements\n\nFunctions that make or check a release take `privacy`, one STRUCT; every requirement in it must hold. The same struct works in all of them.\n\n")
	b.WriteString("```sql\nprivacy := {'k_anonymity': 5, 'recursive_diversity': {'c': 3, 'l': 6}, 'skyline': [{'value': 'HIV', 'l': 2, 'k': 5, 'm': 2, 'c': 0.3}]}\n```\n\n")
	b.WriteString("| requirement | such as | holds when |\n|---|---|---|\n")
	for _, key := range privacyKeys {
		fmt.Fprintf(&b, "| `%s` | `%s` | %s |\n", key.name, key.form, cell(key.doc))
	}
	b.WriteString("\nThese are the names of requirements everywhere: in results, too, in the measures of [`privacy_report`](#privacy_report), and in [`property`](#properties-of-beliefs). `privacy` and `property` understand other names whose meaning is certain: " + synonymsReference(requirementNames()) + ".\n")
	b.WriteString("\nNumbers stand for the simplest fractions that round to them (0.3 is 3/10), and thresholds are compared exactly. NULL members are left out. Where people have several values (`values_per_person`), `k_anonymity` counts people, and shares are of the occurrences of values unless it says otherwise; a group in which nobody has a value does not satisfy the diversity requirements.\n")
	b.WriteString(presenceReference)
	return b.String()
}

// privacySpec is what a call requires.
type privacySpec struct {
	// numbers are the members, as JSON: of skyline, what the kernel has to know of the
	// values that its points name.
	numbers string
	// points is the CTE of the skyline's points.
	points string
	// coupled says that some requirement looks at several QI groups at once.
	coupled bool
}

// privacy reads the parameter of that name.
func (c *Call) privacy(in *input) (*privacySpec, error) {
	members, ok := c.arguments["privacy"].(map[string]any)
	if !ok {
		return nil, c.errorf("privacy must be a struct of requirements, such as {'k_anonymity': 5, 'max_share': 0.5}, got %s", show(c.arguments["privacy"]))
	}
	numbers, written := map[string]any{}, map[string]string{}
	spec := &privacySpec{points: noPoints}
	for _, member := range slices.Sorted(maps.Keys(members)) {
		v := members[member]
		name, advice := requirementName(member, requirementNames())
		if name == "" {
			if advice == "" {
				advice = "the requirements are " + inWords(requirementNames(), "and")
			}
			return nil, c.errorf("privacy has no requirement %s; %s", quoteText(member), advice)
		}
		if v == nil {
			continue
		}
		if other, again := written[name]; again {
			return nil, c.errorf("privacy must have each requirement once, got %s twice, as %s and %s", name, quoteText(other), quoteText(member))
		}
		written[name] = member
		key := privacyKeys[slices.IndexFunc(privacyKeys, func(k privacyKey) bool { return k.name == name })]
		if key.sensitive && in.sensitive == "" {
			return nil, c.errorf("sensitive must be given for privacy := {'%s': …}: the sensitive column", key.name)
		}
		if key.name == "presence" {
			bounds, err := c.presence(in, v)
			if err != nil {
				return nil, err
			}
			numbers[key.name] = bounds
			continue
		}
		if key.check == nil {
			points, err := c.skylinePoints("privacy: skyline", v, in.sensitive)
			if err != nil {
				return nil, err
			}
			spec.coupled = true
			spec.points, numbers[key.name] = points.cte, points.named
			continue
		}
		if err := key.check(c, "privacy: "+key.name, v); err != nil {
			return nil, err
		}
		if key.name == "implications" && in.values != "one" {
			return nil, c.errorf("privacy: implications can be required for values_per_person := 'one' only; a skyline bounds what is known where people have several values")
		}
		spec.coupled = spec.coupled || key.name == "implications"
		numbers[key.name] = v
	}
	if len(numbers) == 0 {
		return nil, c.errorf("privacy must have at least one requirement, such as {'k_anonymity': 5}")
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

func (c *Call) checkCount(where string, v any) error {
	if n, ok := wholeOf(v); ok && n > 0 {
		return nil
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

func (c *Call) checkImplications(where string, v any) error {
	members, err := c.members(where, v, "k", "c")
	if err != nil {
		return err
	}
	if _, err := c.pieces(where+": k", members["k"]); err != nil {
		return err
	}
	return c.checkShare(where+": c", members["c"])
}

// members returns the members of a struct, by their lower-case names; it must have
// these and no others.
func (c *Call) members(where string, v any, names ...string) (map[string]any, error) {
	shape := "{'" + strings.Join(names, "': …, '") + "': …}"
	given, ok := v.(map[string]any)
	if !ok {
		return nil, c.errorf("%s must be a struct %s, got %s", where, shape, show(v))
	}
	lower, unknown := lowered(given, names...)
	if unknown != "" {
		return nil, c.errorf("%s must be a struct %s, got a member %s", where, shape, quoteText(unknown))
	}
	for _, name := range names {
		if _, ok := lower[name]; !ok {
			return nil, c.errorf("%s must be a struct %s, and %s is missing", where, shape, name)
		}
	}
	return lower, nil
}
