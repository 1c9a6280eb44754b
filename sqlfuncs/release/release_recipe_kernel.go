package release

import (
	"context"

	"skyline/sqlfuncs/host"
)

// What a row of a recipe covers.
const (
	coversValue = "value" // one value
	coversNull  = "null"
	coversRange = "range" // from low to high
	coversNode  = "node"  // the values that rows without a group give its label, at its level
)

// coverFields are those of the rows that the kernel of release_recipe returns: what
// the groups cover, in codes.
var coverFields = []host.Field{
	{Name: "i", Type: host.Type{Kind: host.Bigint}},
	{Name: "g", Type: host.Type{Kind: host.Bigint}},
	{Name: "covers", Type: host.Type{Kind: host.Varchar}},
	{Name: "code", Type: host.Type{Kind: host.Bigint}}, // of a value
	// The region, as __skyline_regions returns it.
	{Name: "low", Type: host.Type{Kind: host.Bigint}},
	{Name: "high", Type: host.Type{Kind: host.Bigint}},
	{Name: "has_null", Type: host.Type{Kind: host.Boolean}},
	{Name: "label", Type: host.Type{Kind: host.Varchar}},
	{Name: "level", Type: host.Type{Kind: host.Bigint}}, // of a node
}

// runReleaseRecipe partitions the cells and returns the groups' regions.
func runReleaseRecipe(ctx context.Context, in *splitting) (host.Column, error) {
	release, _, err := in.partition(ctx)
	if err != nil {
		return host.Column{}, err
	}
	r := &recipeRows{in: in, out: host.NewRowBuilder(coverFields)}
	for d := range in.columns {
		covered := in.coversOf(release, d)
		for group := range release.Len() {
			if group%1024 == 0 && ctx.Err() != nil {
				return host.Column{}, ctx.Err()
			}
			r.region(covered, group, d)
		}
	}
	return r.out.Column(), nil
}

// recipeRows writes the rows of a recipe.
type recipeRows struct {
	in  *splitting
	out *host.RowBuilder
}

func (r *recipeRows) region(covered covers, group, d int) {
	shown := r.in.show(covered, group, d)
	add := func(covers string, code int32) { r.add(group, d, &shown, covers, code) }
	switch {
	case shown.Node >= 0:
		add(coversNode, -1)
		return
	case shown.Low == shown.High && shown.Low >= 0:
		add(coversValue, shown.Low)
	case shown.Low < 0:
		// Only NULL.
	case r.in.texts[d] == nil:
		add(coversRange, -1)
	default:
		r.set(covered, &shown, group, add)
		return
	}
	if shown.Null {
		add(coversNull, -1)
	}
}

// set writes each value of a set, or that it is a range if it has too many to be
// listed.
func (r *recipeRows) set(covered covers, shown *ShownRegion, group int, add func(covers string, code int32)) {
	members, n := covered.Members(group, maxMembers+1)
	if shown.Null {
		add(coversNull, -1)
		n--
	}
	if n > maxMembers {
		add(coversRange, -1)
		return
	}
	for _, code := range members[:n] {
		add(coversValue, code)
	}
}

func (r *recipeRows) add(group, d int, shown *ShownRegion, covers string, code int32) {
	optional := func(column int, code int32) {
		if code < 0 {
			r.out.Null(column)
		} else {
			r.out.Int64(column, int64(code))
		}
	}
	r.out.Int64(0, int64(d))
	r.out.Int64(1, int64(group+1))
	r.out.Text(2, covers, false)
	optional(3, code)
	optional(4, shown.Low)
	optional(5, shown.High)
	r.out.Bool(6, shown.Null)
	r.out.Text(7, shown.label, !shown.hasLabel)
	if shown.level > 0 {
		r.out.Int64(8, shown.level)
	} else {
		r.out.Null(8)
	}
	r.out.Row()
}
