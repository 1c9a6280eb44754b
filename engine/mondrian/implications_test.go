package mondrian

import (
	"errors"
	"math/rand/v2"
	"testing"

	"skyline/engine/knowledge"
)

// TestImplications partitions under (c,k)-safety alone: the release is safe, and no
// split of it is, by the definition.
func TestImplications(t *testing.T) {
	released, splits := 0, 0
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 5))
		columns, people := randomTable(rng, knowledge.SVPI)
		requirements := []requirement{randomImplications(rng)}
		cells := cellsOf(t, knowledge.SVPI, columns, people)
		release, err := Partition(t.Context(), cells, Options{Strategy: Strategy(rng.IntN(3)), Requirements: requirementsOf(requirements), Workers: rng.IntN(3)})
		whole := oracle{knowledge.SVPI, [][]person{people}, people}
		if safe := whole.holds(requirements); errors.Is(err, ErrUnsafe) == safe {
			t.Fatalf("seed %d: %v: the table is safe = %v, released with %v", seed, names(requirements), safe, err)
		}
		if errors.Is(err, ErrUnsafe) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		released++
		splits += release.Len() - 1
		after := oracle{knowledge.SVPI, groupsOf(release, people), people}
		if !after.holds(requirements) {
			t.Fatalf("seed %d: the release does not satisfy %v", seed, names(requirements))
		}
		checkMinimal(t, seed, after, columns, requirements, floorOf(cells, requirements))
	}
	t.Logf("%d released, %d splits", released, splits)
	if released < 500 || splits < 500 {
		t.Error("too few to say anything")
	}
}
