package jump

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"skyline/engine/breach"
	"skyline/engine/exact"
	"skyline/engine/jump/joint"
	"skyline/engine/jump/tables"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/oldpeople"
)

var errProperty = errors.New("property cannot be read")

// readProperty reads a property that has been checked: one of single people, or one of a
// set of tables as a whole.
func (k *jumpKernel) readProperty() error {
	var members map[string]json.RawMessage
	if json.Unmarshal(k.spec.Property, &members) != nil || len(members) != 1 {
		return errProperty
	}
	for name, text := range members {
		switch name {
		case "implications":
			return k.readImplications(text)
		case "skyline":
			return k.readSkyline(text)
		}
		decoder := json.NewDecoder(strings.NewReader(string(text)))
		decoder.UseNumber()
		var v any
		if decoder.Decode(&v) != nil {
			return errProperty
		}
		if k.property = propertyOf(name, v); k.property == nil {
			return errProperty
		}
	}
	return nil
}

// propertyOf returns a property of single people, or nil.
func propertyOf(name string, v any) tables.Property {
	number, _ := v.(json.Number)
	x, err := number.Float64()
	switch name {
	case "max_share":
		if err == nil && x > 0 {
			return tables.MaxShare{Share: exact.Simplest(x)}
		}
	case "distinct_diversity":
		if n, ok := call.WholeOf(v); ok {
			return tables.Distinct{Values: n}
		}
	case "entropy_diversity":
		if err == nil && x >= 1 {
			return tables.Entropy{L: exact.Simplest(x)}
		}
	case "recursive_diversity":
		given, _ := v.(map[string]any)
		members, _ := call.Lowered(given, "c", "l")
		number, _ := members["c"].(json.Number)
		c, err := number.Float64()
		if l, ok := call.WholeOf(members["l"]); ok && l > 0 && err == nil && c > 0 {
			return tables.Recursive{C: exact.Simplest(c), L: l}
		}
	}
	return nil
}

func (k *jumpKernel) readImplications(text json.RawMessage) error {
	var given map[string]float64
	if json.Unmarshal(text, &given) != nil {
		return errProperty
	}
	members := map[string]float64{}
	for name, x := range given {
		members[strings.ToLower(name)] = x
	}
	c, err := breach.NewThreshold(members["c"])
	if err != nil {
		return err
	}
	k.joint, err = joint.NewImplications(int(members["k"]), c)
	return err
}

func (k *jumpKernel) readSkyline(text json.RawMessage) error {
	var points []writtenPoint
	if json.Unmarshal(text, &points) != nil || len(points) == 0 || k.spec.Named == nil {
		return errProperty
	}
	var named []breach.ValueRequirements
	var others []breach.Requirement
	for _, written := range points {
		p := oldpeople.Point{L: written.L, K: written.K, M: written.M, C: written.C}
		if err := p.Check(k.function, "property: skyline: "); err != nil {
			return errProperty
		}
		if written.Value == nil {
			others = append(others, p.Requirement())
			continue
		}
		value := slices.Index(k.values, *written.Value)
		if value < 0 || k.lastIsNull && value == len(k.values)-1 {
			if !k.spec.Named.Allowed {
				return k.spec.Named.Refuse(*written.Value, len(k.values))
			}
			continue // nobody has it
		}
		at := slices.IndexFunc(named, func(r breach.ValueRequirements) bool { return int(r.Value) == value })
		if at < 0 {
			at = len(named)
			named = append(named, breach.ValueRequirements{Value: int32(value)})
		}
		named[at].Requirements = append(named[at].Requirements, p.Requirement())
	}
	var err error
	k.joint, err = joint.NewSkyline(len(k.values), named, others)
	return err
}
