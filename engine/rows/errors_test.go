package rows

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"skyline/engine/breach"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

func TestMismatch(t *testing.T) {
	table := func() *partition.Table {
		return &partition.Table{Values: make([]partition.Value, 1), People: 3, Groups: []partition.Group{{People: 3, Counts: []partition.Count{{Value: 0, N: 3}}}}}
	}
	if _, err := NewRelease(table(), []Profile{{[]Part{{0, 1}}, 3}}); err != nil {
		t.Fatal(err)
	}
	for name, profiles := range map[string][]Profile{
		"nobody":        nil,
		"too few rows":  {{[]Part{{0, 1}}, 2}},
		"too many":      {{[]Part{{0, 2}}, 2}},
		"overflow":      {{[]Part{{0, 1 << 62}}, 1 << 3}},
		"no parts":      {{[]Part{{0, 1}}, 3}, {nil, 1}},
		"no people":     {{[]Part{{0, 1}}, 3}, {[]Part{{0, 1}}, 0}},
		"no rows":       {{[]Part{{0, 1}}, 3}, {[]Part{{0, 0}}, 1}},
		"other group":   {{[]Part{{1, 1}}, 3}},
		"before":        {{[]Part{{-1, 1}}, 3}},
		"a group twice": {{[]Part{{0, 1}, {0, 2}}, 1}},
	} {
		if _, err := NewRelease(table(), profiles); !errors.Is(err, ErrMismatch) {
			t.Errorf("%s: %v, want ErrMismatch", name, err)
		}
	}
}

// TestTooLarge refuses a search that does not end in bearable time: many people who differ a
// little, of whom many are relatives.
func TestTooLarge(t *testing.T) {
	table := &partition.Table{Values: make([]partition.Value, 2)}
	profiles := make([]Profile, 60)
	for g := range 40 {
		n := int64(0)
		for i := range profiles {
			if r := (int64(i)*int64(g+3)*7919 + int64(g)) % 5; r > 0 {
				profiles[i].People = 1
				profiles[i].Parts = append(profiles[i].Parts, Part{int32(g), r})
				n += r
			}
		}
		table.Groups = append(table.Groups, partition.Group{
			Histogram: fmt.Sprint(g), People: n, Counts: []partition.Count{{Value: 1, N: n - 2}, {Value: 0, N: 2}},
		})
		table.People += n
	}
	r, err := NewRelease(table, profiles)
	if err != nil {
		t.Fatal(err)
	}
	r.maxWork = 1 << 20
	c, _ := breach.NewThreshold(0.5)
	_, err = r.Check(context.Background(), 0, []breach.Requirement{{Point: knowledge.Point{M: 20}, C: c}})
	if !errors.Is(err, ErrTooLarge) {
		t.Errorf("Check = %v, want ErrTooLarge", err)
	}
}
