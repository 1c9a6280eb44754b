package gnf

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strings"

	"skyline/engine/anatomy"
	"skyline/engine/guardian"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldtext"
)

func planGNFTable(c *call.Call) (string, error) {
	in, err := newGNFInput(c)
	if err != nil {
		return "", err
	}
	p := &gnfTablePlan{gnfInput: in}
	if p.schema, err = in.schema(); err != nil {
		return "", err
	}
	if p.table, err = p.schema.table(in); err != nil {
		return "", err
	}
	random, err := c.Seed()
	if err != nil {
		return "", err
	}
	p.AnatomyPlan = &AnatomyPlan{Call: c, L: in.l, Random: drawOf(random, c.Arguments["table_no"]), Renumber: true}
	if err := p.readStrict(); err != nil {
		return "", err
	}
	if err := p.readOthers(); err != nil {
		return "", err
	}
	return p.statement()
}

// drawOf makes of one seed one for each sub-table: with the same randomness, groups and
// orders of two sub-tables would tell which rows are of one person. A draw that is made
// once is of the call, of which the sub-table's number is an argument.
func drawOf(r call.Randomness, table any) call.Randomness {
	if r.Seed != nil {
		sum := sha256.Sum256(fmt.Appendf(nil, "'%d'%v", *r.Seed, table))
		seed := int64(binary.LittleEndian.Uint64(sum[:]))
		r.Seed = &seed
	}
	return r
}

// gnfTablePlan writes the statement of gnf_table: that of an anatomyPlan, once the
// table has been looked at.
type gnfTablePlan struct {
	*gnfInput
	*AnatomyPlan
	schema *gnfSchema
	table  *subTable
	strict bool
	looks  bool     // at whom the columns single out that no rule names
	guards []string // CTEs of one row each, whose ok is true
}

func (p *gnfTablePlan) readStrict() error {
	c := p.gnfInput.call
	var ok bool
	if p.strict, ok = c.Arguments["strict"].(bool); !ok {
		return c.Errorf("strict must be true or false, got %s", call.Show(c.Arguments["strict"]))
	}
	switch {
	case !p.strict:
	case p.schema.method == "multi_sa":
		return c.Errorf("strict must be false for method := 'multi_sa', which is there for comparison")
	case p.schema.method == "single" && p.all:
		return c.Errorf("attributes must be given for strict := true and method := 'single': the columns to publish")
	}
	return nil
}

func (p *gnfTablePlan) statement() (string, error) {
	c := p.gnfInput.call
	right := p.namesOf(p.table.right)
	p.readOnce()
	p.bind(p.gnfInput.source)
	if rules, _ := p.kept(); len(rules) > 0 {
		p.guard("__skyline_eligible", p.eligible())
	}
	if p.strict {
		p.guard("__skyline_apart", p.apart())
	}
	if len(right) > 0 {
		p.guard("__skyline_free", c.OldFreeColumn("group_id", "("+p.selected(p.table)+")"))
	}
	p.refuseDropped()
	if p.looks && len(right) == 0 {
		p.refuseOthers(p.untouched())
		p.guards = append(p.guards, "__skyline_untouched")
	}
	joins := ""
	for _, name := range p.guards {
		joins += " JOIN " + name + " ON " + name + ".ok"
	}
	query := fmt.Sprintf("SELECT t.* FROM (%s) AS t%s", p.selected(p.table), joins)
	switch {
	case len(right) == 0:
		return p.Plain(query), nil
	case p.schema.method == "multi_sa":
		p.Grouping = jointGroups
	case p.strict:
		p.Grouping = strictGroups
	default:
		p.Grouping = anatomyGroups
	}
	p.WholeRows(query, right)
	p.Read(true)
	p.Seat()
	placed := "__skyline_placed"
	if p.looks {
		p.refuseOthers(p.untouchedInGroups())
		placed = "(SELECT t.* FROM __skyline_placed AS t, __skyline_untouched AS guard WHERE guard.ok)"
	}
	return p.Relation(right, placed), nil
}

// readOnce lets the plan read the published columns once, so that the rows that are
// published are those that are looked at.
func (p *gnfTablePlan) readOnce() {
	if rules, _ := p.kept(); len(rules) == 0 && !p.strict && !p.Random.Once && !p.looks {
		return
	}
	p.add("__skyline_published AS MATERIALIZED (SELECT * FROM %s AS tbl)", p.gnfInput.source)
	p.gnfInput.source = "__skyline_published"
}

func (p *gnfTablePlan) guard(name, query string) {
	p.add("%s AS (%s)", name, query)
	p.guards = append(p.guards, name)
}

// eligible is true, or an error if publishing the right side of a rule alone breaks
// the rule: of the first such rule. Every right side is looked at, whatever table it is
// in.
func (p *gnfTablePlan) eligible() string {
	rules, numbers := p.kept()
	var seen guardian.Set
	var parts []string
	for i, rule := range rules {
		if seen.Has(rule.RHS) {
			continue
		}
		seen = seen.With(rule.RHS)
		name := oldtext.QuoteIdentifier(p.names[rule.RHS])
		parts = append(parts, fmt.Sprintf("SELECT %d AS i, %s AS rule, %s AS name, coalesce(system.main.sum(n), 0)::BIGINT AS people, system.main.count(*) AS values, coalesce(system.main.max(n), 0) AS most FROM (SELECT system.main.count(*) AS n FROM %s AS tbl GROUP BY %s)",
			i, oldtext.QuoteText(fmt.Sprintf("rule %d (%s)", numbers[i]+1, p.show(rule))), oldtext.QuoteText(name), p.gnfInput.source, oldtext.TextOf("tbl."+name)))
	}
	return fmt.Sprintf("SELECT system.main.__skyline_eligible(%s, %d, system.main.list(rule ORDER BY i ASC), system.main.list(name ORDER BY i ASC), system.main.list(people ORDER BY i ASC), system.main.list(values ORDER BY i ASC), system.main.list(most ORDER BY i ASC)) AS ok FROM (%s)",
		oldtext.QuoteText(p.gnfInput.call.Function.Name), p.gnfInput.l, strings.Join(parts, " UNION ALL "))
}

// apart is true, or an error if no table of the schema has different rows only, apart
// from values that it shuffles.
func (p *gnfTablePlan) apart() string {
	var parts []string
	for _, t := range p.schema.all(p.gnfInput) {
		left := fmt.Sprintf("SELECT DISTINCT %s FROM (%s)", oldtext.Canonical("COLUMNS(*)"), p.selected(t))
		if right := p.namesOf(t.right); len(right) > 0 {
			left = fmt.Sprintf("SELECT DISTINCT %s FROM (%s)", oldtext.Canonical("COLUMNS(* EXCLUDE ("+strings.Join(oldtext.Quoted(right), ", ")+"))"), p.selected(t))
		}
		parts = append(parts, "SELECT system.main.count(*) AS n FROM ("+left+")")
	}
	return fmt.Sprintf("SELECT CASE WHEN system.main.bool_or(n = (SELECT system.main.count(*) FROM %s AS tbl)) THEN true ELSE %s END AS ok FROM (%s)",
		p.gnfInput.source, p.gnfInput.call.OldFail("strict := true is not possible: in every sub-table there are rows that are equal but for the shuffled column, so an adversary who counts tables, not people, is not covered; use strict := false, or publish more columns that tell people apart"), strings.Join(parts, " UNION ALL "))
}

func gnfTableScalars() []host.Scalar {
	texts, numbers := host.ListOf(host.Type{Kind: host.Varchar}), host.ListOf(host.Type{Kind: host.Bigint})
	return []host.Scalar{{
		// __skyline_eligible(function, l, rules, names, people, values, most) is true, or
		// an error where the most frequent value of a rule's right side has too many
		// people.
		Name:   "__skyline_eligible",
		Params: []host.Type{{Kind: host.Varchar}, {Kind: host.Bigint}, texts, texts, numbers, numbers, numbers},
		Result: host.Type{Kind: host.Boolean},
		Call: func(args []host.Column, rows int) (host.Column, error) {
			ok := make([]bool, rows)
			for row := range ok {
				if err := checkEligible(args, row); err != nil {
					return host.Column{}, err
				}
				ok[row] = true
			}
			return host.Column{Len: rows, Bools: ok}, nil
		},
	}}
}

func checkEligible(args []host.Column, row int) error {
	for i := range args {
		if args[i].IsNull(row) {
			return host.ErrNotKept
		}
	}
	rules, names := host.TextsOf(&args[2], row), host.TextsOf(&args[3], row)
	var counts [3][]int64
	for i := range counts {
		begin, end := args[4+i].ListRange(row)
		counts[i] = args[4+i].Elem.Int64s[begin:end]
		if len(counts[i]) != len(rules) || len(names) != len(rules) {
			return host.ErrNotKept
		}
	}
	for i, rule := range rules {
		e := &anatomy.IneligibleError{L: args[1].Int64s[row], People: counts[0][i], Values: counts[1][i], Count: counts[2][i]}
		switch {
		case e.L < 1 || e.Count < 0:
			return host.ErrNotKept
		case e.People == 0:
			return fmt.Errorf("%s: tbl must have rows, and has none", args[0].Strings[row])
		case e.Count > e.People/e.L:
			return fmt.Errorf("%s: %s cannot be kept: %s", args[0].Strings[row], rule, ineligible(names[i], e))
		}
	}
	return nil
}
