package people

import (
	"maps"
	"slices"

	"skyline/engine/disclosure"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
)

// Requirements is what a call requires of a release: the members of privacy that are
// given, the others being zero. As JSON it is what a kernel gets.
type Requirements struct {
	KAnonymity         int64         `json:"k_anonymity,omitzero"`
	DistinctDiversity  int64         `json:"distinct_diversity,omitzero"`
	EntropyDiversity   float64       `json:"entropy_diversity,omitzero"`
	RecursiveDiversity *Recursive    `json:"recursive_diversity,omitzero"`
	MaxShare           float64       `json:"max_share,omitzero"`
	TCloseness         *Closeness    `json:"t_closeness,omitzero"`
	BetaLikeness       *Likeness     `json:"beta_likeness,omitzero"`
	DeltaDisclosure    *Delta        `json:"delta_disclosure,omitzero"`
	Proximity          *Proximity    `json:"proximity,omitzero"`
	Variance           float64       `json:"variance,omitzero"`
	Negations          *Implications `json:"negations,omitzero"`
	Implications       *Implications `json:"implications,omitzero"`
	Presence           *Presence     `json:"presence,omitzero"`
	// These are about how easily people are found.
	KnownColumns         *KnownColumns         `json:"-"` // counted in SQL
	KMap                 int64                 `json:"k_map,omitzero"`
	JournalistRisk       *JournalistRisk       `json:"journalist_risk,omitzero"`
	AverageRisk          float64               `json:"average_risk,omitzero"`
	PopulationUniqueness *PopulationUniqueness `json:"population_uniqueness,omitzero"`

	Skyline *Skyline `json:"skyline,omitzero"` // its points come as data

	// Columns are the requirements on each of several sensitive columns. nil: there is one, or
	// none, and the requirements are on that.
	Columns []*ColumnRequirements `json:"columns,omitempty"`
	// KnowsOthers says that the adversary knows the other ones.
	KnowsOthers bool `json:"knows_others,omitzero"`
}

// Recursive is recursive (c,ℓ)-diversity.
type Recursive struct {
	C float64 `json:"c"`
	L int64   `json:"l"`
}

// Implications is (c,k)-safety, against k basic implications, or k negated atoms.
type Implications struct {
	K int64   `json:"k"`
	C float64 `json:"c"`
}

// Presence is δ-presence; a bound that is not given is nil.
type Presence struct {
	Low  *float64 `json:"delta_min,omitzero"`
	High *float64 `json:"delta_max,omitzero"`
}

// Coupled reports whether some requirement looks at several QI groups at once.
func (r *Requirements) Coupled() bool {
	return slices.ContainsFunc(r.All(), func(r *Requirements) bool { return r.Skyline != nil || r.Implications != nil })
}

// ReadRequirements reads the parameter privacy of a function that makes a release. Where it
// requires presence, the input gets its public table.
func ReadRequirements(in *Input) (*Requirements, error) {
	r, err := ReadRequirementsToCheck(in)
	if err == nil && r.KnownColumns != nil {
		return nil, r.KnownColumns.refuse(in.Call)
	}
	return r, err
}

// ReadRequirementsToCheck is ReadRequirements for a function that looks at a release.
func ReadRequirementsToCheck(in *Input) (*Requirements, error) {
	c := in.Call
	members, ok := c.Arguments["privacy"].(map[string]any)
	if !ok {
		return nil, c.Errorf("privacy must be a struct of requirements, such as {'k_anonymity': 5, 'max_share': 0.5}, got %s", call.Show(c.Arguments["privacy"]))
	}
	r, written := &Requirements{}, map[string]string{}
	if len(in.Sensitive) > 1 {
		r.KnowsOthers = in.KnowsOthers
		for _, name := range in.Sensitive {
			r.Columns = append(r.Columns, &ColumnRequirements{Name: name})
		}
	}
	for _, member := range slices.Sorted(maps.Keys(members)) {
		v := members[member]
		name, advice := RequirementName(member, RequirementNames())
		if name == "" {
			if advice == "" {
				advice = "the requirements are " + InWords(RequirementNames(), "and")
			}
			return nil, c.Errorf("privacy has no requirement %s; %s", sqltext.Text(member), advice)
		}
		if saysNothing(in, v) {
			continue
		}
		if other, again := written[name]; again {
			return nil, c.Errorf("privacy must have each requirement once, got %s twice, as %s and %s", name, sqltext.Text(other), sqltext.Text(member))
		}
		written[name] = member
		if err := in.refuseOfGroups(name); err != nil {
			return nil, err
		}
		key := privacyKeys[slices.IndexFunc(privacyKeys, func(k privacyKey) bool { return k.name == name })]
		if err := key.require(r, in, v); err != nil {
			return nil, err
		}
	}
	if len(written) == 0 {
		return nil, c.Errorf("privacy must have at least one requirement, such as {'k_anonymity': 5}")
	}
	return r, nil
}

// readCount reads a whole number from 1 on.
func readCount(name string, of func(r *Requirements) *int64) func(*Requirements, *Input, any) error {
	return func(r *Requirements, in *Input, v any) error {
		*of(r), _ = call.WholeOf(v)
		return in.Call.CheckCount("privacy: "+name, v)
	}
}

func readEntropy(r *Requirements, in *Input, v any) error {
	r.EntropyDiversity = call.FloatOf(v)
	return in.Call.CheckFrom1("privacy: entropy_diversity", v)
}

func readMaxShare(r *Requirements, in *Input, v any) error {
	r.MaxShare = call.FloatOf(v)
	return in.Call.CheckShare("privacy: max_share", v)
}

func readRecursive(r *Requirements, in *Input, v any) (err error) {
	r.RecursiveDiversity, err = ReadRecursive(in.Call, "privacy: recursive_diversity", v)
	return err
}

func readImplications(r *Requirements, in *Input, v any) (err error) {
	if r.Implications, err = ReadImplications(in.Call, "privacy: implications", v); err != nil {
		return err
	}
	if in.ValuesPerPerson != One {
		return in.Call.Errorf("privacy: implications can be required for values_per_person := 'one' only; a skyline bounds what is known where people have several values")
	}
	return nil
}

func readNegations(r *Requirements, in *Input, v any) (err error) {
	if r.Negations, err = ReadImplications(in.Call, "privacy: negations", v); err != nil {
		return err
	}
	if in.ValuesPerPerson != One {
		return in.Call.Errorf("privacy: negations can be required for values_per_person := 'one' only; a skyline bounds what is known where people have several values")
	}
	return nil
}

func readSkyline(r *Requirements, in *Input, v any) (err error) {
	r.Skyline, err = ReadSkyline(in.Call, "privacy: skyline", v, in.Sensitive[0])
	return err
}

// readPresence sets the public table of the input, too.
func readPresence(r *Requirements, in *Input, v any) error {
	c := in.Call
	members, err := members(c, "presence", "{'public': …, 'delta_min': …, 'delta_max': …}", v, "public", "delta_min", "delta_max")
	if err != nil {
		return err
	}
	if err := in.readBeside("presence", members["public"]); err != nil {
		return err
	}
	p := &Presence{}
	for _, bound := range []struct {
		name string
		of   **float64
	}{{"delta_min", &p.Low}, {"delta_max", &p.High}} {
		v := members[bound.name]
		if v == nil {
			continue
		}
		if err := c.CheckDistance("privacy: presence: "+bound.name, v); err != nil {
			return err
		}
		x := call.FloatOf(v)
		*bound.of = &x
	}
	if p.Low == nil && p.High == nil {
		return c.Errorf("privacy: presence must have delta_min or delta_max, or both, got neither")
	}
	if p.Low != nil && p.High != nil && *p.Low > *p.High {
		return c.Errorf("privacy: presence: delta_min must be at most delta_max, got %s and %s", call.Show(members["delta_min"]), call.Show(members["delta_max"]))
	}
	r.Presence = p
	return nil
}

// ReadRecursive reads a requirement that is named like that in some parameter.
func ReadRecursive(c *call.Call, where string, v any) (*Recursive, error) {
	members, err := c.Members(where, v, "c", "l")
	if err != nil {
		return nil, err
	}
	if err := c.CheckCount(where+": l", members["l"]); err != nil {
		return nil, err
	}
	l, _ := call.WholeOf(members["l"])
	return &Recursive{call.FloatOf(members["c"]), l}, c.CheckNumber(where+": c", "a number above 0", members["c"], func(x float64) bool { return x > 0 })
}

// ReadImplications reads a requirement that is named like that in some parameter.
func ReadImplications(c *call.Call, where string, v any) (*Implications, error) {
	members, err := c.Members(where, v, "pieces", "c")
	if err != nil {
		return nil, err
	}
	k, err := ReadPieces(c, where+": pieces", members["pieces"])
	if err != nil {
		return nil, err
	}
	return &Implications{k, call.FloatOf(members["c"])}, c.CheckShare(where+": c", members["c"])
}

// ReadPieces returns how many pieces of knowledge an adversary has.
func ReadPieces(c *call.Call, where string, v any) (int64, error) {
	if k, ok := call.WholeOf(v); ok && k <= disclosure.MaxK {
		return k, nil
	}
	return 0, c.Errorf("%s must be a whole number from 0 to %d, got %s", where, disclosure.MaxK, call.Show(v))
}
