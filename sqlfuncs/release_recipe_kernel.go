package sqlfuncs

import "context"

// What a row of a recipe covers.
const (
	coversValue = "value" // one value
	coversNull  = "null"
	coversRange = "range" // from low to high
	coversNode  = "node"  // the values that rows without a group give its label, at its level
)

// coverFields are those of the rows that the kernel of release_recipe returns: what
// the groups cover, in codes.
var coverFields = []Field{
	{"i", Type{Kind: Bigint}},
	{"g", Type{Kind: Bigint}},
	{"covers", Type{Kind: Varchar}},
	{"code", Type{Kind: Bigint}}, // of a value
	// The region, as __skyline_regions returns it.
	{"low", Type{Kind: Bigint}},
	{"high", Type{Kind: Bigint}},
	{"has_null", Type{Kind: Boolean}},
	{"label", Type{Kind: Varchar}},
	{"level", Type{Kind: Bigint}}, // of a node
}

// runReleaseRecipe partitions the cells and returns the groups' regions.
func runReleaseRecipe(ctx context.Context, in *anonymizeInput) (Column, error) {
	release, _, err := in.partition(ctx)
	if err != nil {
		return Column{}, err
	}
	r := &recipeRows{in: in, out: newRowBuilder(coverFields)}
	for d := range in.columns {
		covered := in.coversOf(release, d)
		for group := range release.Len() {
			if group%1024 == 0 && ctx.Err() != nil {
				return Column{}, in.explain(ctx.Err())
			}
			r.region(covered, group, d)
		}
	}
	return r.out.column(), nil
}

// recipeRows writes the rows of a recipe.
type recipeRows struct {
	in  *anonymizeInput
	out *rowBuilder
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
func (r *recipeRows) set(covered covers, shown *shownRegion, group int, add func(covers string, code int32)) {
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

func (r *recipeRows) add(group, d int, shown *shownRegion, covers string, code int32) {
	optional := func(column int, code int32) {
		if code < 0 {
			r.out.null(column)
		} else {
			r.out.int64(column, int64(code))
		}
	}
	r.out.int64(0, int64(d))
	r.out.int64(1, int64(group+1))
	r.out.text(2, covers, false)
	optional(3, code)
	optional(4, shown.Low)
	optional(5, shown.High)
	r.out.bool(6, shown.Null)
	r.out.text(7, shown.label, !shown.hasLabel)
	if shown.level > 0 {
		r.out.int64(8, shown.level)
	} else {
		r.out.null(8)
	}
	r.out.row()
}
