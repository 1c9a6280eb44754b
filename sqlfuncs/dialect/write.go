package dialect

import (
	"fmt"
	"slices"
	"strings"
)

// Write returns the text of a statement, without a semicolon.
func (d *Dialect) Write(s Statement) (string, error) {
	w := &writer{d: d}
	for _, line := range s.Comment {
		w.add("-- ", line, "\n")
	}
	switch {
	case s.Into != nil && d.selectInto:
		w.into = w.name(s.Into)
	case s.Into != nil:
		w.add("CREATE TABLE ", w.name(s.Into), " ")
		if d.into != "" {
			w.add(d.into, " ")
		}
		w.add("AS\n")
	}
	w.query(s.Query)
	return w.b.String(), w.err
}

// writer writes one statement. After an error, what it has written is of no use.
type writer struct {
	d     *Dialect
	b     strings.Builder
	level int
	into  string // what the next SELECT goes into
	err   error
}

func (w *writer) add(parts ...string) {
	for _, part := range parts {
		w.b.WriteString(part)
	}
}

// line begins a line.
func (w *writer) line(parts ...string) {
	w.add("\n", strings.Repeat("    ", w.level))
	w.add(parts...)
}

func (w *writer) fail(err error) string {
	if w.err == nil {
		w.err = err
	}
	return ""
}

// ident quotes a name.
func (w *writer) ident(name string) string {
	if err := check(name); err != nil {
		return w.fail(fmt.Errorf("a name cannot be written: %w", err))
	}
	quoted, err := w.d.ident(name)
	if err != nil {
		return w.fail(fmt.Errorf("the name %s cannot be written in %s: %w", doubled(`"`, `"`, name), w.d.Name, err))
	}
	return quoted
}

// name quotes a name of several parts.
func (w *writer) name(parts []string) string {
	quoted := make([]string, len(parts))
	for i, part := range parts {
		quoted[i] = w.ident(part)
	}
	return strings.Join(quoted, ".")
}

func (w *writer) query(q Query) {
	switch q := q.(type) {
	case Select:
		w.selection(q)
	case Union:
		for i, part := range q {
			if i > 0 {
				w.line("UNION ALL")
				w.line()
			}
			w.selection(part)
		}
	}
}

// shuffle is the name of the column by which rows are put in random order.
const shuffle = "skyline_n"

func (w *writer) selection(s Select) {
	if s.Shuffled != "" && w.d.order == nil {
		w.window(s)
		return
	}
	w.add("SELECT")
	w.level++
	for i, item := range s.Items {
		comma := ","
		if i+1 == len(s.Items) {
			comma = ""
		}
		w.line(w.expr(item.X), " AS ", w.ident(item.As), comma)
	}
	w.level--
	if w.into != "" {
		w.line("INTO ", w.into)
		w.into = ""
	}
	if s.From != nil {
		w.line("FROM ")
		w.relation(s.From)
	}
	if s.Where != nil {
		w.line("WHERE ", w.expr(s.Where))
	}
	if len(s.By) > 0 {
		w.line("GROUP BY ", w.list(s.By))
	}
	if s.Shuffled != "" {
		w.line(w.d.order(w.ident(s.Shuffled), w.d.random))
	}
}

// window writes a selection whose order is that of a window.
func (w *writer) window(s Select) {
	const of = "r"
	outer := Select{From: Sub{Query: s, As: of}, Where: Compare{Column{of, shuffle}, ">", Number(0)}}
	var group Expr
	for _, item := range s.Items {
		outer.Items = append(outer.Items, Item{Column{of, item.As}, item.As})
		if item.As == s.Shuffled {
			group = item.X
		}
	}
	inner := s
	inner.Shuffled = ""
	inner.Items = append(slices.Clip(s.Items), Item{drawn{group}, shuffle})
	outer.From = Sub{Query: inner, As: of}
	w.selection(outer)
}

func (w *writer) relation(r Relation) {
	switch r := r.(type) {
	case Table:
		if r.Source.Query != "" {
			w.add(r.Source.Query) // as it is
		} else {
			w.add(w.name(r.Source.Name))
		}
		w.add(" AS ", w.ident(r.As))
	case Sub:
		w.within(func() { w.query(r.Query) })
		w.add(" AS ", w.ident(r.As))
	case Values:
		w.values(r)
	case Join:
		w.relation(r.Left)
		kind := "JOIN "
		if r.Outer {
			kind = "LEFT JOIN "
		}
		w.line(kind)
		w.relation(r.Right)
		w.line("    ON ", w.expr(r.On))
	}
}

// within writes something between parentheses, on lines of its own.
func (w *writer) within(write func()) {
	w.add("(")
	w.level++
	w.line()
	write()
	w.level--
	w.line(")")
}

// values writes rows, each on a line.
func (w *writer) values(v Values) {
	w.within(func() {
		if !w.d.unions {
			w.add("VALUES")
			w.level++
		}
		for i, row := range v.Rows {
			switch {
			case !w.d.unions:
				comma := ","
				if i+1 == len(v.Rows) {
					comma = ""
				}
				w.line("(", w.list(row), ")", comma)
			case i == 0:
				items := make([]string, len(row))
				for j, x := range row {
					items[j] = w.expr(x) + " AS " + w.ident(v.Columns[j])
				}
				w.add("SELECT ", strings.Join(items, ", "))
			default:
				w.line("UNION ALL SELECT ", w.list(row))
			}
		}
		if !w.d.unions {
			w.level--
		}
	})
	w.add(" AS ", w.ident(v.As))
	if !w.d.unions {
		names := make([]string, len(v.Columns))
		for i, name := range v.Columns {
			names[i] = w.ident(name)
		}
		w.add(" (", strings.Join(names, ", "), ")")
	}
}

func (w *writer) list(xs []Expr) string {
	texts := make([]string, len(xs))
	for i, x := range xs {
		texts[i] = w.expr(x)
	}
	return strings.Join(texts, ", ")
}
