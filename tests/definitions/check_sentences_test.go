package definitions

import (
	"database/sql"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"skyline/tests/trials"
	"skyline/tests/worlds"
)

// nastyNames are names of people and values that a sentence may have as they are, or not.
var nastyNames = []string{"Ann", "O'Brien", "and", "NOT", "null", "", " x", `"`, `a "b"`, "a: b", "a = b", "->", "x->y", "Lung  Cancer", "a\nb", "größer", "10:30", "-", "<5", "Hand and foot"}

// nameOf is the name of a person.
func nameOf(i int) string {
	if i < len(nastyNames) {
		return nastyNames[i]
	}
	return fmt.Sprintf("%s %d", nastyNames[i%len(nastyNames)], i)
}

// valueOf is the text of a value: one of a letter of a bucket.
func valueOf(name string) string {
	return nastyNames[len(nastyNames)-1-int(name[0]-'a')]
}

// inQuotes is a name as a sentence has it in quotes.
func inQuotes(text string) string { return `"` + strings.ReplaceAll(text, `"`, `""`) + `"` }

func sqlText(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// knownSentence is a sentence, and the worlds in which it is true.
type knownSentence struct {
	text string
	set  worlds.Set
}

// randomKnown makes a sentence of each form about people and values of a table.
func randomKnown(rng *rand.Rand, w *space) knownSentence {
	people := len(w.Where)
	none := w.All.Minus(w.All)
	literal := func() (string, worlds.Set) {
		person, value := rng.IntN(people), rng.IntN(len(w.names))
		text, set := inQuotes(nameOf(person))+" : "+inQuotes(valueOf(w.names[value])), w.Where[person][value]
		if rng.IntN(3) == 0 {
			return "NOT " + text, w.All.Minus(set)
		}
		return text, set
	}
	if rng.IntN(5) == 0 {
		a, b := rng.IntN(people), rng.IntN(people)
		same := none
		for value := range w.names {
			same = same.Or(w.Where[a][value].And(w.Where[b][value]))
		}
		return knownSentence{inQuotes(nameOf(a)) + "=" + inQuotes(nameOf(b)), same}
	}
	var left, right []string
	all, some := w.All, none
	for range rng.IntN(3) {
		text, set := literal()
		left, all = append(left, text), all.And(set)
	}
	for range 1 + rng.IntN(2) {
		text, set := literal()
		right, some = append(right, text), some.Or(set)
	}
	text := strings.Join(right, " or ")
	if left != nil {
		text = strings.Join(left, " and ") + " -> " + text
	}
	return knownSentence{text, w.All.Minus(all).Or(some)}
}

// namedBuckets is a query of the people of groups, with their names.
func namedBuckets(buckets []bucket) string {
	var rows []string
	for g, b := range buckets {
		for _, name := range b.names() {
			for range b[name] {
				rows = append(rows, fmt.Sprintf("(%s, %d, %s)", sqlText(nameOf(len(rows))), g, sqlText(valueOf(name))))
			}
		}
	}
	return "(VALUES " + strings.Join(rows, ", ") + ") t(who, g, s)"
}

// TestSentencesByEnumeration compares what sentences tell of random tables with what enumerating
// their worlds says.
func TestSentencesByEnumeration(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(37, 4))
	db := openDB(t, "")
	compared, contradictions := 0, 0
	for range trials.Number(40, 2500) {
		buckets := randomBuckets(rng, 3000)
		w := newWorlds(buckets)
		known := w.All
		var texts []string
		for range rng.IntN(5) {
			s := randomKnown(rng, w)
			texts, known = append(texts, sqlText(s.text)), known.And(s.set)
		}
		n := int64(known.Count())
		c := big.NewRat(1+rng.Int64N(4), 5)
		if n > 0 && rng.IntN(2) == 0 {
			c = big.NewRat(int64(w.Where[0][0].Common(known)), n) // reached, if it is
			if c.Sign() == 0 {
				c = big.NewRat(1, 2)
			}
		}
		call := fmt.Sprintf("sentences_check(%s, person := 'who', qi := ['g'], sensitive := 's', sentences := [%s]::VARCHAR[]%s)",
			sqlText(namedBuckets(buckets)), strings.Join(texts, ", "), cOf(c))
		if n == 0 {
			contradictions++
			_, err := db.ExecContext(t.Context(), "FROM "+call)
			if err == nil || !strings.Contains(err.Error(), "table that agrees with the release") {
				t.Fatalf("%s: %v, want a contradiction", call, err)
			}
			continue
		}
		compared++
		number, valueNumber := map[string]int{}, map[string]int{}
		for i := range w.Where {
			number[nameOf(i)] = i
		}
		for v, name := range w.names {
			valueNumber[valueOf(name)] = v
		}
		named := map[int]bool{}
		largest, surest := new(big.Rat), 0
		scan(t, db, "SELECT person, value, safe, probability, table_share, surest, qi_group.g, people FROM "+call, func(rows *sql.Rows) error {
			var person sql.Null[string]
			var value string
			var safe, isSurest bool
			var probability, share float64
			var group int
			var people int
			if err := rows.Scan(&person, &value, &safe, &probability, &share, &isSurest, &group, &people); err != nil {
				return err
			}
			who, alike := -1, 1
			if person.Valid {
				who = number[person.V]
				named[who] = true
			} else {
				alike = 0
				for _, i := range w.Groups[group] {
					if !named[i] {
						who = i
						alike++
					}
				}
			}
			want := big.NewRat(int64(w.Where[who][valueNumber[value]].Common(known)), n)
			if !rounds(probability, want) || safe != (want.Cmp(c) < 0) || people != alike || !rounds(share, big.NewRat(n, int64(w.All.Count()))) {
				t.Fatalf("%s: %v of %v: %v, safe: %v, %d people, %v of the tables; want %v, %d people, %d of %d tables",
					call, value, person, probability, safe, people, share, want, alike, n, w.All.Count())
			}
			if isSurest {
				surest++
				largest = want
			}
			return nil
		})
		for person := range w.Where {
			for value := range w.names {
				if x := big.NewRat(int64(w.Where[person][value].Common(known)), n); x.Cmp(largest) > 0 {
					t.Fatalf("%s: the surest row has %v, and somebody has %v", call, largest, x)
				}
			}
		}
		if surest != 1 {
			t.Fatalf("%s: %d rows are the surest", call, surest)
		}
	}
	t.Logf("%d tables compared, %d contradictions", compared, contradictions)
	if compared < trials.Number(20, 40) || contradictions < trials.Number(1, 3) {
		t.Errorf("%d tables and %d contradictions say little", compared, contradictions)
	}
}

// TestSentencesOfWitness: the sentences of a witness, as disclosure_check writes them, make somebody as sure
// as it says.
func TestSentencesOfWitness(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(37, 5))
	db := openDB(t, "")
	for range trials.Number(30, 1000) {
		source := sqlText(namedBuckets(randomBuckets(rng, 1e6)))
		k := rng.IntN(5)
		var want float64
		var sentences []any
		scan(t, db, fmt.Sprintf("SELECT implications, witness.sentences FROM disclosure_check(%s, ['g'], 's', pieces := %d, person := 'who') WHERE pieces = %[2]d", source, k), func(rows *sql.Rows) error {
			return rows.Scan(&want, &sentences)
		})
		texts := make([]string, len(sentences))
		for i, s := range sentences {
			texts[i] = sqlText(s.(string))
		}
		var got float64
		var implications int
		call := fmt.Sprintf("sentences_check(%s, person := 'who', qi := ['g'], sensitive := 's', sentences := [%s]::VARCHAR[])", source, strings.Join(texts, ", "))
		scan(t, db, "SELECT probability, implications FROM "+call+" WHERE surest", func(rows *sql.Rows) error { return rows.Scan(&got, &implications) })
		if got != want || implications > k {
			t.Fatalf("%s: %v by %d implications, want %v by %d", call, got, implications, want, k)
		}
	}
}
