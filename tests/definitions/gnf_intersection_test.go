package definitions

import (
	"math/big"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skyline/tests/trials"
)

// hospital is Table 1 of Jin et al. 2010, with its privacy rules 1 to 3.
var hospital = publishedTable{
	attributes: []string{"hospital", "age", "gender", "zip", "race", "icd"},
	rows: cells(`
		111111 37 F 71000 asian HIV
		111111 71 M 72000 white diabetes
		222222 55 F 73000 black diabetes
		222222 37 F 74000 white flu
		333333 23 M 71000 black alcoholism
		333333 37 M 72000 white HIV`),
}

var hospitalRules = []gnfRule{
	{lhs: []string{"age", "icd"}, rhs: "race"},
	{lhs: []string{"gender", "icd"}, rhs: "zip"},
	{lhs: []string{"hospital", "race"}, rhs: "zip"},
}

func cells(table string) [][]string {
	var rows [][]string
	for line := range strings.Lines(strings.TrimSpace(table)) {
		rows = append(rows, strings.Fields(line))
	}
	return rows
}

// hospitalTables is Table 2 of the paper: each sub-table is bucketized for one rule, in
// groups of two rows.
func hospitalTables() []publishedTable {
	var release []publishedTable
	for i, t := range []struct{ attributes, rows, rhs string }{
		{"age icd race group_id", `
			37 HIV asian 1
			37 HIV white 1
			23 alcoholism white 2
			37 flu black 2
			55 diabetes white 3
			71 diabetes black 3`, "race"},
		{"gender icd zip group_id", `
			F HIV 71000 1
			M HIV 72000 1
			M alcoholism 71000 2
			F flu 74000 2
			F diabetes 72000 3
			M diabetes 73000 3`, "zip"},
		{"hospital race zip group_id", `
			111111 asian 71000 1
			222222 black 73000 1
			222222 white 72000 2
			111111 white 74000 2
			333333 white 71000 3
			333333 black 72000 3`, "zip"},
	} {
		published := publishedTable{attributes: strings.Fields(t.attributes), rows: cells(t.rows)}
		release = append(release, parts(published, "group_id", t.rhs, []string{"B1", "B2", "B3"}[i])...)
	}
	return release
}

// TestAdversaryIntersection is the intersection attack of Section 1.3: each table by
// itself satisfies its rule at l = 2, and together they give four tuples away. The
// paper prints the zip codes of the last two the other way round, but those tuples do
// not even occur in Table 1.
func TestAdversaryIntersection(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	tables := hospitalTables()
	half := big.NewRat(1, 2)
	for i, rule := range hospitalRules {
		alone, err := worst(tables[2*i:2*i+2], rule, labelledExtended)
		if err != nil || alone.p.Cmp(half) > 0 {
			t.Errorf("Table 2(%c), %s: worst = %v, %v, want at most 1/2", 'a'+i, rule, alone.p, err)
		}
	}
	want := [][]string{
		{"111111", "asian", "71000"},
		{"222222", "black", "73000"},
		{"333333", "black", "71000"},
		{"333333", "white", "72000"},
	}
	got, err := certain(tables, "hospital", "race", "zip")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("certain tuples (-want +got)\n%s", diff)
	}
	for _, r := range readings {
		together, err := worst(tables, hospitalRules[2], r)
		if err != nil || together.p.Cmp(big.NewRat(1, 1)) != 0 {
			t.Errorf("%s, %s: worst = %v, %v, want 1", hospitalRules[2], r, together.p, err)
		}
	}
}
