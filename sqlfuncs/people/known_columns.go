package people

import (
	"fmt"
	"slices"

	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/sqltext"
)

// KnownColumns is k-anonymity against somebody who knows any m of the quasi-identifiers: what
// anybody has in m of them is shared by at least k people. Columns fewer than m are shared by
// more.
type KnownColumns struct {
	M int64 `json:"columns"`
	K int64 `json:"people"`
}

// maxKnownSubsets is how many subsets of m columns there may be: DuckDB groups by each of them.
const maxKnownSubsets = 500

// maxKnownColumns is how many quasi-identifiers there may be beside it: GROUPING_ID has a bit for
// each.
const maxKnownColumns = 62

func readKnownColumns(r *Requirements, in *Input, v any) error {
	c := in.Call
	const where = "privacy: known_columns"
	given, err := c.Members(where, v, "columns", "people")
	if err != nil {
		return err
	}
	for _, name := range []string{"columns", "people"} {
		if err := c.CheckCount(where+": "+name, given[name]); err != nil {
			return err
		}
	}
	k := &KnownColumns{}
	k.M, _ = call.WholeOf(given["columns"])
	k.K, _ = call.WholeOf(given["people"])
	columns := len(in.QI) - in.Within
	if k.M > int64(columns) {
		return c.Errorf("%s: columns must be at most the number of qi columns, %d, got %d", where, columns, k.M)
	}
	if len(in.QI) > maxKnownColumns || !k.Fits(columns) {
		return c.Errorf("%s: there must be at most %d subsets of that many qi columns, of %d at most; with %d of %d there are more; lower columns, or name fewer of them", where, maxKnownSubsets, maxKnownColumns, k.M, columns)
	}
	r.KnownColumns = k
	return nil
}

// subsetsOf returns how many subsets of m columns there are, or some number above
// maxKnownSubsets where there are more.
func subsetsOf(columns, m int) int {
	n := 1
	for i := 1; i <= min(m, columns-m); i++ {
		if n = n * (columns - i + 1) / i; n > maxKnownSubsets {
			break
		}
	}
	return n
}

// refuse says why functions that make a release of QI groups do not take the requirement.
func (k *KnownColumns) refuse(c *call.Call) error {
	return c.Errorf("privacy: known_columns can be required of release_check and local_suppression; %s looks at all quasi-identifiers at once; require k_anonymity %d, which implies it", c.Function.Name, k.K)
}

// Fits reports whether there are so many columns, and not too many subsets of them.
func (k *KnownColumns) Fits(columns int) bool {
	return k.M >= 1 && k.M <= int64(columns) && subsetsOf(columns, int(k.M)) <= maxKnownSubsets
}

// Subsets are the subsets of m of the columns that may be known, by the numbers of the columns. It fits.
func (k *KnownColumns) Subsets(columns int) [][]int {
	var sets [][]int
	for set := firstSubset(int(k.M)); set != nil; set = nextSubset(set, columns) {
		sets = append(sets, slices.Clone(set))
	}
	return sets
}

// Rule is what the requirement says.
func (k *KnownColumns) Rule(in *Input) string {
	columns := "quasi-identifiers"
	if k.M == 1 {
		columns = "quasi-identifier"
	}
	if in.Within > 0 {
		columns += ", beside those of within,"
	}
	any := ""
	if in.MatchesAny {
		any = ", NULL being any value,"
	}
	return fmt.Sprintf("people who share what they have in any %d %s%s >= %d", k.M, columns, any, k.K)
}

// Shared is the CTE that AddShared adds.
const Shared = sqltext.SQL("__skyline_shared")

// AddShared adds Shared, after AddGroups: for each subset of m quasi-identifiers, with all columns
// of strata, and what somebody has in them, how many people n have it, and known, in which the bit of each other column is
// set, that of the first being the highest. The other columns are NULL.
func (in *Input) AddShared(p *sqltext.Plan, k *KnownColumns) {
	keys, columns := in.Keys(), len(in.QI)-in.Within
	var sets []sqltext.SQL
	for _, set := range k.Subsets(columns) {
		known := append(sqltext.Map(set, func(_ int, i int) sqltext.SQL { return keys[i] }), keys[columns:]...)
		sets = append(sets, "("+sqltext.List(known)+")")
	}
	p.With(Shared, "how many people share what they have in each subset of the columns", sqltext.Fill(`
		SELECT {keys}, grouping_id({keys}) AS known, sum(n) AS n
		FROM (SELECT {keys}, __skyline_people({values}, h) AS n FROM {groups})
		WHERE n > 0
		GROUP BY GROUPING SETS ({sets})
	`, sqltext.Args{"keys": sqltext.List(keys), "values": sqltext.Text(string(in.ValuesPerPerson)), "groups": Groups, "sets": sqltext.List(sets)}))
}

func firstSubset(m int) []int {
	set := make([]int, m)
	for i := range set {
		set[i] = i
	}
	return set
}

// nextSubset changes a subset of n numbers into the next one; nil: it was the last.
func nextSubset(set []int, n int) []int {
	for i := len(set) - 1; i >= 0; i-- {
		if set[i] < n-len(set)+i {
			set[i]++
			for j := i + 1; j < len(set); j++ {
				set[j] = set[j-1] + 1
			}
			return set
		}
	}
	return nil
}

// KnownNames is the list of the names of the columns that a row of Shared is about.
func (in *Input) KnownNames(known sqltext.SQL) sqltext.SQL {
	last := len(in.QI) - 1
	return sqltext.Fill("list_filter(list_value({names})::VARCHAR[], lambda name: name IS NOT NULL)", sqltext.Args{"names": sqltext.List(sqltext.Map(in.QI, func(i int, name string) sqltext.SQL {
		return sqltext.Fill("CASE WHEN {known} & {bit} = 0 THEN {name} END", sqltext.Args{"known": known, "bit": sqltext.Int(1 << (last - i)), "name": sqltext.Text(name)})
	}))})
}

// SizeScalar is __skyline_people(values_per_person, histogram): how many people of the table a
// QI group has.
func SizeScalar() host.Scalar {
	return host.ScalarOf("__skyline_people", func(h *histogramOf) (int64, error) {
		people := int64(0)
		err := partition.Entries(string(h.Histogram), func(value string, isNull bool, n int64) error {
			if isNull || h.ValuesPerPerson.Constraint() == knowledge.SVPI && value != partition.Absent {
				if n > partition.MaxPeople || people > partition.MaxPeople-n {
					return partition.ErrTooManyPeople
				}
				people += n
			}
			return nil
		})
		return people, err
	})
}
