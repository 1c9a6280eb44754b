package sqlfuncs

import (
	"fmt"
	"sync/atomic"

	"skyline/engine/palm"
)

// distributions are the QI groups of a release as the rest of a plan looks them up.
type distributions struct {
	groups []palm.Shifted
	texts  [][]string // by column and code
	asked  atomic.Bool
}

// served implements serving.
func (d *distributions) served() bool { return d.asked.Load() }

var groupFields = []Field{
	{"g", Type{Kind: Bigint}},
	{"size", Type{Kind: Bigint}},
	{"present", Type{Kind: Bigint}},
	{"existence_min", Type{Kind: Double}},
	{"existence_max", Type{Kind: Double}},
	{"kl_cost", Type{Kind: Double}},
	{"shifts", ListOf(Type{Kind: Varchar})},
}

// distributionScalars returns what looks groups up: __skyline_distributions(number) and
// __skyline_shifted(number).
func distributionScalars() []Scalar {
	return []Scalar{
		distributionScalar("__skyline_distributions", pdfFields, func(out *rowBuilder, d *distributions, g int) {
			for i := range d.groups[g].Distributions {
				out.pdf(g+1, i, &d.groups[g].Distributions[i], d.texts[i])
				out.row()
			}
		}),
		distributionScalar("__skyline_shifted", groupFields, func(out *rowBuilder, d *distributions, g int) {
			s := &d.groups[g]
			out.int64(0, int64(g+1))
			out.int64(1, s.Size)
			out.int64(2, s.Present)
			out.float64(3, s.Low)
			out.float64(4, s.High)
			out.float64(5, s.Cost)
			for _, shift := range s.Shifts {
				out.element(6, fmt.Sprint(shift), false)
			}
			out.endList(6)
			out.row()
		}),
	}
}

func distributionScalar(name string, fields []Field, rows func(out *rowBuilder, d *distributions, g int)) Scalar {
	return Scalar{
		Name:     name,
		Params:   []Type{{Kind: Bigint}},
		Result:   ListOf(Type{Kind: Struct, Fields: fields}),
		Volatile: true,
		Call: func(args []Column, n int) (Column, error) {
			lists := Column{Len: n, Elem: &Column{Fields: make([]Column, len(fields))}}
			for row := range n {
				if args[0].IsNull(row) {
					return Column{}, fmt.Errorf("%s: arguments must not be NULL", name)
				}
				d, err := look[*distributions](args[0].Int64s[row])
				if err != nil {
					return Column{}, err
				}
				d.asked.Store(true)
				out := newRowBuilder(fields)
				for g := range d.groups {
					rows(out, d, g)
				}
				elements := out.column()
				lists.Elem.extend(&elements)
				lists.Ends = append(lists.Ends, lists.Elem.Len)
			}
			return lists, nil
		},
	}
}
