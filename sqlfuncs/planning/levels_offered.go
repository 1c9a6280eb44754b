package planning

import (
	"encoding/json"
	"fmt"
	"slices"

	"skyline/sqlfuncs/sqltext"
)

// Level is how detailed a column may be shown: one of those that are offered for it.
type Level struct {
	Attribute string      `json:"attribute"`
	Steps     string      `json:"steps"` // as a plan has them, "" for none
	Words     string      `json:"words"`
	Treatment string      `json:"treatment"`
	Column    string      `json:"column"` // what the column at the level is called: the attribute for that without steps
	Shown     sqltext.SQL `json:"-"`      // the column at the level, in SQL; "" for the column as it is
}

// Offered returns the levels that are offered for the dates and numbers of a plan which are shown
// as ranges: any, and those that begin and end at months and years, or at multiples. A column with a
// hierarchy, or with an end of its scale, has none.
func Offered(rows []Row) (all []Level) {
	for i := range rows {
		row := &rows[i]
		kind := row.kind()
		if row.Attribute == "" || IsDropped(row.Role) && row.Role != Drop || kind != ofDates && kind != ofNumbers {
			continue
		}
		own := new(Steps)
		if row.Steps != "" {
			given, err := ParseSteps(row.Steps)
			if err != nil || given.Finest == nil {
				continue
			}
			own = given
		}
		all = append(all, Level{Attribute: row.Attribute, Words: "any", Treatment: row.treated(""), Column: row.Attribute})
		var steps []any
		if kind == ofDates {
			steps = row.periods(own.Finest)
		} else {
			steps = multiples(own.Finest)
		}
		for _, finest := range steps {
			s := (&Steps{Finest: finest}).String()
			level := Level{Attribute: row.Attribute, Steps: s, Treatment: row.treated(s)}
			column := "tbl." + sqltext.Ident(row.Attribute)
			switch finest := finest.(type) {
			case string:
				level.Words, level.Shown = finest+"s", sqltext.Fill("date_trunc({unit}, {column})", sqltext.Args{"unit": sqltext.Text(finest), "column": column})
			case json.Number:
				level.Words, level.Shown = "steps of "+shownNumber(finest), sqltext.Fill("floor({column} / {step}::DOUBLE)", sqltext.Args{"column": column, "step": sqltext.Text(finest.String())})
			}
			if finest == own.Finest {
				level.Steps = row.Steps
			}
			if level.Column = row.Attribute + ", in " + level.Words; of(rows, level.Column) == nil {
				all = append(all, level)
			}
		}
	}
	return all
}

// periods are those at which ranges of dates may end, the plan's own among them.
func (r *Row) periods(own any) []any {
	periods := []any{"day", "week", "month", "year"}
	return slices.DeleteFunc(periods, func(unit any) bool { return (unit == "day" || unit == "week") && unit != own })
}

// multiples are the numbers at whose multiples ranges may end: the plan's own, or 5, and twice and
// ten times that.
func multiples(own any) []any {
	first, ok := own.(json.Number)
	if !ok {
		return []any{json.Number("5"), json.Number("10")}
	}
	x, err := first.Float64()
	if err != nil {
		return nil
	}
	return []any{first, json.Number(fmt.Sprint(2 * x)), json.Number(fmt.Sprint(10 * x))}
}
