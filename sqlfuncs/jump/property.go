package jump

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// belief is what a call requires of the adversary's belief: one member of property, the
// others being zero. As JSON it is what the kernel gets.
type belief struct {
	MaxShare           float64              `json:"max_share,omitzero"`
	DistinctDiversity  int64                `json:"distinct_diversity,omitzero"`
	EntropyDiversity   float64              `json:"entropy_diversity,omitzero"`
	RecursiveDiversity *people.Recursive    `json:"recursive_diversity,omitzero"`
	Implications       *people.Implications `json:"implications,omitzero"`
	Skyline            *people.Skyline      `json:"skyline,omitzero"` // its points come as data
}

// beliefKey is a member of property. Names are those of privacy.
type beliefKey struct {
	name, form string
	doc        string
	// read reads the member, which is called where in messages.
	read func(b *belief, in *jumpInput, where string, v any) error
}

var beliefKeys = []beliefKey{
	{"max_share", "0.5", "everybody has each value in less than this share of the tables, so that no adversary becomes as sure as that: the “highest ratio” of the source, which [allows the limit itself](#thresholds)", readMaxShare},
	{"distinct_diversity", "2", "everybody has at least so many different values. Set-monotonic: what holds for a set of tables holds for every larger one", readDistinct},
	{"entropy_diversity", "2.5", "exp(−Σ q ln q) at least this for everybody, q being the shares of the tables in which they have each value", readEntropy},
	{"recursive_diversity", "{'c': 3, 'l': 2}", "r₁ < c·(r_ℓ + … + r_m) for everybody, r₁ ≥ r₂ ≥ … being the shares of the tables in which they have each value", readRecursive},
	{"implications", "{'pieces': 1, 'c': 0.6}", "whatever `pieces` basic implications the adversary knows besides, they are less sure than `c` of anybody's value ([`disclosure_check`](#disclosure_check)). It looks at several people at once, and is decided where an earlier generalization tells nothing: where it would be released for all tables with the same groups and values, or for none, as where a group is too small for it. Otherwise the set of tables is not known: `'certified'` then goes on to the next generalization, other strategies are refused.", readImplications},
	{"skyline", "[{'value': 'HIV', 'l': 1, 'k': 2, 'm': 1, 'c': 0.5}]", "whatever the adversary knows besides, in the amounts of any of these points, they are less sure than `c` of that value ([`skyline_check`](#skyline_check)); points are as in `privacy`, and always a list; a value that the table does not have is an error without `absent_values := 'allow'`. It is decided as `implications` is", readSkyline},
}

func readMaxShare(b *belief, in *jumpInput, where string, v any) error {
	b.MaxShare = call.FloatOf(v)
	return in.call.CheckShare(where, v)
}

func readDistinct(b *belief, in *jumpInput, where string, v any) error {
	b.DistinctDiversity, _ = call.WholeOf(v)
	return in.call.CheckCount(where, v)
}

func readEntropy(b *belief, in *jumpInput, where string, v any) error {
	b.EntropyDiversity = call.FloatOf(v)
	return in.call.CheckFrom1(where, v)
}

func readRecursive(b *belief, in *jumpInput, where string, v any) (err error) {
	b.RecursiveDiversity, err = people.ReadRecursive(in.call, where, v)
	return err
}

func readImplications(b *belief, in *jumpInput, where string, v any) (err error) {
	b.Implications, err = people.ReadImplications(in.call, where, v)
	return err
}

// readSkyline reads a list of points; a table of them is not understood here.
func readSkyline(b *belief, in *jumpInput, where string, v any) error {
	list, ok := v.([]any)
	if !ok {
		return in.call.Errorf("%s must be a list of points {'value': …, 'l': …, 'k': …, 'm': …, 'c': …}, got %s", where, call.Show(v))
	}
	points, err := people.ReadPointList(in.call, list)
	if err != nil {
		return err
	}
	b.Skyline, err = people.NewSkyline(in.call, points, where, in.sensitive)
	return err
}

// readProperty reads the parameter of that name, and absent, which must be right even
// where no value is named.
func (in *jumpInput) readProperty() error {
	const rule = "a struct of one property, such as {'max_share': 0.5} or {'distinct_diversity': 2}"
	c := in.call
	given, ok := c.Arguments["property"].(map[string]any)
	if !ok {
		return c.Errorf("property must be %s, got %s", rule, call.Show(c.Arguments["property"]))
	}
	found := ""
	for _, member := range slices.Sorted(maps.Keys(given)) {
		name, advice := people.RequirementName(member, PropertyNames())
		if name == "" {
			if advice != "" {
				advice = "; " + advice
			}
			return c.Errorf("property must be one of %s, got %s%s", people.InWords(PropertyNames(), "or"), sqltext.Text(member), advice)
		}
		if given[member] == nil {
			continue
		}
		if found != "" {
			return c.Errorf("property must be %s, got several; an algorithm evaluates one", rule)
		}
		found = name
		key := beliefKeys[slices.IndexFunc(beliefKeys, func(k beliefKey) bool { return k.name == name })]
		if err := key.read(&in.spec.Property, in, "property: "+name, given[member]); err != nil {
			return err
		}
	}
	if found == "" {
		return c.Errorf("property must be %s, got none", rule)
	}
	_, err := people.NewNamedValues(c, "property", in.sensitive, true)
	return err
}

// PropertiesTable is the table of properties of the reference.
func PropertiesTable() string {
	var b strings.Builder
	b.WriteString("| property | such as | holds when |\n|---|---|---|\n")
	for _, key := range beliefKeys {
		fmt.Fprintf(&b, "| `%s` | `{'%s': %s}` | %s |\n", key.name, key.name, key.form, call.Cell(key.doc))
	}
	return b.String()
}

// PropertyNames are the members of property.
func PropertyNames() []string {
	names := make([]string, len(beliefKeys))
	for i, key := range beliefKeys {
		names[i] = key.name
	}
	return names
}
