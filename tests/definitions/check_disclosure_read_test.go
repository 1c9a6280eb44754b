package definitions

import (
	"database/sql"
	"fmt"
	"math/big"
	"strings"
	"testing"
)

// disclosed is a row of disclosure_check.
type disclosed struct {
	k                       int64
	implications, negations float64
	safe                    bool
	consequent              atomShown
	antecedents             []atomShown
	negated                 struct {
		group int
		value string
		out   []string
	}
}

// atomShown is an atom of a witness; people are numbered from 1.
type atomShown struct {
	group, person int
	value         string
}

// Groups are told apart by an INTEGER column g in the tables of these tests.
func readGroup(row any) int { return int(row.(map[string]any)["g"].(int32)) }

// readValue returns a text; NULL is "".
func readValue(value any) string {
	text, _ := value.(string)
	return text
}

func readAtom(row any) atomShown {
	members := row.(map[string]any)
	return atomShown{readGroup(members["qi_group"]), int(members["person"].(int64)), readValue(members["value"])}
}

// discloses calls disclosure_check for a query whose columns are g and s.
func discloses(t *testing.T, db *sql.DB, source, further string) []disclosed {
	t.Helper()
	var list []disclosed
	statement := fmt.Sprintf("SELECT pieces, implications, negations, safe, witness, negation_witness FROM disclosure_check(%s, ['g'], 's'%s)", source, further)
	scan(t, db, statement, func(rows *sql.Rows) error {
		var d disclosed
		var witness, negated any
		if err := rows.Scan(&d.k, &d.implications, &d.negations, &d.safe, &witness, &negated); err != nil {
			return err
		}
		of := witness.(map[string]any)
		d.consequent = readAtom(of["consequent"])
		for _, a := range of["antecedents"].([]any) {
			d.antecedents = append(d.antecedents, readAtom(a))
		}
		of = negated.(map[string]any)
		d.negated.group, d.negated.value = readGroup(of["qi_group"]), readValue(of["value"])
		for _, v := range of["ruled_out"].([]any) {
			d.negated.out = append(d.negated.out, readValue(v))
		}
		list = append(list, d)
		return nil
	})
	return list
}

// loadBuckets creates the table buckets(id, g, s) with a row for each person of each
// case; the groups of a case are numbered from 0.
func loadBuckets(t *testing.T, db *sql.DB, cases [][]bucket) {
	t.Helper()
	exec(t, db, "CREATE TABLE buckets (id INTEGER, g INTEGER, s VARCHAR)")
	var rows []string
	for id, buckets := range cases {
		for g, b := range buckets {
			for _, name := range b.names() {
				for range b[name] {
					rows = append(rows, fmt.Sprintf("(%d, %d, %s)", id, g, sensitiveLiteral(name)))
				}
			}
		}
	}
	for len(rows) > 0 {
		n := min(len(rows), 2000)
		exec(t, db, "INSERT INTO buckets VALUES "+strings.Join(rows[:n], ", "))
		rows = rows[n:]
	}
}

func bucketCase(id int) string { return fmt.Sprintf("'(SELECT g, s FROM buckets WHERE id = %d)'", id) }

// above is a fraction a little above another one, of workable size.
func above(x *big.Rat) *big.Rat {
	return new(big.Rat).Add(x, new(big.Rat).Quo(big.NewRat(1, 1000), new(big.Rat).SetInt(x.Denom())))
}

// thresholds are c := the fraction, just above it, and 1.
func thresholds(x *big.Rat) []*big.Rat {
	list := []*big.Rat{big.NewRat(1, 1)}
	if x.Sign() > 0 && x.Cmp(list[0]) < 0 {
		list = append(list, x)
		if a := above(x); a.Cmp(list[0]) < 0 {
			list = append(list, a)
		}
	}
	return list
}

func cOf(x *big.Rat) string { return fmt.Sprintf(", c := %s::DOUBLE / %s", x.Num(), x.Denom()) }

// evaluates makes sure that the worst cases of a row are no more than k pieces of
// knowledge, of people and values that there are, and have the probability that the
// row says.
func (d *disclosed) evaluates(w *space, buckets []bucket) error {
	if int64(len(d.antecedents)) > d.k || int64(len(d.negated.out)) > d.k {
		return fmt.Errorf("%d antecedents and %d values ruled out for k = %d", len(d.antecedents), len(d.negated.out), d.k)
	}
	consequent, ok := w.where(atom{d.consequent.group, d.consequent.person - 1, d.consequent.value})
	if !ok {
		return fmt.Errorf("the witness has a consequent that cannot hold")
	}
	none, seen := w.All, map[atomShown]bool{d.consequent: true}
	for _, a := range d.antecedents {
		antecedent, ok := w.where(atom{a.group, a.person - 1, a.value})
		if !ok || seen[a] {
			return fmt.Errorf("the witness has an antecedent that cannot hold, or one twice")
		}
		seen[a], none = true, none.Minus(antecedent)
	}
	has := int64(consequent.Count())
	if want := big.NewRat(has, has+int64(none.Count()-consequent.Common(none))); !rounds(d.implications, want) {
		return fmt.Errorf("the witness has %v", want)
	}
	b := buckets[d.negated.group]
	left, ruled := b.people(), map[string]bool{d.negated.value: true}
	for _, v := range d.negated.out {
		if b[v] == 0 || ruled[v] {
			return fmt.Errorf("the witness of negations rules out a value that is not there, or itself, or one twice")
		}
		ruled[v] = true
		left -= b[v]
	}
	if want := big.NewRat(int64(b[d.negated.value]), int64(left)); !rounds(d.negations, want) {
		return fmt.Errorf("the witness of negations has %v", want)
	}
	return nil
}
