package main

import (
	"strings"
	"testing"
)

// TestAttackAdult: groups of four different occupations tell a quarter of them; who learns from
// them is right much more often, and more often than on the control.
func TestAttackAdult(t *testing.T) {
	all(t)
	found := find(t, tiny(t, 5000), "attack_adult")
	table := found.tables[0]
	row := table.rows[len(table.rows)-1]
	if row[0] != "anatomize, l = 4" || !strings.HasPrefix(row[7], "25.0 %") {
		t.Errorf("the last row is %v, want anatomize with l = 4 and by_group 25.0 %%", row)
	}
	success, control, added := row[4], row[5], row[6]
	if success < "40" || control > "35" || strings.Contains(added, "-") {
		t.Errorf("success is %s, control %s, added %s; want 40 %% and more, at most 35 %%, and more than nothing", success, control, added)
	}
}
