package planning

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/hints"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// Split is what the row of a plan has in the place of a requirement that says by which split a
// release is made: the parameter of that name.
const Split = "split"

// Suppression is what it has in the place of one that says which share of the people may be left out,
// likewise.
const Suppression = "suppression"

// Setting is a way to generalize a table: what it has in the place of what a plan says.
type Setting struct {
	Words      string             `json:"words"`
	Split      string             `json:"split,omitempty"`      // "": the plan's
	Steps      map[string]string  `json:"steps,omitempty"`      // by column; "" for none
	Importance map[string]float64 `json:"importance,omitempty"` // by column
}

// Tries returns the settings that are tried for a plan, at most so many: its own, which comes
// first; other splits; no steps; rare texts together; texts, and each column, more important than
// others; a hierarchy of the usual levels for dates, numbers and codes. They follow from the plan
// alone, and those that most often lose less come first.
func Tries(rows []Row, most int64) []Setting {
	all := []Setting{
		{Words: "as the plan says"},
		{Words: "split by information gain", Split: "information_gain"},
		{Words: "split at the median", Split: "median"},
	}
	var columns []*Row
	none, levels, kinds := map[string]string{}, map[string]string{}, 0
	for i := range rows {
		if row := &rows[i]; row.Role == QI {
			columns = append(columns, row)
			if row.Steps != "" {
				none[row.Attribute] = ""
			}
		}
	}
	if len(none) > 0 {
		all = append(all, Setting{Words: "without steps", Steps: none})
	}
	least, texts := leastOf(rows), map[string]float64{}
	hierarchies := func(kind string) {
		steps := map[string]string{}
		for _, row := range columns {
			if row.kind() == kind {
				steps[row.Attribute] = row.usual(kind, least)
			}
		}
		if len(steps) == 0 {
			return
		}
		all = append(all, Setting{Words: kind, Steps: steps})
		if kind != ofTexts {
			kinds++
			maps.Copy(levels, steps)
		}
	}
	hierarchies(ofTexts)
	// A set of a few texts loses much, so they come first.
	slices.SortStableFunc(columns, func(a, b *Row) int { return b.rank() - a.rank() })
	var single []Setting
	for i, of := range []struct {
		factor       float64
		split, words string
	}{{keptImportance, "", ""}, {2, "", ""}, {2, "median", ", split at the median"}} {
		for _, row := range columns {
			if len(columns) == 1 || row.Importance > 0 {
				continue
			}
			importance := map[string]float64{row.Attribute: of.factor}
			single = append(single, Setting{Words: fmt.Sprintf("%s %v times as important as others%s", people.PlainIdentifier(row.Attribute), of.factor, of.words), Split: of.split, Importance: importance})
			if i == 0 && row.kind() == ofTexts {
				maps.Copy(texts, importance)
			}
		}
	}
	if 1 < len(texts) && len(texts) < len(columns) {
		all = append(all, Setting{Words: fmt.Sprintf("texts %d times as important as others", keptImportance), Importance: texts})
	}
	all = append(all, single...)
	for _, kind := range []string{ofDates, ofNumbers, ofCodes} {
		hierarchies(kind)
	}
	if kinds > 1 {
		all = append(all, Setting{Words: "levels of all dates, numbers and codes", Steps: levels})
	}
	return all[:min(int64(len(all)), most)]
}

// Kept returns the rows of a plan with columns that must stay useful, or the first of these that
// the plan does not have.
func Kept(rows []Row, keep []string) (kept []Row, unknown string) {
	kept = slices.Clone(rows)
	for _, name := range keep {
		row := of(kept, name)
		if row == nil {
			return nil, name
		}
		row.Importance = keptImportance
	}
	return kept, ""
}

// The kinds of columns that have usual levels, as settings say them.
const (
	ofDates   = "levels of dates"
	ofNumbers = "levels of numbers"
	ofCodes   = "levels of codes"
	ofTexts   = "rare texts as other"
)

// kind returns which usual levels the column has, by its type as it is read; "" for none.
func (r *Row) kind() string {
	read, base := strings.ToUpper(r.ReadAs), strings.ToUpper(r.Type)
	base, _, _ = strings.Cut(base, "(")
	reads := func(types ...string) bool {
		return slices.ContainsFunc(types, func(t string) bool { return strings.HasSuffix(read, "::"+t) || strings.HasSuffix(read, " AS "+t+")") })
	}
	switch {
	case reads("DATE", "TIMESTAMP"), r.keepsType() && (base == "DATE" || base == "TIMESTAMP"):
		return ofDates
	case reads("BIGINT", "DOUBLE"), r.keepsType() && slices.Contains(numberTypes, base):
		return ofNumbers
	case base != "VARCHAR", reads("TIME"):
		return ""
	case hints.IsPostal(r.Attribute):
		return ofCodes
	}
	return ofTexts
}

// keepsType reports whether the column is read in its own type: as it is, or without codes for
// missing values. What its owner has written may have any.
func (r *Row) keepsType() bool {
	name := string(sqltext.Ident(r.Attribute))
	return r.ReadAs == "" || strings.HasPrefix(r.ReadAs, "CASE WHEN "+name+" IN (") && strings.HasSuffix(r.ReadAs, ") THEN NULL ELSE "+name+" END")
}

// rank orders columns whose importance is tried: texts first.
func (r *Row) rank() int {
	if r.kind() == ofTexts {
		return 1
	}
	return 0
}

// numberTypes are DuckDB's types of numbers.
var numberTypes = strings.Fields("TINYINT SMALLINT INTEGER BIGINT HUGEINT UTINYINT USMALLINT UINTEGER UBIGINT FLOAT DOUBLE DECIMAL")

// usual returns the steps of the usual levels of a kind, where so many people must be alike. Ends
// of the scale stay.
func (r *Row) usual(kind string, least int64) string {
	old := new(Steps)
	if r.Steps != "" {
		if given, err := ParseSteps(r.Steps); err == nil {
			old = given
		}
	}
	s := Steps{Bottom: old.Bottom, Top: old.Top}
	switch kind {
	case ofDates:
		s.Widths = []any{"month", "quarter", "year", "5 years"}
	case ofNumbers:
		unit := 1.0
		if finest, ok := old.Finest.(json.Number); ok {
			if x, err := finest.Float64(); err == nil && x > 0 {
				unit = x
			}
		}
		for _, width := range []float64{5, 10, 20} {
			s.Widths = append(s.Widths, json.Number(strconv.FormatFloat(width*unit, 'f', -1, 64)))
		}
	case ofCodes:
		return (&Steps{Keep: []any{4, 3, 2}}).String()
	case ofTexts:
		return (&Steps{AtLeast: json.Number(fmt.Sprint(4 * least))}).String()
	}
	return s.String()
}

// leastOf returns how many people must be alike by a plan.
func leastOf(rows []Row) int64 {
	for i := range rows {
		if rows[i].Rule == "k_anonymity" {
			if k, ok := call.ParseWhole(rows[i].Required); ok {
				return k
			}
		}
	}
	return 1
}

// In returns the rows of a plan with a setting, and with a row that says how it was chosen.
func (s *Setting) In(rows []Row, chosen string) []Row {
	out := slices.DeleteFunc(slices.Clone(rows), func(row Row) bool { return row.Rule == Split })
	split := s.Split
	if i := slices.IndexFunc(rows, func(row Row) bool { return row.Rule == Split }); split == "" && i >= 0 {
		split = rows[i].Required
	}
	for i := range out {
		row := &out[i]
		if row.Role != QI {
			continue
		}
		if steps, ok := s.Steps[row.Attribute]; ok {
			row.Steps, row.Treatment = steps, row.treated(steps)
		}
		if importance, ok := s.Importance[row.Attribute]; ok {
			row.Importance = importance
		}
	}
	if split == "" {
		split = "information_loss"
	}
	return append(out, Row{Finding: chosen, Rule: Split, Required: split})
}

// treated says what is done with the column by other steps.
func (r *Row) treated(steps string) string {
	kind := setsOfValues
	switch r.kind() {
	case ofDates:
		kind = rangesOfDates
	case ofNumbers:
		kind = rangesOfNumbers
	}
	if given, err := ParseSteps(steps); err == nil {
		return given.Words(kind)
	}
	return kind
}
