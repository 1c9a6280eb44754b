package release

import (
	"cmp"
	"database/sql"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
)

// maxColumnsShown is how many columns without a role a text names.
const maxColumnsShown = 5

// shownArgs are the arguments of __skyline_columns_shown. The last of the names is that of
// no column.
type shownArgs struct {
	Names   []string        `sql:"names,nil=null"`
	People  sql.Null[int64] // NULL: more than are allowed, which is another error
	Columns []int64         `sql:"columns,nil=null"` // indices of names; NULL: nobody is singled out
	Alone   []int64         `sql:"alone,nil=null"`   // how many people each of these singles out
}

// ColumnsShownScalar is __skyline_columns_shown(names, people, columns, alone): columns
// and the shares of the people whom they single out, as a text. Where they single out
// nobody all are shown, without shares.
func ColumnsShownScalar() host.Scalar {
	return host.ScalarOf("__skyline_columns_shown", func(a *shownArgs) (string, error) {
		if !a.People.Valid {
			return "", nil
		}
		if len(a.Names) < 2 {
			return "", host.ErrNotKept
		}
		names := a.Names[:len(a.Names)-1]
		if a.Columns == nil || a.Alone == nil {
			shown := make([]string, len(names))
			for i, name := range names {
				shown[i] = people.PlainIdentifier(name)
			}
			return firstFew(shown), nil
		}
		return columnsShown(names, a.People.V, a.Columns, a.Alone)
	})
}

func columnsShown(names []string, all int64, columns, alone []int64) (string, error) {
	if len(columns) != len(alone) {
		return "", host.ErrNotKept
	}
	order := make([]int, len(columns))
	for i, column := range columns {
		if column < 0 || column >= int64(len(names)) || alone[i] < 0 || alone[i] > all {
			return "", host.ErrNotKept
		}
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(alone[b], alone[a]) })
	shown := make([]string, len(order))
	for at, i := range order {
		shown[at] = people.PlainIdentifier(names[columns[i]]) + " " + percent(alone[i], all)
	}
	return firstFew(shown), nil
}

// firstFew lists texts, and says how many it leaves out.
func firstFew(texts []string) string {
	if more := len(texts) - maxColumnsShown; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(texts[:maxColumnsShown], ", "), more)
	}
	return strings.Join(texts, ", ")
}

// percent writes n of all in percent, to one decimal. What is not nobody is not 0 %, and
// what is not everybody is not 100 %.
func percent(n, all int64) string {
	if n == 0 {
		return "0 %"
	}
	// ⌊1000·n/all + 1/2⌋ = ⌊(2000·n + all) / (2·all)⌋
	rounded := new(big.Int).Mul(big.NewInt(n), big.NewInt(2000))
	rounded.Add(rounded, big.NewInt(all))
	tenths := rounded.Quo(rounded, new(big.Int).Mul(big.NewInt(all), big.NewInt(2))).Int64()
	switch {
	case tenths == 0:
		return "less than 0.1 %"
	case tenths == 1000 && n < all:
		return "more than 99.9 %"
	case tenths%10 == 0:
		return fmt.Sprintf("%d %%", tenths/10)
	}
	return fmt.Sprintf("%d.%d %%", tenths/10, tenths%10)
}
