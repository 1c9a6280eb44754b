package jump

import (
	"errors"
	"slices"

	"skyline/engine/breach"
	"skyline/engine/exact"
	"skyline/engine/jump"
	"skyline/engine/jump/beliefs"
	"skyline/sqlfuncs/people"
)

// readProperty makes what is required a property for the engine: one of single people, or
// one of a set of tables as a whole.
func (k *jumpProblem) readProperty() (err error) {
	b := &k.spec.Property
	switch {
	case b.Implications != nil:
		k.joint, err = implications(b.Implications)
	case b.Skyline != nil:
		k.joint, err = k.skyline()
	default:
		if k.property = b.ofPeople(); k.property == nil {
			err = errors.New("property cannot be read")
		}
	}
	return err
}

// ofPeople returns a property of single people, nil if there is none.
func (b *belief) ofPeople() beliefs.Property {
	switch r := b.RecursiveDiversity; {
	case b.MaxShare > 0:
		return beliefs.MaxShare{Share: exact.Simplest(b.MaxShare)}
	case b.DistinctDiversity > 0:
		return beliefs.Distinct{Values: b.DistinctDiversity}
	case b.EntropyDiversity >= 1:
		return beliefs.Entropy{L: exact.Simplest(b.EntropyDiversity)}
	case r != nil && r.L > 0 && r.C > 0:
		return beliefs.Recursive{C: exact.Simplest(r.C), L: r.L}
	}
	return nil
}

// implications returns (c,k)-safety of the set of tables.
func implications(i *people.Implications) (jump.Joint, error) {
	c, err := breach.NewThreshold(i.C)
	if err != nil {
		return nil, err
	}
	return jump.NewImplications(int(i.K), c)
}

// skyline returns the requirement of points. A value that the table does not have is safe
// at any of them, if it is allowed.
func (k *jumpProblem) skyline() (jump.Joint, error) {
	points, err := people.ReadPoints(k.spec.Points)
	if err == nil {
		err = k.spec.Property.Skyline.Check(points, &people.TableValues{Values: k.values, Number: k.number})
	}
	if err != nil {
		return nil, err
	}
	var named []breach.ValueRequirements
	var others []breach.Requirement
	for i := range points {
		p := &points[i]
		if !p.Named {
			others = append(others, p.Requirement())
			continue
		}
		value, ok := k.number(p.Value)
		if !ok {
			continue
		}
		at := slices.IndexFunc(named, func(r breach.ValueRequirements) bool { return r.Value == value })
		if at < 0 {
			at = len(named)
			named = append(named, breach.ValueRequirements{Value: value})
		}
		named[at].Requirements = append(named[at].Requirements, p.Requirement())
	}
	return jump.NewSkyline(len(k.values), named, others)
}
