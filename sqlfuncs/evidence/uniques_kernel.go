package evidence

import (
	"context"
	"database/sql"
	"errors"
	"math"
	"runtime"

	"skyline/engine/profile"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/sqltext"
	"skyline/sqlfuncs/words"
)

// uniquesSpec is what the kernel of special_uniques gets. Its rows have their person in
// front, or their number.
type uniquesSpec struct {
	subsetsSpec
	MaxShown int     `json:"max_shown"`
	Fraction float64 `json:"fraction,omitzero"` // 0: no dis_score is asked for
}

// uniqueRow is what is found of a person, or of the row of that number.
type uniqueRow struct {
	ID             int64
	Score          float64
	FewestColumns  int64
	MinimalSubsets int64
	Subsets        [][]string
	DISScore       float64 `sql:"dis_score,nan=null"`
}

var uniquesKernel = host.KernelOf("uniques", runUniques)

func runUniques(ctx context.Context, s *uniquesSpec) (*host.Rows[uniqueRow], error) {
	if s.unreadable() || s.MaxShown < 0 {
		return nil, host.ErrNotKept
	}
	given, err := s.Rows.Value.coded(len(s.Columns) + 1)
	if err != nil {
		return nil, err
	}
	ids, columns := given[0], given[1:]
	var table *profile.Table
	if s.Persons {
		table = profile.NewTableOfPersons(columns, ids)
	} else {
		table = profile.NewTable(columns, s.Rows.Value.people)
	}
	var uniques []profile.Unique
	var subsets []profile.Subset
	if s.Any {
		uniques, subsets, err = s.matching(ctx, table, s.MaxShown)
	} else {
		uniques, subsets, err = table.Uniques(ctx, s.MaxSize, s.MaxShown, runtime.GOMAXPROCS(0))
	}
	if err != nil {
		return nil, err
	}
	scores, err := s.disScores(table, uniques)
	if err != nil {
		return nil, err
	}
	names := make([][]string, len(subsets))
	for i := range subsets {
		names[i] = s.names(subsets[i].Columns)
	}
	out := host.NewRows[uniqueRow]()
	row := uniqueRow{}
	for i := range uniques {
		u := &uniques[i]
		row.ID, row.Score, row.FewestColumns, row.MinimalSubsets, row.Subsets = int64(u.Body), u.Score, u.Fewest, u.Count, row.Subsets[:0]
		if !s.Persons {
			row.ID = int64(ids[u.Body])
		}
		row.DISScore = math.NaN()
		if scores != nil {
			row.DISScore = scores[i]
		}
		for _, place := range u.First {
			row.Subsets = append(row.Subsets, names[place])
		}
		out.Add(row)
		if i%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return out, nil
}

// specialMeaning is the sentence of a row r of special_uniques, of so many columns.
func specialMeaning(columns int) sqltext.SQL {
	return sqltext.Fill("__skyline_special_meaning({columns}, r.fewest_columns, {first}, r.minimal_subsets, r.dis_score)",
		sqltext.Args{"first": sqltext.ListElement("r.subsets", "1"), "columns": sqltext.Int(int64(columns))})
}

// specialMeaningArgs are the arguments of __skyline_special_meaning.
type specialMeaningArgs struct {
	Columns, Fewest int64
	First           []string `sql:",nil=null"` // of the minimal subsets; nil where none is shown
	Subsets         int64
	DISScore        sql.Null[float64]
}

func specialMeaningScalar() host.Scalar {
	return host.ScalarOf("__skyline_special_meaning", func(a *specialMeaningArgs) (string, error) {
		match := math.NaN()
		if a.DISScore.Valid {
			match = a.DISScore.V
		}
		return words.Special(a.Fewest, a.Columns, plainNames(a.First), a.Subsets, match), nil
	})
}

// disScores returns the DIS-SUDA scores of people, nil where nobody asks for them.
func (s *uniquesSpec) disScores(table *profile.Table, uniques []profile.Unique) ([]float64, error) {
	if s.Fraction == 0 {
		return nil, nil
	}
	pairs, err := table.InPairs()
	if errors.Is(err, profile.ErrSeveral) {
		return nil, errors.New("fraction must be NULL where a person has several different rows in columns, since DIS counts rows that are people; keep one row a person in a query given as tbl")
	}
	if err != nil {
		return nil, err
	}
	scores := make([]float64, len(uniques))
	for i := range uniques {
		scores[i] = uniques[i].Score
	}
	return profile.DISScores(scores, pairs, s.Fraction, len(s.Columns))
}
