package releases

import (
	"math/rand/v2"
	"testing"

	"skyline/tests/trials"
)

// TestParts compares the strongly connected parts of random networks, and their bridges, with the definitions: two nodes are in
// one part if a way leads from each to the other, and an edge is a bridge if nothing else connects its ends within their part.
func TestParts(t *testing.T) {
	apart, bridges := 0, 0
	for seed := range trials.Seeds(t, 1000, 20000) {
		r := rand.New(rand.NewPCG(seed, 33))
		nodes := int32(2 + r.IntN(8))
		n := &network{start: make([]int32, nodes+1)}
		for range 1 + r.IntN(2*int(nodes)) {
			from := r.Int32N(nodes)
			e := edge{ends: [2]int32{from, (from + 1 + r.Int32N(nodes-1)) % nodes}, high: 1 + r.Int64N(2)}
			e.flow = r.Int64N(e.high + 1)
			n.edges = append(n.edges, e)
		}
		n.index()
		n.parts.init(int(nodes))
		n.parts.connect(n)
		n.parts.bridge(n)

		type arc struct{ from, to int32 }
		reached := func(from int32, arcs []arc) []bool {
			seen := make([]bool, nodes)
			seen[from] = true
			for range nodes {
				for _, a := range arcs {
					seen[a.to] = seen[a.to] || seen[a.from]
				}
			}
			return seen
		}
		var arcs []arc
		for _, e := range n.edges {
			if e.flow < e.high {
				arcs = append(arcs, arc{e.ends[0], e.ends[1]})
			}
			if e.flow > e.low {
				arcs = append(arcs, arc{e.ends[1], e.ends[0]})
			}
		}
		together := func(v, w int32) bool { return reached(v, arcs)[w] && reached(w, arcs)[v] }
		for i, e := range n.edges {
			v, w := e.ends[0], e.ends[1]
			is := together(v, w)
			if (n.parts.of[v] == n.parts.of[w]) != is {
				t.Fatalf("seed %d: edge %d is within a part: %v, want %v, of %+v", seed, i, !is, is, n.edges)
			}
			var others []arc
			for k, o := range n.edges {
				if k != i && together(o.ends[0], o.ends[1]) {
					others = append(others, arc{o.ends[0], o.ends[1]}, arc{o.ends[1], o.ends[0]})
				}
			}
			want := is && !reached(v, others)[w]
			if n.parts.bridges[i] != want {
				t.Fatalf("seed %d: edge %d is a bridge: %v, want %v, of %+v", seed, i, !want, want, n.edges)
			}
			if want {
				bridges++
			} else if !is {
				apart++
			}
		}
	}
	if apart == 0 || bridges == 0 {
		t.Error("not all cases occurred")
	}
}
