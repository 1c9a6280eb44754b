package main

import (
	"strconv"
	"strings"
	"testing"
)

// TestLinkedRows makes sure that more known rows, and more exact times, leave more people
// alone. The experiment itself compares with counts by hand.
func TestLinkedRows(t *testing.T) {
	found := find(t, tiny(t, 300), "linked")
	for _, table := range found.tables {
		above := make([]float64, len(table.header))
		for i := range above {
			above[i] = 100
		}
		for _, row := range table.rows {
			before := 0.0
			for i := 2; i < len(row); i++ {
				share, err := strconv.ParseFloat(strings.TrimSuffix(row[i], " %"), 64)
				if err != nil {
					t.Fatal(err)
				}
				if share < before || share > above[i] {
					t.Errorf("%s: %v, below %v", table.name, row, above)
				}
				before, above[i] = share, share
			}
		}
	}
}
