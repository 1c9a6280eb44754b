package guardian

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
)

// benchmarkRules returns rules of three attributes on the left, and whether the
// rules alone decide GD.
func benchmarkRules(m, n int, decided bool) (Set, []Rule) {
	attributes, _ := allOf(m)
	for seed := uint64(0); ; seed++ {
		r := rand.New(rand.NewPCG(seed, 5))
		rules := make([]Rule, n)
		for i := range rules {
			s := r.IntN(m)
			rules[i] = Rule{randomSet(r, m, 3, s), s}
		}
		if _, ok := GDWithoutData(attributes, rules); ok == decided {
			return attributes, rules
		}
	}
}

func BenchmarkGD(b *testing.B) {
	for _, size := range []struct{ attributes, rules int }{{7, 9}, {18, 9}, {18, 15}, {40, 15}, {40, 30}} {
		for _, decided := range []bool{true, false} {
			attributes, rules := benchmarkRules(size.attributes, size.rules, decided)
			b.Run(fmt.Sprintf("attributes=%d/rules=%d/decided=%t", size.attributes, size.rules, decided), func(b *testing.B) {
				b.ReportAllocs()
				calls := 0
				for b.Loop() {
					calls = 0
					_, err := GD(context.Background(), attributes, rules, free{&calls})
					if err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(calls), "schemas/op")
			})
		}
	}
}

// free is a divergence that costs nothing, and counts.
type free struct{ calls *int }

func (f free) Divergence(context.Context, []Table) (float64, bool, error) {
	*f.calls++
	return float64(*f.calls * 7919 % 101), true, nil
}

func (free) Bound(context.Context, []Table) (float64, bool, error) { return 0, true, nil }

func BenchmarkUAD(b *testing.B) {
	for _, size := range []struct{ attributes, rules int }{{18, 9}, {40, 30}} {
		attributes, rules := benchmarkRules(size.attributes, size.rules, false)
		b.Run(fmt.Sprintf("attributes=%d/rules=%d", size.attributes, size.rules), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				UAD(attributes, rules)
			}
		})
	}
}

func BenchmarkCheck(b *testing.B) {
	for _, size := range []struct{ attributes, rules int }{{18, 9}, {40, 30}} {
		attributes, rules := benchmarkRules(size.attributes, size.rules, true)
		schema, _ := GDWithoutData(attributes, rules)
		b.Run(fmt.Sprintf("attributes=%d/rules=%d/tables=%d", size.attributes, size.rules, len(schema)), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				guards(schema, rules)
			}
		})
	}
}
