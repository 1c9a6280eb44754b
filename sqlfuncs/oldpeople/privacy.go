package oldpeople

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/oldtext"
	"skyline/sqlfuncs/people"
)

// The parameter privacy is a STRUCT of requirements. Its numbers are checked while
// planning; the kernel gets them as they were written, and its skyline as points.

var ParamPrivacy = call.Param{Name: "privacy", Type: "STRUCT", Doc: "the requirements, all of which must hold: see [Privacy requirements](#privacy-requirements)"}

// privacyKey is a member of privacy.
type privacyKey struct {
	name, form string
	doc        string
	check      func(c *call.Call, where string, v any) error // nil: a skyline, or presence
	// sensitive says that it is about the sensitive column.
	sensitive bool
}

// privacyKeys are the members of privacy, in the order in which they are checked.
var privacyKeys = []privacyKey{
	{"k_anonymity", "5", "at least so many people in every QI group (Samarati, Sweeney 1998)", (*call.Call).CheckCount, false},
	{"distinct_diversity", "3", "at least so many different sensitive values in every QI group (Machanavajjhala et al. 2007)", (*call.Call).CheckCount, true},
	{"entropy_diversity", "2.5", "exp(−Σ q ln q) at least this in every QI group, q being the shares of its sensitive values (Machanavajjhala et al. 2007)", (*call.Call).CheckFrom1, true},
	{"recursive_diversity", "{'c': 3, 'l': 6}", "(c,ℓ)-diversity: r₁ < c·(r_ℓ + … + r_m) in every QI group, r₁ ≥ r₂ ≥ … being the counts of its sensitive values (Machanavajjhala et al. 2007)", CheckRecursive, true},
	{"max_share", "0.5", "no sensitive value has more than this share of the people of a QI group: the α of (α,k)-anonymity (Wong et al. 2006). Where people have several values, occurrences are counted per person", (*call.Call).CheckShare, true},
	{"t_closeness", "0.2", "½ Σ |q − p| at most this in every QI group, q being the shares of its sensitive values and p those in the whole table: t-closeness with all values equally far apart (Li et al. 2007)", (*call.Call).CheckDistance, true},
	{"implications", "{'k': 3, 'c': 0.6}", "(c,k)-safety: nobody who has at most `k` pieces of knowledge of any kind becomes as sure as `c` of anybody's value, as `disclosure_check` computes it. Only where each person has one value (Martin et al. 2007)", CheckImplications, true},
	{"presence", "{'public': 'voters', 'delta_min': 0.1, 'delta_max': 0.5}", presenceDoc, nil, false},
	{"skyline", "[{'value': 'HIV', 'l': 2, 'k': 5, 'm': 2, 'c': 0.3}, {'value': NULL, 'l': 1, 'k': 5, 'm': 1, 'c': 0.6}]", "the breach probability of each value stays below `c` at each of its knowledge points, as `skyline_check` computes it; a point without a value is for every value that no point names; absent or NULL numbers are l, k, m = 0 and c = 0.5; a value that the table does not have is an error without `absent := 'allow'`. Also the name of a table with the columns value, l, k, m, c (Chen et al. 2009)", nil, true},
}

// PrivacyReference is the section of the reference on the parameter privacy.
func PrivacyReference() string {
	var b strings.Builder
	b.WriteString("\n## Privacy requirements\n\nFunctions that make or check a release take `privacy`, one STRUCT; every requirement in it must hold. The same struct works in all of them.\n\n")
	b.WriteString("```sql\nprivacy := {'k_anonymity': 5, 'recursive_diversity': {'c': 3, 'l': 6}, 'skyline': [{'value': 'HIV', 'l': 2, 'k': 5, 'm': 2, 'c': 0.3}]}\n```\n\n")
	b.WriteString("| requirement | such as | holds when |\n|---|---|---|\n")
	for _, key := range privacyKeys {
		fmt.Fprintf(&b, "| `%s` | `%s` | %s |\n", key.name, key.form, call.Cell(key.doc))
	}
	b.WriteString("\nThese are the names of requirements everywhere: in results, too, in the measures of [`privacy_report`](#privacy_report), and in [`property`](#properties-of-beliefs). `privacy` and `property` understand other names whose meaning is certain: " + people.SynonymsReference(people.RequirementNames()) + ".\n")
	b.WriteString("\nNumbers stand for the simplest fractions that round to them (0.3 is 3/10), and thresholds are compared exactly. NULL members are left out. Where people have several values (`values_per_person`), `k_anonymity` counts people, and shares are of the occurrences of values unless it says otherwise; a group in which nobody has a value does not satisfy the diversity requirements.\n")
	b.WriteString(presenceReference)
	return b.String()
}

// PrivacySpec is what a call requires.
type PrivacySpec struct {
	// numbers are the members, as JSON: of skyline, what the kernel has to know of the
	// values that its points name.
	Numbers string
	// points is the CTE of the skyline's points.
	Points string
	// coupled says that some requirement looks at several QI groups at once.
	Coupled bool
}

// ReadPrivacy reads the parameter of that name.
func ReadPrivacy(c *call.Call, in *Input) (*PrivacySpec, error) {
	members, ok := c.Arguments["privacy"].(map[string]any)
	if !ok {
		return nil, c.Errorf("privacy must be a struct of requirements, such as {'k_anonymity': 5, 'max_share': 0.5}, got %s", call.Show(c.Arguments["privacy"]))
	}
	numbers, written := map[string]any{}, map[string]string{}
	spec := &PrivacySpec{Points: NoPoints}
	for _, member := range slices.Sorted(maps.Keys(members)) {
		v := members[member]
		name, advice := people.RequirementName(member, people.RequirementNames())
		if name == "" {
			if advice == "" {
				advice = "the requirements are " + people.InWords(people.RequirementNames(), "and")
			}
			return nil, c.Errorf("privacy has no requirement %s; %s", oldtext.QuoteText(member), advice)
		}
		if v == nil {
			continue
		}
		if other, again := written[name]; again {
			return nil, c.Errorf("privacy must have each requirement once, got %s twice, as %s and %s", name, oldtext.QuoteText(other), oldtext.QuoteText(member))
		}
		written[name] = member
		key := privacyKeys[slices.IndexFunc(privacyKeys, func(k privacyKey) bool { return k.name == name })]
		if key.sensitive && in.Sensitive == "" {
			return nil, c.Errorf("sensitive must be given for privacy := {'%s': …}: the sensitive column", key.name)
		}
		if key.name == "presence" {
			bounds, err := readPresence(c, in, v)
			if err != nil {
				return nil, err
			}
			numbers[key.name] = bounds
			continue
		}
		if key.check == nil {
			points, err := newSkylinePoints(c, "privacy: skyline", v, in.Sensitive)
			if err != nil {
				return nil, err
			}
			spec.Coupled = true
			spec.Points, numbers[key.name] = points.Cte, points.Named
			continue
		}
		if err := key.check(c, "privacy: "+key.name, v); err != nil {
			return nil, err
		}
		if key.name == "implications" && in.Values != "one" {
			return nil, c.Errorf("privacy: implications can be required for values_per_person := 'one' only; a skyline bounds what is known where people have several values")
		}
		spec.Coupled = spec.Coupled || key.name == "implications"
		numbers[key.name] = v
	}
	if len(numbers) == 0 {
		return nil, c.Errorf("privacy must have at least one requirement, such as {'k_anonymity': 5}")
	}
	text, err := json.Marshal(numbers)
	if err != nil {
		return nil, c.Errorf("privacy cannot be read")
	}
	spec.Numbers = string(text)
	return spec, nil
}

// NoPoints is the CTE of a skyline that is not required.
const NoPoints = "__skyline_points AS (SELECT 0 AS i, NULL::VARCHAR AS value, NULL::VARCHAR AS l, NULL::VARCHAR AS k, NULL::VARCHAR AS m, NULL::VARCHAR AS c WHERE false)"

func CheckRecursive(c *call.Call, where string, v any) error {
	members, err := c.Members(where, v, "c", "l")
	if err != nil {
		return err
	}
	if err := c.CheckCount(where+": l", members["l"]); err != nil {
		return err
	}
	return c.CheckNumber(where+": c", "a number above 0", members["c"], func(x float64) bool { return x > 0 })
}

func CheckImplications(c *call.Call, where string, v any) error {
	members, err := c.Members(where, v, "k", "c")
	if err != nil {
		return err
	}
	if _, err := ReadPieces(c, where+": k", members["k"]); err != nil {
		return err
	}
	return c.CheckShare(where+": c", members["c"])
}
