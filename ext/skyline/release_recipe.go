package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"skyline/sqlfuncs/sqltext"
)

// A second release of the same people, made otherwise than the first, tells more than one. So the recipe
// of the first is kept beside its plan, and makes the others.

// noRecipe is what -recipe says where another release is wanted all the same.
const noRecipe = "none"

// findRecipe looks for the recipe that was kept beside the plan, if none is named.
func (o *releaseOptions) findRecipe() {
	switch {
	case o.recipe == noRecipe:
		o.recipe = ""
	case o.recipe == "" && o.plan != "":
		beside := filesOf(strings.TrimSuffix(o.plan, ".plan.csv")).recipe
		if _, err := os.Stat(beside); err == nil {
			o.recipe = beside
		}
	}
}

// makeRelease makes the temporary tables skyline_release and skyline_recipe, by the recipe that was kept if
// there is one. without says why there is no recipe of a release that was made without.
func (r *release) makeRelease(ctx context.Context, table string) (without, err error) {
	const plan = ", plan := getvariable('skyline_plan'))"
	if kept := r.options.recipe; kept != "" {
		if err := r.exec(ctx, "CREATE TEMP TABLE skyline_recipe AS FROM "+string(sqltext.Ident(kept))); err != nil {
			return nil, err
		}
		if err := r.exec(ctx, "CREATE TEMP TABLE skyline_release AS FROM recipe_apply("+table+", 'skyline_recipe'"+plan); err != nil {
			return nil, fmt.Errorf("%w\nThe recipe is that of the first release, %s. With -recipe %s another release is made: two of the same people tell more than one", err, kept, noRecipe)
		}
		return nil, nil
	}
	if err := r.exec(ctx, "CREATE TEMP TABLE skyline_release AS FROM skyline_anonymize("+table+plan); err != nil {
		return nil, err
	}
	without = r.exec(ctx, "CREATE TEMP TABLE skyline_recipe AS FROM release_recipe("+table+plan)
	return without, ctx.Err()
}
