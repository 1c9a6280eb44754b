package people

import (
	"errors"
	"fmt"
	"slices"

	"skyline/engine/partition"
	"skyline/engine/privacy"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/sqltext"
)

// Requirements that look at what sensitive values are to each other, or in the whole table.

// Closeness is t-closeness.
type Closeness struct {
	T        float64 `json:"t"`
	Distance string  `json:"distance"`
	Column   string  `json:"column,omitzero"` // whose hierarchy it is

	hierarchies sqltext.SQL // what stands behind FROM
}

// The distances of t-closeness.
const (
	distanceEqual        = "equal"
	distanceOrdered      = "ordered"
	distanceHierarchical = "hierarchical"
)

// Likeness is β-likeness.
type Likeness struct {
	Beta float64 `json:"beta"`
	Kind string  `json:"kind"`
}

// The kinds of β-likeness.
const (
	likenessBasic    = "basic"
	likenessEnhanced = "enhanced"
)

// Delta is δ-disclosure privacy.
type Delta struct {
	Delta  float64 `json:"delta"`
	Values string  `json:"values"`
}

// The values that δ-disclosure privacy is for.
const (
	valuesAll     = "all"
	valuesPresent = "present"
)

// Proximity bounds the people within a window over numbers.
type Proximity struct {
	Width    float64 `json:"width"`
	MaxShare float64 `json:"max_share"`
}

// facts is what has to be known of the sensitive values.
func (r *Requirements) facts() Facts {
	f := Facts{Order: r.Proximity != nil || r.Variance > 0}
	if c := r.TCloseness; c != nil {
		f.Order = f.Order || c.Distance == distanceOrdered
		f.Hierarchies = c.hierarchies
	}
	return f
}

// AnyFacts reports whether anything has to be known of the values of some sensitive column.
func (r *Requirements) AnyFacts() bool {
	return slices.ContainsFunc(r.All(), func(r *Requirements) bool { f := r.facts(); return f.Any() })
}

// typed are the cases in which the sensitive column has a type that requirements cannot be
// put to. own is of that type, and called is what messages call the column.
func (r *Requirements) typed(in *Input, own sqltext.SQL, called string) (cases []sqltext.SQL) {
	refuse := func(is bool, fits sqltext.SQL, message string) {
		if is {
			cases = append(cases, sqltext.Fill("WHEN NOT {fits} THEN {fail}", sqltext.Args{"fits": fits, "fail": in.Call.Refused(in.Fail(message))}))
		}
	}
	refuse(r.TCloseness != nil && r.TCloseness.Distance == distanceOrdered, hasOrder(own),
		"privacy: t_closeness: "+called+" must be a number, a date, a time, a timestamp, an interval or an ENUM for the distance 'ordered', since other types have no order that means something; cast it in a query given as "+in.table+", or use 'equal'")
	numbers := ": " + called + " must be a number; cast it in a query given as "
	refuse(r.Proximity != nil, isNumber(own), "privacy: proximity"+numbers+in.table)
	refuse(r.Variance > 0, isNumber(own), "privacy: variance"+numbers+in.table)
	return cases
}

// Compared is the name of a requirement that compares QI groups with the whole table, "" if
// there is none.
func (r *Requirements) Compared() string {
	for _, c := range r.Columns {
		if name := c.Compared(); name != "" {
			return name
		}
	}
	switch {
	case r.TCloseness != nil:
		return "t_closeness"
	case r.BetaLikeness != nil:
		return "beta_likeness"
	case r.DeltaDisclosure != nil:
		return "delta_disclosure"
	}
	return ""
}

func (c *Closeness) of(facts *ColumnFacts, values []partition.Value) (*privacy.Local, error) {
	switch c.Distance {
	case distanceOrdered:
		order, err := facts.Order(values)
		if errors.Is(err, ErrNull) {
			return nil, errors.New("privacy: t_closeness: sensitive must have no NULL for the distance 'ordered', since it has no place in an order; filter such rows in a query given as tbl, or use 'equal'")
		}
		return privacy.TClosenessOrdered(c.T, order), err
	case distanceHierarchical:
		if len(values) == 0 { // nobody has to be in a hierarchy
			return privacy.TCloseness(c.T), nil
		}
		tree, leaves, err := facts.TreeOf(c.Column, values)
		if err != nil {
			return nil, fmt.Errorf("privacy: t_closeness: %w", err)
		}
		return privacy.TClosenessHierarchical(c.T, tree, leaves), nil
	}
	return privacy.TCloseness(c.T), nil
}

func (l *Likeness) of(*ColumnFacts, []partition.Value) (*privacy.Local, error) {
	return privacy.BetaLikeness(l.Beta, l.Kind == likenessEnhanced), nil
}

func (d *Delta) of(*ColumnFacts, []partition.Value) (*privacy.Local, error) {
	return privacy.DeltaDisclosure(d.Delta, d.Values == valuesPresent), nil
}

func (p *Proximity) of(facts *ColumnFacts, values []partition.Value) (*privacy.Local, error) {
	if p.Width < 0 || p.MaxShare <= 0 { // no plan asks for that
		return nil, host.ErrNotKept
	}
	numbers, err := facts.Numbers(values)
	return privacy.Proximity(p.Width, p.MaxShare, numbers), explainNumbers("proximity", err)
}

func (r *Requirements) ofVariance(facts *ColumnFacts, values []partition.Value) (*privacy.Local, error) {
	numbers, err := facts.Numbers(values)
	return privacy.Variance(r.Variance, numbers), explainNumbers("variance", err)
}

func explainNumbers(requirement string, err error) error {
	if errors.Is(err, ErrNotFinite) {
		return fmt.Errorf("privacy: %s: sensitive must have finite numbers; filter the others, or make them NULL, in a query given as tbl", requirement)
	}
	return err
}

// oneEach refuses a requirement where people have several values.
func oneEach(in *Input, name, why string) error {
	if in.ValuesPerPerson == One {
		return nil
	}
	return in.Call.Errorf("privacy: %s can be required for values_per_person := 'one' only%s", name, why)
}

const (
	noDistribution = ", since the shares of several values a person are no distribution; t_closeness looks at occurrences, and max_share at people"
	noNumber       = ", since it is about one number a person; aggregate them, such as by sum, in a query given as tbl"
)

// readCloseness reads t, or a struct of it and a distance.
func readCloseness(r *Requirements, in *Input, v any) (err error) {
	const where = "privacy: t_closeness"
	c := in.Call
	r.TCloseness = &Closeness{Distance: distanceEqual}
	given, isStruct := v.(map[string]any)
	if !isStruct {
		r.TCloseness.T = call.FloatOf(v)
		return c.CheckDistance(where, v)
	}
	members, err := structOf(c, where, given, "t", "distance", "hierarchies")
	if err != nil {
		return err
	}
	r.TCloseness.T = call.FloatOf(members["t"])
	if err := c.CheckDistance(where+": t", members["t"]); err != nil {
		return err
	}
	if r.TCloseness.Distance, err = wordOf(c, where+": distance", members["distance"], distanceEqual, distanceOrdered, distanceHierarchical); err != nil {
		return err
	}
	table, named := members["hierarchies"].(string)
	const what = "the name of a table with the columns attribute, value, level, label"
	switch {
	case r.TCloseness.Distance != distanceHierarchical && members["hierarchies"] != nil:
		return c.Errorf("%s: hierarchies are for the distance 'hierarchical' only; give 'distance': 'hierarchical', or leave them out", where)
	case r.TCloseness.Distance != distanceHierarchical:
		return nil
	case members["hierarchies"] == nil:
		return c.Errorf("%s: hierarchies must be given for the distance 'hierarchical': %s", where, what)
	case !named || table == "":
		return c.Errorf("%s: hierarchies must be %s, got %s", where, what, call.Show(members["hierarchies"]))
	}
	source, err := sqltext.FromTable(table)
	if err != nil {
		return c.Errorf("%s: hierarchies: %v", where, err)
	}
	r.TCloseness.Column = in.Sensitive[0]
	r.TCloseness.hierarchies = c.Having(where+": hierarchies", table, source, call.HierarchyRole(where+": hierarchies"))
	return nil
}

// readLikeness reads β, or a struct of it and a kind.
func readLikeness(r *Requirements, in *Input, v any) (err error) {
	const where = "privacy: beta_likeness"
	r.BetaLikeness = &Likeness{}
	if r.BetaLikeness.Beta, r.BetaLikeness.Kind, err = numberAndWord(in.Call, where, v, "beta", "kind", likenessEnhanced, likenessBasic); err != nil {
		return err
	}
	return oneEach(in, "beta_likeness", noDistribution)
}

// readDelta reads δ, or a struct of it and the values that it is for.
func readDelta(r *Requirements, in *Input, v any) (err error) {
	const where = "privacy: delta_disclosure"
	r.DeltaDisclosure = &Delta{}
	if r.DeltaDisclosure.Delta, r.DeltaDisclosure.Values, err = numberAndWord(in.Call, where, v, "delta", "values", valuesAll, valuesPresent); err != nil {
		return err
	}
	return oneEach(in, "delta_disclosure", noDistribution)
}

func readProximity(r *Requirements, in *Input, v any) error {
	const where = "privacy: proximity"
	members, err := in.Call.Members(where, v, "width", "max_share")
	if err != nil {
		return err
	}
	r.Proximity = &Proximity{Width: call.FloatOf(members["width"]), MaxShare: call.FloatOf(members["max_share"])}
	if err := in.Call.CheckNumber(where+": width", "a number from 0 on", members["width"], func(x float64) bool { return x >= 0 }); err != nil {
		return err
	}
	if err := in.Call.CheckShare(where+": max_share", members["max_share"]); err != nil {
		return err
	}
	return oneEach(in, "proximity", noNumber)
}

func readVariance(r *Requirements, in *Input, v any) error {
	r.Variance = call.FloatOf(v)
	if err := checkPositive(in.Call, "privacy: variance", v); err != nil {
		return err
	}
	return oneEach(in, "variance", noNumber)
}

func checkPositive(c *call.Call, where string, v any) error {
	return c.CheckNumber(where, "a number above 0", v, func(x float64) bool { return x > 0 })
}

// numberAndWord reads a number above 0, or a struct of it and one of some words, of which
// the first is meant where there is none.
func numberAndWord(c *call.Call, where string, v any, number, word string, words ...string) (float64, string, error) {
	given, isStruct := v.(map[string]any)
	if !isStruct {
		return call.FloatOf(v), words[0], checkPositive(c, where, v)
	}
	members, err := structOf(c, where, given, number, word)
	if err != nil {
		return 0, "", err
	}
	if err := checkPositive(c, where+": "+number, members[number]); err != nil {
		return 0, "", err
	}
	chosen, err := wordOf(c, where+": "+word, members[word], words...)
	return call.FloatOf(members[number]), chosen, err
}

// structOf returns the members of a struct, which may be missing, by their lower-case names.
func structOf(c *call.Call, where string, given map[string]any, names ...string) (map[string]any, error) {
	members, unknown := call.Lowered(given, names...)
	if unknown != "" {
		return nil, c.Errorf("%s must be a number, or a struct of %s, got a member %s", where, InWords(names, "and"), sqltext.Text(unknown))
	}
	return members, nil
}

// wordOf reads one of some words, the first where there is none.
func wordOf(c *call.Call, where string, v any, words ...string) (string, error) {
	if v == nil {
		return words[0], nil
	}
	for _, word := range words {
		if v == word {
			return word, nil
		}
	}
	return "", c.Errorf("%s must be %s, got %s", where, InWords(words, "or"), call.Show(v))
}
