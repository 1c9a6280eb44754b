package release

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
)

// maxColumnsShown is how many columns without a role a text names.
const maxColumnsShown = 5

// ColumnsShownScalar is __skyline_columns_shown(names, people, columns, alone): columns
// and the shares of the people whom they single out, as a text. columns are indices of
// names; where they are NULL nobody is, and the columns are shown without shares. The last
// of the names is none of them.
func ColumnsShownScalar() host.Scalar {
	numbers := host.ListOf(host.Type{Kind: host.Bigint})
	return host.Scalar{
		Name:   "__skyline_columns_shown",
		Params: []host.Type{host.ListOf(host.Type{Kind: host.Varchar}), {Kind: host.Bigint}, numbers, numbers},
		Result: host.Type{Kind: host.Varchar},
		Call: func(args []host.Column, rows int) (host.Column, error) {
			texts := make([]string, rows)
			for row := range texts {
				var err error
				if texts[row], err = columnsShown(args, row); err != nil {
					return host.Column{}, err
				}
			}
			return host.Column{Len: rows, Strings: texts}, nil
		},
	}
}

func columnsShown(args []host.Column, row int) (string, error) {
	if args[1].IsNull(row) {
		return "", nil // More people than are allowed, which is another error.
	}
	if args[0].IsNull(row) {
		return "", host.ErrNotKept
	}
	names := host.TextsOf(&args[0], row)
	if len(names) < 2 {
		return "", host.ErrNotKept
	}
	names = names[:len(names)-1]
	if args[2].IsNull(row) || args[3].IsNull(row) {
		shown := make([]string, len(names))
		for i, name := range names {
			shown[i] = people.PlainIdentifier(name)
		}
		return firstFew(shown), nil
	}
	columns, alone := bigintsOf(&args[2], row), bigintsOf(&args[3], row)
	if len(columns) != len(alone) {
		return "", host.ErrNotKept
	}
	order := make([]int, len(columns))
	for i, column := range columns {
		if column < 0 || column >= int64(len(names)) || alone[i] < 0 || alone[i] > args[1].Int64s[row] {
			return "", host.ErrNotKept
		}
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case alone[a] > alone[b]:
			return -1
		case alone[a] < alone[b]:
			return 1
		}
		return 0
	})
	shown := make([]string, len(order))
	for at, i := range order {
		shown[at] = people.PlainIdentifier(names[columns[i]]) + " " + percent(alone[i], args[1].Int64s[row])
	}
	return firstFew(shown), nil
}

func bigintsOf(list *host.Column, row int) []int64 {
	begin, end := list.ListRange(row)
	return list.Elem.Int64s[begin:end]
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
