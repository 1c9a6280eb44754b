package release

import (
	"math/bits"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
)

// orderScalar is __skyline_order(release, group): a number to order the rows of a release
// by: by their groups, and at random within each. The randomness is fresh and
// cryptographic.
func orderScalar() host.Scalar {
	return host.Scalar{
		Name:     "__skyline_order",
		Params:   []host.Type{{Kind: host.Bigint}, {Kind: host.Bigint}},
		Result:   host.Type{Kind: host.Bigint},
		Volatile: true,
		Call: func(args []host.Column, rows int) (host.Column, error) {
			numbers := make([]int64, rows)
			fresh := call.FreshRandom()
			var release *Placement
			for row := range numbers {
				if args[0].IsNull(row) {
					return host.Column{}, host.ErrNotKept
				}
				if row == 0 || args[0].Int64s[row] != args[0].Int64s[row-1] {
					var err error
					if release, err = host.Look[*Placement](args[0].Int64s[row]); err != nil {
						return host.Column{}, err
					}
				}
				numbers[row] = release.order(args[1].Int64s[row], fresh.Uint64())
			}
			return host.Column{Len: rows, Int64s: numbers}, nil
		},
	}
}

// order puts a group's number before as many random bits as there is room for: the
// fewer the groups, the larger they may be, and the more bits there are. There are
// at least 31, for groups of a few people.
func (p *Placement) order(group int64, random uint64) int64 {
	free := 63 - bits.Len(uint(len(p.Sizes)))
	return group<<free | int64(random>>(64-free))
}
