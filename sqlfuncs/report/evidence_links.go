package report

import (
	"fmt"
	"slices"

	"skyline/sqlfuncs/words"
)

// linkability are the rows on who can be found again in another table.
func (s *evidenceSpec) linkability() []evidenceRow {
	people, _ := measure(s.Risks, "people")
	if people == 0 {
		return nil
	}
	columns := s.identifiers()
	if len(s.Sensitive) > 0 {
		columns = words.List(slices.Concat(s.QI, s.Sensitive), "columns, those of qi and "+s.about())
	}
	if s.Any && s.Persons {
		const why = "Not known: where a missing value is any value, rows are compared of people with one row each. Keep one row a person, or use missing := 'category'."
		return []evidenceRow{unknown("linkable", why), unknown("linkable_by_few", why)}
	}
	share := float64(s.Alone) / people
	meaning := fmt.Sprintf("Anyone who has another table with %s can link nobody to one row of the release.", columns)
	if s.Alone > 0 {
		meaning = fmt.Sprintf("Anyone who has another table with %s can link %s of the people to one row of the release.", columns, words.About(share))
	}
	rows := []evidenceRow{known("linkable", share, s.assuming(meaning)), s.fewColumns(people)}
	if s.Other {
		rows = append(rows, s.matches(people))
	}
	return rows
}

// fewColumns is the row on subsets of the columns.
func (s *evidenceSpec) fewColumns(people float64) evidenceRow {
	most, fewest := int64(0), int64(0)
	for _, x := range s.Subsets {
		most = max(most, x.UniquePeople)
		if x.UniquePeople > 0 && (fewest == 0 || x.Size < fewest) {
			fewest = x.Size
		}
	}
	share := float64(most) / people
	tried := fmt.Sprintf("a table with %s of these %s", words.Whole(s.MaxSize), words.Count(s.Columns, "column", "columns"))
	if most == 0 {
		return known("linkable_by_few", 0, s.assuming(fmt.Sprintf("Anyone who has %s can link nobody to one row, whichever these are.", tried)))
	}
	return known("linkable_by_few", share, s.assuming(fmt.Sprintf("Anyone who has %s can link up to %s of the people to one row. Linking anybody takes %s.", tried, words.About(share), words.Count(fewest, "column", "columns"))))
}

// matches is the row on another release.
func (s *evidenceSpec) matches(people float64) evidenceRow {
	share := float64(s.Matching) / people
	if s.Matching == 0 {
		return known("matching", 0, "No row is the only one of its kind both here and in the other release.")
	}
	return known("matching", share, fmt.Sprintf("%s of the rows are the only ones of their kind both here and in the other release: the two can be put together for these people.", words.Percent(share)))
}
