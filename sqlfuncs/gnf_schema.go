package sqlfuncs

import (
	"fmt"
	"strings"

	"skyline/engine/guardian"
)

// subTable is the table of a schema that a call publishes.
type subTable struct {
	attributes, right guardian.Set
	// rest says that it has the columns that the call does not name, too.
	rest bool
	// position is the number of its only column in the table, or 0.
	position int64
}

// schema is the tables of a release as far as they are known while a call is
// planned. The columns that no rule names have one number among the attributes, rest:
// they stay together.
type schema struct {
	tables []guardian.Table
	rest   int // -1: all columns are named
}

// schema returns the tables of the method, or of the parameter tables.
func (in *gnfInput) schema(written []writtenTable) (*schema, error) {
	all := in.set(in.names)
	s := &schema{rest: -1}
	rules, _ := in.kept()
	if written != nil {
		s.tables = in.tables(written)
		return s, in.refuseViolated(s.tables)
	}
	known := all
	if in.attributes == nil {
		s.rest = len(in.names)
		all = all.With(s.rest)
	}
	switch in.method {
	case "uad":
		s.tables = guardian.UAD(all, rules)
	case "gd":
		tables, ok := guardian.GDWithoutData(all, rules)
		if s.rest >= 0 && ok {
			// There may be no such columns.
			without, sure := guardian.GDWithoutData(known, rules)
			ok = sure && sameTables(tables, without, s.rest)
		}
		if !ok {
			return nil, in.call.errorf("method := 'gd' chooses a schema for these rules by the data, which is not known before the call runs; keep the schema first and give it as tables: SET VARIABLE schema = (SELECT list({'attributes': attributes, 'lhs': lhs, 'rhs': rhs} ORDER BY table_no) FROM gnf_decompose(…, method := 'gd'))")
		}
		s.tables = tables
	}
	return s, nil
}

// sameTables reports whether schemas differ by one attribute only.
func sameTables(tables, without []guardian.Table, attribute int) bool {
	if len(tables) != len(without) {
		return false
	}
	for i := range tables {
		if !tables[i].Attributes.Without(attribute).Equal(without[i].Attributes) || tables[i].RHS != without[i].RHS {
			return false
		}
	}
	return true
}

// refuseViolated is an error if a schema violates a rule.
func (in *gnfInput) refuseViolated(tables []guardian.Table) error {
	for i, r := range in.rules {
		if rule, finding := in.check(tables, r); finding.Status == guardian.Violated {
			return in.call.errorf("tables must keep all rules, and violate rule %d (%s): %s; gnf_check says more", i+1, in.show(rule), in.path(finding))
		}
	}
	return nil
}

// subTable returns the table of the parameter table_no.
func (in *gnfInput) subTable(s *schema) (*subTable, error) {
	c := in.call
	no, err := c.whole("table_no")
	if err != nil {
		return nil, err
	}
	if s.tables == nil && in.method == "single" && in.attributes == nil {
		if no < 1 {
			return nil, c.errorf("table_no must be the number of a sub-table, from 1, got %d", no)
		}
		return &subTable{position: no}, nil
	}
	t := subTable{}
	switch tables := s.tables; {
	case tables == nil && in.method == "single":
		if err := c.checkTableNo(no, len(in.attributes)); err != nil {
			return nil, err
		}
		t.position = no
	case tables == nil: // multi_sa
		if err := c.checkTableNo(no, 1); err != nil {
			return nil, err
		}
		t.attributes, t.rest = in.set(in.names), s.rest >= 0
		rules, _ := in.kept()
		for _, r := range rules {
			t.right = t.right.With(r.RHS)
		}
	default:
		if err := c.checkTableNo(no, len(tables)); err != nil {
			return nil, err
		}
		table := tables[no-1]
		t.attributes, t.rest = table.Attributes, s.rest >= 0 && table.Attributes.Has(s.rest)
		if t.rest {
			t.attributes = t.attributes.Without(s.rest)
		}
		if table.RHS != guardian.None && table.Attributes.Len() > 1 {
			t.right = guardian.SetOf(table.RHS)
		}
	}
	return &t, nil
}

func (c *Call) checkTableNo(no int64, tables int) error {
	if no >= 1 && no <= int64(tables) {
		return nil
	}
	return c.errorf("table_no must be the number of a sub-table, from 1 to %d, got %d; gnf_decompose lists them", tables, no)
}

// selected is the SELECT of a sub-table's columns, in the order of the table's.
func (in *gnfInput) selected(t *subTable) string {
	switch {
	case t.position > 0:
		return fmt.Sprintf("SELECT #%d FROM %s AS tbl", t.position, in.source)
	case !t.rest:
		return fmt.Sprintf("SELECT COLUMNS(%s) FROM %s AS tbl", strings.TrimSuffix(sqlTexts(in.namesOf(t.attributes)), "::VARCHAR[]"), in.source)
	}
	others := in.set(in.names).Minus(t.attributes)
	if others.Empty() {
		return fmt.Sprintf("SELECT * FROM %s AS tbl", in.source)
	}
	var names []string
	for _, name := range in.namesOf(others) {
		names = append(names, quoteIdentifier(name))
	}
	return fmt.Sprintf("SELECT * EXCLUDE (%s) FROM %s AS tbl", strings.Join(names, ", "), in.source)
}
