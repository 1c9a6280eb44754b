package page

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"skyline/tests/internal/plots"
)

// plot draws columns of what the last query of a block returns, and returns a link to the
// drawing.
func (s Style) plot(ctx context.Context, conn *sql.Conn, selected, block string) (string, error) {
	if s.Plot == nil {
		return "", errors.New("this page has no place for a plot")
	}
	statements := split(block)
	columns, rows, err := query(ctx, conn, fmt.Sprintf("%s FROM (%s\n)", selected, statements[len(statements)-1]))
	if err != nil {
		return "", err
	}
	last := len(columns) - 1
	if last != 1 && last != 2 {
		return "", fmt.Errorf("a plot has two or three columns, not %d", len(columns))
	}
	f := plots.Figure{X: columns[0].name, Y: columns[last].name, Beside: true}
	number := map[string]int{} // of the curve with a name
	for _, row := range rows {
		x, err := strconv.ParseFloat(row[0], 64)
		if err != nil {
			return "", err
		}
		y, err := strconv.ParseFloat(row[last], 64)
		if err != nil {
			return "", err
		}
		name := "" // there is one curve
		if last == 2 {
			name = row[1]
		}
		at, known := number[name]
		if !known {
			at = len(f.Curves)
			number[name] = at
			f.Curves = append(f.Curves, plots.Curve{Label: name})
		}
		f.Curves[at].Add(x, y)
	}
	slices.SortFunc(f.Curves, func(a, b plots.Curve) int { return strings.Compare(a.Label, b.Label) })
	drawing, err := f.SVG()
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("\n\n![%s by %s](%s)", f.Y, f.X, s.Plot(drawing)), nil
}
