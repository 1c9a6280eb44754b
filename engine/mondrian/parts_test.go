package mondrian

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"skyline/engine/cells"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/engine/privacy"
	"skyline/tests/trials"
)

// ofPart returns a requirement as a part of a table has to satisfy it, given the whole.
func (r *requirement) ofPart(constraint knowledge.Constraint, whole *partition.Group, values []partition.Value) privacy.Requirement {
	var k, above, below int64
	switch kind, _, _ := strings.Cut(r.name, " "); kind {
	case "skyline":
		return r.Requirement.(*privacy.Skyline).OfPart(constraint, whole, values)
	case "implications":
		_, _ = fmt.Sscanf(r.name, "implications %d %d/%d", &k, &above, &below)
		return privacy.ImplicationsOfPart(k, float64(above)/float64(below))
	}
	local, ok := r.Requirement.(*privacy.Local)
	if !ok {
		return r.Requirement
	}
	counts := make([]int64, len(values))
	for _, c := range whole.Counts {
		counts[c.Value] = c.N
	}
	return local.OfPart(counts)
}

// partOf returns the cells of a part of some people.
func partOf(t *testing.T, constraint knowledge.Constraint, columns []Column, part, all []person) *Cells {
	t.Helper()
	byCodes := map[string][]person{}
	for _, p := range part {
		key := fmt.Sprint(p.codes)
		byCodes[key] = append(byCodes[key], p)
	}
	b := cells.Builder{Constraint: constraint}
	for _, people := range byCodes {
		if err := b.Add(people[0].codes, histogram(constraint == knowledge.SVPI, people)); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Know(histogram(constraint == knowledge.SVPI, all)); err != nil {
		t.Fatal(err)
	}
	table, err := newCells(&b, columns)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// TestParts cuts tables in two or three, in any way, and splits each part by itself: all
// groups together satisfy the requirements, by definition. Made without what they know of
// the whole, they often do not.
func TestParts(t *testing.T) {
	trials.Long(t)
	released, groups, betrayed := 0, 0, 0
	for seed := range trials.Seeds(t, 4000, 40000) {
		rng := rand.New(rand.NewPCG(seed, 20))
		constraint := knowledge.Constraint(rng.IntN(3))
		columns, people := randomTable(rng, constraint)
		for range 3 {
			people = append(people, people[:rng.IntN(len(people))]...)
		}
		all := randomRequirements(rng, constraint)
		parts := make([][]person, 2+rng.IntN(2))
		for _, p := range people {
			// By the quasi-identifiers only.
			at := (p.codes[0]*7 + int64(seed)) % int64(len(parts))
			parts[at] = append(parts[at], p)
		}
		of := func(know bool) (o oracle, ok bool) {
			o = oracle{constraint: constraint, people: people}
			for _, part := range parts {
				if len(part) == 0 {
					continue
				}
				table := partOf(t, constraint, columns, part, people)
				whole, err := table.GroupOf(histogram(constraint == knowledge.SVPI, people))
				if err != nil {
					t.Fatal(err)
				}
				var requirements []privacy.Requirement
				for i := range all {
					if know {
						requirements = append(requirements, all[i].ofPart(constraint, &whole, table.Values))
					} else {
						requirements = append(requirements, all[i].Requirement)
					}
				}
				release, err := Partition(t.Context(), table, Options{Strategy: Strategy(seed % 3), Requirements: requirements})
				if errors.Is(err, ErrUnsafe) {
					return o, false
				}
				if err != nil {
					t.Fatal(err)
				}
				o.groups = slices.Concat(o.groups, groupsOf(release, part))
			}
			return o, true
		}
		if o, ok := of(true); ok {
			released++
			groups += len(o.groups)
			if !o.holds(all) {
				t.Fatalf("seed %d: the parts together do not satisfy %v", seed, names(all))
			}
		}
		if o, ok := of(false); ok && !o.holds(all) {
			betrayed++
		}
	}
	t.Logf("%d tables in parts, of %d groups; %d are not safe if the parts know nothing of the whole", released, groups, betrayed)
	if released < 500 || groups < 4*released || betrayed < 50 {
		t.Error("too few to say anything")
	}
}
