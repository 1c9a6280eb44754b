package presence

import (
	"fmt"
	"sync/atomic"

	"skyline/engine/palm"
	"skyline/sqlfuncs/host"
)

// distributions are the QI groups of a release as the rest of a plan looks them up.
type distributions struct {
	groups []palm.Shifted
	texts  [][]string // by column and code
	asked  atomic.Bool
}

// Served implements serving.
func (d *distributions) Served() bool { return d.asked.Load() }

var groupFields = []host.Field{
	{Name: "g", Type: host.Type{Kind: host.Bigint}},
	{Name: "size", Type: host.Type{Kind: host.Bigint}},
	{Name: "present", Type: host.Type{Kind: host.Bigint}},
	{Name: "existence_min", Type: host.Type{Kind: host.Double}},
	{Name: "existence_max", Type: host.Type{Kind: host.Double}},
	{Name: "kl_cost", Type: host.Type{Kind: host.Double}},
	{Name: "shifts", Type: host.ListOf(host.Type{Kind: host.Varchar})},
}

// distributionScalars returns what looks groups up: __skyline_distributions(number) and
// __skyline_shifted(number).
func distributionScalars() []host.Scalar {
	return []host.Scalar{
		distributionScalar("__skyline_distributions", pdfFields, func(out *host.RowBuilder, d *distributions, g int) {
			for i := range d.groups[g].Distributions {
				addPDF(out, g+1, i, &d.groups[g].Distributions[i], d.texts[i])
				out.Row()
			}
		}),
		distributionScalar("__skyline_shifted", groupFields, func(out *host.RowBuilder, d *distributions, g int) {
			s := &d.groups[g]
			out.Int64(0, int64(g+1))
			out.Int64(1, s.Size)
			out.Int64(2, s.Present)
			out.Float64(3, s.Low)
			out.Float64(4, s.High)
			out.Float64(5, s.Cost)
			for _, shift := range s.Shifts {
				out.Element(6, fmt.Sprint(shift), false)
			}
			out.EndList(6)
			out.Row()
		}),
	}
}

func distributionScalar(name string, fields []host.Field, rows func(out *host.RowBuilder, d *distributions, g int)) host.Scalar {
	return host.Scalar{
		Name:     name,
		Params:   []host.Type{{Kind: host.Bigint}},
		Result:   host.ListOf(host.Type{Kind: host.Struct, Fields: fields}),
		Volatile: true,
		Call: func(args []host.Column, n int) (host.Column, error) {
			lists := host.Column{Len: n, Elem: &host.Column{Fields: make([]host.Column, len(fields))}}
			for row := range n {
				if args[0].IsNull(row) {
					return host.Column{}, fmt.Errorf("%s: arguments must not be NULL", name)
				}
				d, err := host.Look[*distributions](args[0].Int64s[row])
				if err != nil {
					return host.Column{}, err
				}
				d.asked.Store(true)
				out := host.NewRowBuilder(fields)
				for g := range d.groups {
					rows(out, d, g)
				}
				elements := out.Column()
				lists.Elem.Extend(&elements)
				lists.Ends = append(lists.Ends, lists.Elem.Len)
			}
			return lists, nil
		},
	}
}
