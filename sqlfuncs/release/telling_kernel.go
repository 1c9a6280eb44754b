package release

import (
	"context"
	"strings"

	"skyline/engine/profile"
	"skyline/sqlfuncs/hints"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
)

// tellingSpec is what the kernel gets that looks at columns without a role.
type tellingSpec struct {
	Hidden   []hiddenColumn                   `json:"hidden"`
	Groups   int                              `json:"groups"`             // how many columns tell the groups
	Persons  bool                             `json:"persons"`            // who may have several rows
	Names    []string                         `json:"names,omitempty"`    // of the columns without a role, and one that is none
	Smallest *int64                           `json:"smallest,omitempty"` // people in the smallest group
	Counts   bool                             `json:"counts,omitempty"`   // whether rows may be several of a person, by the groups' columns
	Rows     *host.Shared[*people.HashedRows] `json:"rows,omitempty"`
}

// hiddenColumn is Hidden without its value.
type hiddenColumn struct {
	Name  string `json:"name"`
	QI    bool   `json:"qi"`
	Exact bool   `json:"exact,omitempty"`
}

// A column is nearly unique if 90 % of the people share their value with fewer than any group
// has, and than mostFew: as numbers of households, or of people with a few rows each. In a
// table of a few people every column is; so it has at least fewestFew values.
const (
	mostFew   = 10
	fewestFew = 10
)

// tellingRow is how many columns tell something, and which; and whether rows are people.
type tellingRow struct {
	Columns int64
	Shown   string
	NotPeople
}

// TellingKernel finds what single columns without a role tell.
var TellingKernel = host.KernelOf("telling", runTelling)

func runTelling(ctx context.Context, s *tellingSpec) (*host.Rows[tellingRow], error) {
	out := host.NewRows[tellingRow]()
	if s.Rows == nil || len(s.Names) == 0 {
		return nil, host.ErrNotKept
	}
	t := &telling{tellingSpec: s, table: s.Rows.Value.Table(s.Persons), others: len(s.Names) - 1}
	columns := t.table.Columns()
	if columns == 0 { // no rows
		out.Add(tellingRow{})
		return out, nil
	}
	// Behind the columns without a role are some that plans add, since a list of columns must
	// not be empty.
	if t.hidden = columns - s.Groups - len(s.Hidden); t.hidden < t.others {
		return nil, host.ErrNotKept
	}
	if err := t.look(ctx); err != nil {
		return nil, err
	}
	row := t.row()
	if s.Counts {
		row.NotPeople = FindPerson(t.table, upTo(t.others), s.Names, t.groups())
	}
	out.Add(row)
	return out, nil
}

// telling is what has been found.
type telling struct {
	*tellingSpec
	table  *profile.Table
	others int // columns without a role, in front
	hidden int // the place of the first hidden column

	names  []string // columns, and what they are by their names
	few    []string // columns, and the people who share their value with fewer than any group has
	told   []string // columns, and what they tell that groups hide
	person []string // columns that tell all that is known of somebody
}

// hiddenAt is the place of a hidden column in the table.
func (t *telling) hiddenAt(i int) int { return t.hidden + i }

// groups are the places of the columns that tell the groups.
func (t *telling) groups() (columns []int) {
	for i := range t.Groups {
		columns = append(columns, t.hiddenAt(len(t.Hidden)+i))
	}
	return columns
}

// upTo returns 0, …, n - 1.
func upTo(n int) (all []int) {
	for i := range n {
		all = append(all, i)
	}
	return all
}

func (t *telling) look(ctx context.Context) error {
	together := t.table.Alike(t.groups()...)
	mostWrong, hides := make([]int64, len(t.Hidden)), make([]bool, len(t.Hidden))
	for i := range t.Hidden {
		mostWrong[i], hides[i] = t.table.MostWrong(t.hiddenAt(i)), !together.Tells(t.hiddenAt(i))
	}
	for column := range t.others {
		if err := ctx.Err(); err != nil {
			return err
		}
		if t.table.Values(column) > 1 { // a constant tells nothing
			t.lookAt(column, mostWrong, hides)
		}
	}
	return nil
}

// lookAt looks at a column without a role.
func (t *telling) lookAt(column int, mostWrong []int64, hides []bool) {
	name := people.PlainIdentifier(t.Names[column])
	alike := t.table.Alike(column)
	if hint := hints.Direct(t.Names[column]); hint != "" && isOfFew(alike) {
		t.names = append(t.names, name+": "+strings.ReplaceAll(hint, "_", " "))
	}
	if t.Smallest != nil && alike.Groups() >= fewestFew {
		if n, all := alike.Sharing(min(*t.Smallest, mostFew)); all > 0 && n >= all-all/10 {
			t.few = append(t.few, name+" "+percent(n, all))
		}
	}
	var known []int // quasi-identifiers
	all, varying := true, false
	for i, h := range t.Hidden {
		determined := mostWrong[i] > 0 && alike.Determines(t.hiddenAt(i), mostWrong[i])
		if determined && hides[i] && !h.Exact {
			t.told = append(t.told, name+" tells "+people.PlainIdentifier(h.Name))
		}
		if h.QI && mostWrong[i] > 0 {
			all, varying = all && determined, true
			known = append(known, t.hiddenAt(i))
		}
	}
	if all && varying && independent(t.table, known) {
		t.person = append(t.person, name)
	}
}

// row says what has been found.
func (t *telling) row() tellingRow {
	var parts []string
	for _, found := range []struct {
		what  string
		shown []string
	}{
		{"name people, as their own names say", t.names},
		{"have values that fewer people share than any group has, as numbers of people and of households do", t.few},
		{"tell what groups hide", t.told},
		{"tell all of qi, as numbers of people with several rows do", t.person},
	} {
		if len(found.shown) > 0 {
			parts = append(parts, found.what+" ("+firstFew(found.shown)+")")
		}
	}
	return tellingRow{Columns: int64(len(t.names) + len(t.few) + len(t.told) + len(t.person)), Shown: strings.Join(parts, ", and ")}
}
