package people

import (
	"errors"
	"slices"

	"skyline/engine/cells"
	"skyline/engine/exact"
	"skyline/engine/mondrian"
	"skyline/sqlfuncs/call"
)

// ParamEarlierReleases is the parameter of releases of the same people that are out already.
var ParamEarlierReleases = call.Param{Name: "earlier_releases", Type: "VARCHAR[]", Default: "NULL", Doc: "columns that say in which group of an earlier release of the same people a row is, NULL for none, such as `['may', 'june']`: what all releases together tell of somebody keeps the share that `privacy` has; see [Beside earlier releases](#beside-earlier-releases)"}

// ShareRule says what privacy must have where earlier releases are given.
const ShareRule = "privacy must have max_share, or a skyline with a point of l, k and m 0, where earlier_releases is given: the share that nobody's value may reach in all releases together; add one, such as {'max_share': 0.5}"

// MayBoundShares reports whether some requirement bounds the share of a value. Of a table of points only the kernel knows.
func (r *Requirements) MayBoundShares() bool {
	return r.MaxShare > 0 || r.Skyline != nil && (r.Skyline.table != "" || slices.ContainsFunc(r.Skyline.points, boundsShare))
}

// boundsShare reports whether a point is one of an adversary who knows nothing but the release.
func boundsShare(p Point) bool { return p.L == 0 && p.K == 0 && p.M == 0 }

// ShareBounds returns what the probability of each value of a table must be below, as far as the requirements say.
func (s *ReleaseSpec) ShareBounds(table *cells.Cells) ([][]mondrian.Bound, error) {
	bounds, some := make([][]mondrian.Bound, len(table.Values)), false
	if s.Privacy.MaxShare > 0 {
		some = true
		for value := range bounds {
			bounds[value] = append(bounds[value], mondrian.Bound{Share: exact.Simplest(s.Privacy.MaxShare)})
		}
	}
	points, err := ReadPoints(s.Points)
	if err != nil {
		return nil, err
	}
	named := map[int32]bool{}
	for _, p := range points {
		if value, ok := table.Number(p.Value); ok && p.Named {
			named[value] = true
		}
	}
	for _, p := range points {
		if !boundsShare(p) {
			continue
		}
		some = true
		for value := range bounds {
			is := !named[int32(value)]
			if p.Named {
				number, ok := table.Number(p.Value)
				is = ok && int(number) == value
			}
			if is {
				bounds[value] = append(bounds[value], mondrian.Bound{Share: exact.Simplest(p.C)})
			}
		}
	}
	if !some {
		return nil, errors.New(ShareRule)
	}
	return bounds, nil
}
