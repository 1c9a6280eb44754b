package gnf

import (
	"context"
	"errors"
	"fmt"
	mathrand "math/rand/v2"

	"skyline/engine/anatomy"
	"skyline/sqlfuncs/draw"
	"skyline/sqlfuncs/host"
)

// grouping is how the people of a table are put into groups.
type grouping string

const (
	// anatomyGroups are those of Anatomy, by the combination of the right columns.
	anatomyGroups grouping = "anatomy"
	// strictGroups keep people together who are equal on the left columns: a class.
	strictGroups grouping = "strict"
	// jointGroups are diverse in each right column for those who know the others. Anyone
	// who fits nowhere has no group, and NULL in the right columns.
	jointGroups grouping = "joint"
)

// groupsSpec is what the kernel gets that makes groups of people.
type groupsSpec struct {
	Grouping grouping `json:"grouping"`
	L        int64    `json:"l"`
	// Columns is what the right columns are called in messages.
	Columns string `json:"columns"`
	// Drawn says that people will take places in the groups, in random order.
	Drawn bool `json:"drawn,omitempty"`
	// Renumber gives the groups random numbers. Otherwise those of Anatomy follow from the
	// counts of the values, in every call.
	Renumber bool `json:"renumber,omitempty"`
	// Arranged puts those of Anatomy in a row, with their values beside them.
	Arranged bool `json:"arranged,omitempty"`
	// Key is what the randomness follows from; none: it is fresh.
	Key    []byte               `json:"key,omitempty"`
	Counts host.Shared[*counts] `json:"counts,omitzero"`
}

// groupsRow is the only row: the handle of a seating.
type groupsRow struct{ Seating int64 }

var groupsKernel = host.KernelOf("people_groups", runGroups)

func runGroups(ctx context.Context, spec *groupsSpec) (*host.Rows[groupsRow], error) {
	counted := spec.Counts.Value
	var s *seating
	var err error
	switch spec.Grouping {
	case anatomyGroups:
		s, err = spec.anatomy(ctx, counted)
	case strictGroups:
		s, err = spec.strict(ctx, counted)
	case jointGroups:
		s, err = spec.joint(ctx, counted)
	default:
		err = host.ErrNotKept
	}
	if err != nil {
		return nil, spec.explain(err)
	}
	rows := host.NewRows[groupsRow]()
	rows.Add(groupsRow{host.Keep(s)})
	return rows, nil
}

// What these make is checked before it is handed out.

func (spec *groupsSpec) anatomy(ctx context.Context, counted *counts) (*seating, error) {
	people, err := counted.byValue()
	if err != nil {
		return nil, err
	}
	places, err := anatomy.Compose(ctx, people, spec.L)
	if err != nil {
		return nil, err
	}
	if places, err = spec.draw(ctx, places); err != nil {
		return nil, err
	}
	s := placesOf(places, counted.total)
	if err := places.Verify(people, spec.L); err != nil || !spec.Arranged {
		return s, err
	}
	if s.arranged, err = places.Arrange(ctx, spec.random()); err != nil {
		return nil, err
	}
	return s, s.arranged.Verify()
}

func (spec *groupsSpec) joint(ctx context.Context, counted *counts) (*seating, error) {
	people, err := counted.byValue()
	if err != nil {
		return nil, err
	}
	vectors, err := counted.vectors()
	if err != nil {
		return nil, err
	}
	places, err := anatomy.Joint(ctx, vectors, people, spec.L)
	if err != nil {
		return nil, err
	}
	if places, err = spec.draw(ctx, places); err != nil {
		return nil, err
	}
	return placesOf(places, counted.total), places.VerifyJoint(vectors, people, spec.L)
}

func (spec *groupsSpec) strict(ctx context.Context, counted *counts) (*seating, error) {
	classes, err := counted.histograms()
	if err != nil {
		return nil, err
	}
	groups, err := anatomy.Strict(ctx, classes, spec.L, spec.random())
	if err != nil {
		return nil, err
	}
	return classGroups(groups, counted.total), anatomy.VerifyStrict(classes, groups, spec.L)
}

func (spec *groupsSpec) random() *mathrand.Rand { return mathrand.New(draw.Keyed(spec.Key)) }

// draw puts places in random order, if people will take them.
func (spec *groupsSpec) draw(ctx context.Context, places *anatomy.Composition) (*anatomy.Composition, error) {
	if !spec.Drawn {
		return places, nil
	}
	return places.Draw(ctx, spec.random(), spec.Renumber)
}

// explain says what is wrong with a table, by counts.
func (spec *groupsSpec) explain(err error) error {
	var e *anatomy.IneligibleError
	switch {
	case errors.Is(err, anatomy.ErrNobody):
		return errNoRows
	case errors.Is(err, anatomy.ErrTooLarge):
		return errTooManyRows
	case errors.As(err, &e):
		return errors.New(ineligible(spec.Columns, e))
	}
	return err
}

var errNoRows = errors.New("tbl must have rows, and has none")

// ineligible says why no groups are diverse in a column, or several together.
func ineligible(what string, e *anatomy.IneligibleError) string {
	if e.Values < e.L {
		way := ""
		if e.Values < 2 {
			way = "; leave the column out"
		}
		return fmt.Sprintf("diversity must be at most the number of different values of %s, which is %d, got %d%s", what, e.Values, e.L, way)
	}
	way := "leave people out in a query given as tbl"
	if e.MaxL() >= 2 {
		way = fmt.Sprintf("take diversity := %d, or %s", e.MaxL(), way)
	}
	return fmt.Sprintf("diversity must leave room for each value, and the most frequent value of %s has %d of %d people, where diversity := %d allows %d; %s",
		what, e.Count, e.People, e.L, e.People/e.L, way)
}
