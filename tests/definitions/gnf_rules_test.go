package definitions

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"skyline/tests/trials"
)

// TestRandomRules decomposes a table under random rules, cyclic ones included, by
// every method, and looks at the schemas: through gnf_check, and by a checker of the
// definitions that shares nothing with it.
func TestRandomRules(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 5))
	db := openDB(t, "")
	names := []string{"a", "b", "c", "d", "e", "f"}
	exec(t, db, "CREATE TABLE t AS SELECT hash(i, 'a') % 3 AS a, hash(i, 'b') % 4 AS b, hash(i, 'c') % 3 AS c, hash(i // 2, 'd') % 5 AS d, hash(i // 3, 'e') % 3 AS e, hash(i, 'f') % 4 AS f FROM range(200) r(i)")
	p := sqlPublisher{db}
	for range trials.Number(20, 250) {
		var rules []gnfRule
		var written []string
		for range 1 + random.IntN(7) {
			order := random.Perm(len(names))
			rule := gnfRule{rhs: names[order[0]]}
			for _, a := range order[1 : 2+random.IntN(3)] {
				rule.lhs = append(rule.lhs, names[a])
			}
			rules = append(rules, rule)
			written = append(written, fmt.Sprintf("{'lhs': %s, 'rhs': '%s'}", sqlList(rule.lhs), rule.rhs))
		}
		list := "[" + strings.Join(written, ", ") + "]"
		for _, method := range []string{"uad", "gd", "single"} {
			checkDecomposed(t, p, list, rules, names, method)
		}
	}
}

func checkDecomposed(t *testing.T, p sqlPublisher, list string, rules []gnfRule, names []string, method string) {
	t.Helper()
	what := method + ": " + list
	decomposed, err := p.query(fmt.Sprintf("SELECT array_to_string(attributes, ' '), coalesce(array_to_string(lhs, ' '), ''), coalesce(rhs, ''), kl FROM gnf_decompose('t', %s, method := '%s') ORDER BY table_no", list, method))
	if err != nil {
		t.Fatal(what, err)
	}
	var tables []string
	var schema []keptTable
	published := map[string]bool{}
	for _, row := range decomposed.rows {
		k := keptTable{attributes: strings.Fields(row[0]), lhs: strings.Fields(row[1]), rhs: row[2]}
		lhs, rhs := "NULL", "NULL"
		if k.rhs != "" {
			lhs, rhs = sqlList(k.lhs), "'"+k.rhs+"'"
		}
		tables = append(tables, fmt.Sprintf("{'attributes': %s, 'lhs': %s, 'rhs': %s}", sqlList(k.attributes), lhs, rhs))
		schema = append(schema, k)
		for _, a := range k.attributes {
			published[a] = true
		}
	}
	if len(published) != len(names) {
		t.Errorf("%s publishes %v", what, published)
	}
	statuses, err := p.query(fmt.Sprintf("SELECT status FROM gnf_check([%s], %s) ORDER BY rule_no", strings.Join(tables, ", "), list))
	if err != nil {
		t.Fatal(what, err)
	}
	for i, row := range statuses.rows {
		if row[0] == "violated" {
			t.Errorf("%s: gnf_check: rule %d is violated by %v", what, i+1, schema)
		}
		if !keeps(schema, rules[i]) {
			t.Errorf("%s: by definition rule %d is violated by %v", what, i+1, schema)
		}
	}
}

// keptTable is a table of a schema, and what it keeps.
type keptTable struct {
	attributes, lhs []string
	rhs             string
}

// keeps is Definitions 3 to 5 of Jin et al. for one rule, as they are written.
func keeps(schema []keptTable, rule gnfRule) bool {
	if !slices.ContainsFunc(rule.lhs, func(q string) bool { return linked(schema, q, rule.rhs) }) {
		return true
	}
	for i, t := range schema {
		if !slices.Contains(t.attributes, rule.rhs) { // (i)
			continue
		}
		others := slices.Delete(slices.Clone(schema), i, i+1)
		enough := true // (ii)
		for _, a := range t.attributes {
			known := slices.Contains(rule.lhs, a) || slices.ContainsFunc(rule.lhs, func(q string) bool { return linked(others, q, a) })
			if a != rule.rhs && known && (t.rhs != rule.rhs || !slices.Contains(t.lhs, a)) {
				enough = false
			}
		}
		rest := slices.Clone(schema)
		rest[i].attributes = slices.DeleteFunc(slices.Clone(t.attributes), func(a string) bool { return a == rule.rhs })
		apart := !slices.ContainsFunc(rule.lhs, func(q string) bool { return linked(rest, q, rule.rhs) }) // (iii)
		if enough && apart {
			return true
		}
	}
	return false
}

// linked reports whether a sequence of tables, each sharing an attribute with the
// next, leads from one that has a to one that has b (Definition 3).
func linked(schema []keptTable, a, b string) bool {
	seen := make([]bool, len(schema))
	var visit func(i int) bool
	visit = func(i int) bool {
		if seen[i] {
			return false
		}
		seen[i] = true
		if slices.Contains(schema[i].attributes, b) {
			return true
		}
		for j := range schema {
			if slices.ContainsFunc(schema[i].attributes, func(x string) bool { return slices.Contains(schema[j].attributes, x) }) && visit(j) {
				return true
			}
		}
		return false
	}
	for i := range schema {
		if slices.Contains(schema[i].attributes, a) && visit(i) {
			return true
		}
	}
	return false
}
