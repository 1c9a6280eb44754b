package people

import (
	"crypto/sha256"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Rows that come in several parts, some of them in both, count together.
func TestRowDigests(t *testing.T) {
	t.Parallel()
	rows := func(texts ...string) *rowDigests {
		d := new(rowDigests)
		for _, text := range texts {
			if err := d.add(&digestedRow{[]sql.Null[string]{{V: text, Valid: true}, {}}, 2}); err != nil {
				t.Fatal(err)
			}
		}
		return d
	}
	one, other := rows("a", "b", "a", ""), rows("b", "c")
	if err := one.merge(other); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for row, n := range map[string]int{"1:a-": 4, "1:b-": 4, "1:c-": 2, "0:-": 2} {
		lines = append(lines, fmt.Sprintf("%x %d\n", sha256.Sum256([]byte(row)), n))
	}
	slices.Sort(lines)
	want := fmt.Sprintf("12 %x", sha256.Sum256([]byte(strings.Join(lines, ""))))
	if got, err := one.result(); err != nil || got != want {
		t.Errorf("result() = %s, %v, want %s", got, err, want)
	}
}
