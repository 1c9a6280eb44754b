package gnf

import (
	"fmt"

	"skyline/engine/guardian"
	"skyline/sqlfuncs/sqltext"
)

// subTables are those that a table is taken apart into, as far as they are known while a
// call is planned.
type subTables struct {
	// method is that of the call, or "" where the call gives the tables.
	method string
	tables []guardian.Table // of "uad", "gd" and ""
	// rest is the attribute that stands for all columns that the call does not name,
	// which stay together; -1: all columns are named.
	rest int
}

// subTable is one of them, as it is published.
type subTable struct {
	attributes, right guardian.Set
	// number is its table_no.
	number int64
	// rest says that it has the columns that the call does not name, too.
	rest bool
	// position is the number of its only column in the table, or 0.
	position int64
}

// takenApart returns the tables of the method, or those of the parameter tables.
func (in *gnfInput) takenApart() (*subTables, error) {
	rules, _ := in.kept()
	all := in.set(in.names)
	s := &subTables{method: in.method, rest: -1}
	if in.tables != nil {
		s.method, s.tables = "", in.tables
		return s, in.refuseViolated(s.tables)
	}
	known := all
	if in.all {
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
			return nil, in.call.Errorf("method := 'gd' chooses a schema for these rules by the data, which are not known before the call runs; keep the schema and give it as tables: SET VARIABLE schema = (SELECT list({'attributes': attributes, 'lhs': lhs, 'rhs': rhs} ORDER BY table_no) FROM gnf_decompose(…, method := 'gd')), then tables := getvariable('schema')")
		}
		s.tables = tables
	}
	if s.tables == nil {
		return s, nil
	}
	return s, in.refuseViolated(s.tables)
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

// refuseViolated is an error if tables violate a rule, functional dependencies linking
// what they are about.
func (in *gnfInput) refuseViolated(tables []guardian.Table) error {
	for i, r := range in.rules {
		if !r.Kept {
			continue
		}
		rule, finding := in.check(tables, r)
		if finding.Status != guardian.Violated {
			continue
		}
		what := fmt.Sprintf("rule %d (%s): %s", in.index(i)+1, in.show(rule), in.path(tables, finding))
		if in.tables != nil {
			return in.call.Errorf("tables must keep all rules, and violate %s; gnf_check says more", what)
		}
		return in.call.Errorf("%s", linkedText(what))
	}
	return nil
}

// linkedText says that a method's tables are not enough against who knows functional
// dependencies.
func linkedText(what string) string {
	return "fds: the sub-tables keep the rules, but together with a functional dependency they violate " + what + "; use another method, publish fewer columns, or drop the dependency if no adversary knows it"
}

// numbered returns the table of the parameter table_no.
func (s *subTables) numbered(in *gnfInput) (*subTable, error) {
	c := in.call
	if c.Arguments["table_no"] == nil {
		return nil, c.Errorf("table_no must be given: the number of a sub-table, from 1; gnf_decompose lists them")
	}
	no, err := c.Whole("table_no")
	if err != nil {
		return nil, err
	}
	if s.method == "single" && in.all {
		if no < 1 {
			return nil, c.Errorf("table_no must be the number of a column of tbl, from 1, got %d", no)
		}
		return &subTable{number: no, position: no}, nil
	}
	tables := s.all(in)
	if no < 1 || no > int64(len(tables)) {
		return nil, c.Errorf("table_no must be the number of a sub-table, from 1 to %d, got %d; gnf_decompose lists them", len(tables), no)
	}
	tables[no-1].number = no
	return tables[no-1], nil
}

// all returns all tables. For the method single, attributes must be given.
func (s *subTables) all(in *gnfInput) []*subTable {
	var tables []*subTable
	switch s.method {
	case "single":
		for i := range in.names {
			tables = append(tables, &subTable{position: int64(i + 1)})
		}
	case "multi_sa":
		t := &subTable{attributes: in.set(in.names), rest: s.rest >= 0}
		rules, _ := in.kept()
		for _, r := range rules {
			t.right = t.right.With(r.RHS)
		}
		tables = append(tables, t)
	default:
		for _, table := range s.tables {
			t := &subTable{attributes: table.Attributes}
			if s.rest >= 0 && table.Attributes.Has(s.rest) {
				t.attributes, t.rest = table.Attributes.Without(s.rest), true
			}
			if table.RHS != guardian.None && table.Attributes.Len() > 1 {
				t.right = guardian.SetOf(table.RHS)
			}
			tables = append(tables, t)
		}
	}
	return tables
}

// selected is the SELECT of a sub-table's columns, in the order of the table's.
func (in *gnfInput) selected(t *subTable) sqltext.SQL {
	columns := sqltext.SQL("*")
	switch others := in.set(in.names).Minus(t.attributes); {
	case t.position > 0:
		columns = "#" + sqltext.Int(t.position)
	case !t.rest || in.dropped:
		columns = "COLUMNS(" + sqltext.ColumnList(in.namesOf(t.attributes)) + ")"
	case !others.Empty():
		columns = "* EXCLUDE (" + sqltext.List(sqltext.Idents(in.namesOf(others))) + ")"
	}
	return sqltext.Fill("SELECT {columns} FROM {source} AS tbl", sqltext.Args{"columns": columns, "source": in.source})
}
