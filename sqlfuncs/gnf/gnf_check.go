package gnf

import (
	"fmt"
	"slices"
	"strings"

	"skyline/engine/guardian"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
	"skyline/sqlfuncs/words"
)

// GnfCheck is gnf_check: whether tables keep privacy rules.
var GnfCheck = &call.Function{
	Name:        "gnf_check",
	Summary:     "Does a set of tables keep all privacy rules? Guardian Normal Form, rule by rule.",
	Questions:   []string{"Does a proposed set of tables keep the rules? Where does it leak?"},
	Description: "A schema is a list of tables that are to be published together, each of which keeps at most one rule by itself, `lhs` ↛ `rhs`, by Anatomy or the like. A rule is `unreachable` where no tables link its left side with its right side; `guarded` where a table does what the rule needs: it has the right side, it keeps `must_enforce` ↛ `rhs`, and without its right side nothing else leads there; otherwise it is `violated`. The schema is in Guardian Normal Form where no rule is violated.",
	Params: []call.Param{
		{Name: "tables", Type: "STRUCT(attributes VARCHAR[], lhs VARCHAR[], rhs VARCHAR)[]", Doc: "the schema; `lhs` and `rhs` NULL, or left out, where a table keeps no rule"},
		paramRules, paramFDs,
	},
	Columns: []call.ResultColumn{
		{Name: "rule_no", Type: "BIGINT", Doc: "the number of the rule, as in `gnf_rules`"},
		{Name: "lhs", Type: "VARCHAR[]", Doc: "the rule's left side"},
		{Name: "rhs", Type: "VARCHAR", Doc: "its right side"},
		{Name: "status", Type: "VARCHAR", Doc: "`unreachable`, `guarded` or `violated`"},
		{Name: "meaning", Type: "VARCHAR", Doc: "the row in words"},
		{Name: "guardian", Type: "BIGINT", Doc: "the number of the table that guards the rule, from 1"},
		{Name: "path", Type: "VARCHAR", Doc: "of a violated rule, how its left side leads to its right side: `icd -[1]- hospital -[2]- zip` goes through tables 1 and 2; `[fd 1]` is a functional dependency"},
		{Name: "must_enforce", Type: "VARCHAR[]", Doc: "the left side that the guardian has to keep `rhs` from; of a violated rule, what the table that comes nearest would have to"},
	},
	Example: `FROM gnf_check([{'attributes': ['hospital', 'age', 'gender', 'icd'], 'lhs': NULL, 'rhs': NULL}, {'attributes': ['race', 'zip'], 'lhs': ['race'], 'rhs': 'zip'}],
               [{'lhs': ['age', 'icd'], 'rhs': 'race'}, {'lhs': ['gender', 'icd'], 'rhs': 'zip'}, {'lhs': ['hospital', 'race'], 'rhs': 'zip'}])`,
	Notes: []string{
		"`must_enforce` is (Q ∩ A) ∪ Q*: the columns A of the guardian that are in the rule's left side Q, or that other tables link with it. A table that keeps L ↛ S keeps W ↛ S for all parts W of L. A table published by Anatomy keeps all its other columns from its right side, whatever `lhs` says; `lhs` counts here, since other methods do not.",
		"A rule whose left or right side no table has, and no functional dependency leads to, is unreachable. A guardian is unique.",
		"A schema keeps a rule with [a right side of several columns](#a-right-side-of-several-columns) if it keeps it for any of them.",
		"The normal form is about schemas. [Who is protected from whom](#who-is-protected-from-whom) says what publishing must do in addition.",
		"No table is read.",
	},
	Source: SourceGNF + "Sect. 4, Definitions 3 to 5.",
	Plan:   planGNFCheck,
}

func planGNFCheck(c *call.Call) (sqltext.SQL, error) {
	schema, err := readWrittenTables(c)
	if err != nil {
		return "", err
	}
	written, err := readWrittenRules(c)
	if err != nil {
		return "", err
	}
	s := newRuleSet(written, attributesOf(schema)...)
	tables := s.tablesOf(schema)
	return call.Values(c.Function.Columns, sqlRows(s.rules, func(i int, r guardian.Reduced) []sqltext.SQL {
		rule, finding := s.check(tables, r)
		status, path := finding.Status.String(), s.path(tables, finding)
		guard, enforced, enforce := finding.Guardian, []string(nil), sqltext.SQL("NULL")
		switch {
		case r.Exposed:
			status, path, guard = guardian.Violated.String(), "functional dependency "+s.dependencies(r.Through), guardian.None
		case finding.Status != guardian.Unreachable:
			enforced = s.namesOf(finding.MustEnforce)
			enforce = sqltext.Texts(enforced)
		}
		lhs, rhs := s.namesOf(rule.LHS), s.names[rule.RHS]
		return []sqltext.SQL{
			numberOf(i), sqltext.Texts(lhs), sqltext.Text(rhs), sqltext.Text(status), sqltext.Text(words.Rule(status, lhs, rhs, guard+1, enforced, path)),
			numberOf(guard), sqltext.TextOrNull(path), enforce,
		}
	})), nil
}

func (s *ruleSet) tablesOf(written []writtenTable) []guardian.Table {
	tables := make([]guardian.Table, len(written))
	for i, t := range written {
		tables[i] = guardian.Table{Attributes: s.set(t.attributes), LHS: s.set(t.lhs), RHS: guardian.None}
		if t.rhs != "" {
			tables[i].RHS = s.attribute(t.rhs)
		}
	}
	return tables
}

// check looks at a rule, and where it protects a combination, at each of the
// columns: one that is kept is enough. It returns the rule on that column.
func (s *ruleSet) check(tables []guardian.Table, r guardian.Reduced) (guardian.Rule, guardian.Finding) {
	linked := slices.Concat(tables, s.links)
	finding := guardian.Check(linked, r.Rule)
	for _, a := range r.Composite {
		if finding.Status != guardian.Violated {
			break
		}
		rule := guardian.Rule{LHS: r.LHS, RHS: a}
		if other := guardian.Check(linked, rule); other.Status != guardian.Violated {
			return rule, other
		}
	}
	return r.Rule, finding
}

// path writes how a left side leads to a right side.
func (s *ruleSet) path(tables []guardian.Table, f guardian.Finding) string {
	var b strings.Builder
	for i, step := range f.Path {
		b.WriteString(s.names[step.Attribute])
		switch {
		case i+1 == len(f.Path):
		case step.Table < len(tables):
			fmt.Fprintf(&b, " -[%d]- ", step.Table+1)
		default:
			fmt.Fprintf(&b, " -[fd %d]- ", step.Table-len(tables)+1)
		}
	}
	return b.String()
}
