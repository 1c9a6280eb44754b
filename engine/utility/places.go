package utility

import (
	"context"
	"errors"

	regions "skyline/engine/region"
)

// What Places says of a row of the original that is in no QI group's region, and of one that is
// in several.
const (
	Nowhere = regions.None
	Several = regions.Several
)

// Places returns, for each row of the original, the QI group whose region contains it, Nowhere
// or Several. Groups are numbered as GroupOf does.
//
// Where columns tell the regions apart it takes time proportional to the depth of a tree of them
// for each row; where they do not, as where many overlap, to the number of labels.
func (r *Release) Places(ctx context.Context) ([]int32, error) {
	places := make([]int32, len(r.original.N))
	tupleOf, index, err := r.index(ctx)
	if errors.Is(err, regions.ErrTangled) {
		return places, r.search(ctx, places)
	}
	if err != nil {
		return nil, err
	}
	codes, found := make([]int64, r.qi), make([]int64, 1)
	for i := range places {
		if i%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for c := range codes {
			codes[c] = int64(r.original.Codes[c][i])
		}
		index.Places(codes, found)
		if places[i] = int32(found[0]); places[i] >= 0 {
			places[i] = r.groupOf[tupleOf[places[i]]]
		}
	}
	return places, nil
}

// GroupOf returns the QI group of each row of the release.
func (r *Release) GroupOf() []int32 { return r.groupOf }

// index returns the index of the regions, and a row of the release for each.
func (r *Release) index(ctx context.Context) (rows []int32, index *regions.Index, err error) {
	covers := make([][][]regions.Span, r.qi)
	for c := range covers {
		for _, labelled := range r.columns[c].regions {
			var spans []regions.Span
			for _, x := range labelled.runs {
				spans = append(spans, regions.Span{First: x.first, Last: x.last})
			}
			covers[c] = append(covers[c], spans)
		}
	}
	var boxes []int32
	seen := map[[2]int32]bool{}
	for i, tuple := range r.tuples {
		if key := [2]int32{tuple, r.groupOf[i]}; !seen[key] {
			seen[key] = true
			rows = append(rows, int32(i))
			for c := range covers {
				boxes = append(boxes, r.release.Codes[c][i])
			}
		}
	}
	index, err = regions.New(ctx, covers, boxes)
	return rows, index, err
}

// search is Places for regions that are tangled.
func (r *Release) search(ctx context.Context, places []int32) error {
	tuples := int32(0)
	for _, tuple := range r.tuples {
		tuples = max(tuples, tuple+1)
	}
	boxes := newBoxes(r, int(tuples))
	var found []*branch
	for i := range places {
		if i%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		found = boxes.find(r.original.Codes, i, found[:0])
		switch {
		case len(found) == 0:
			places[i] = Nowhere
		case len(found) > 1 || len(found[0].groups) > 1:
			places[i] = Several
		default:
			places[i] = found[0].groups[0]
		}
	}
	return nil
}
