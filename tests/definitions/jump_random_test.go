package definitions

import (
	"database/sql"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"skyline/tests/trials"
	"skyline/tests/worlds"
)

// jumps runs a test on random tables: on more of them with SKYLINE_SLOW=1.
func jumps(t *testing.T, stream uint64, cases, slow int, test func(db *sql.DB, rng *rand.Rand, in *jumpInstance, c *jumpCall, w *jumpWorlds)) {
	t.Helper()
	trials.Long(t)
	db := openDB(t, "")
	for seed := range seeds(t, cases, slow) {
		rng := rand.New(rand.NewPCG(seed, stream))
		var in *jumpInstance
		var w *jumpWorlds
		// Few tables do not pass g1, and then pass something, and fewer unsafely.
		unsafe := rng.IntN(2) == 0
		for range 200 {
			in = randomJump(rng, 6)
			w = newJumpWorlds(in.table, in.groups)
			if r := w.run("naive", nil, in.p); r.released > 1 && (!unsafe || r.unsafe) {
				break
			}
		}
		c := loadJump(t, db, "people", in.table, in.groups, in.p)
		exec(t, db, fmt.Sprint("SET threads = ", 1+rng.IntN(4)))
		if test(db, rng, in, c, w); t.Failed() {
			t.Fatalf("seed %d: %s, jump %v; values %v, groups %v", seed, c.arguments(), in.jump, in.table, in.groups)
		}
	}
}

// TestJump compares every step, belief and release of random tables with the
// definition.
func TestJump(t *testing.T) {
	t.Parallel()
	steps, released, unsafe := 0, 0, 0
	jumps(t, 41, 6, 400, func(db *sql.DB, _ *rand.Rand, in *jumpInstance, c *jumpCall, w *jumpWorlds) {
		for _, strategy := range []string{"naive", "safe", "jump"} {
			r := w.run(strategy, in.jump, in.p)
			got := c.publish(t, db, strategy, in.jump)
			c.follows(t, r, got)
			c.posterior(t, db, w, r, strategy, in.jump)
			c.releases(t, db, r.released, strategy, in.jump)
			steps += len(got)
			released += boolInt(r.released > 0)
			if unsafe += boolInt(r.unsafe); r.unsafe && strategy != "naive" {
				t.Errorf("%s: what is believed violates the property", strategy)
			}
		}
	})
	t.Logf("%d steps, %d releases, %d of them unsafe by the naive strategy", steps, released, unsafe)
	if unsafe < fewer(1, 10) {
		t.Error("few unsafe releases say little")
	}
}

// TestJumpCompare compares jump_compare with the definition.
func TestJumpCompare(t *testing.T) {
	t.Parallel()
	jumps(t, 42, 6, 250, func(db *sql.DB, _ *rand.Rand, in *jumpInstance, c *jumpCall, w *jumpWorlds) {
		ones := slices.Repeat([]int64{1}, len(in.groups))
		for _, jump := range [][]int64{in.jump, ones} {
			r := w.run("jump", jump, in.p)
			nothing := r.world.Nothing(in.table)
			want := sql.NullString{String: fmt.Sprint("g", r.released), Valid: r.released > 0}
			rows := 0
			scan(t, db, fmt.Sprintf("SELECT released, decided, nothing_low, nothing_high, method FROM jump_compare(%s, jumps := [%s])", c.arguments(), distances(jump)), func(rs *sql.Rows) error {
				rows++
				var released sql.NullString
				var decided bool
				var low, high float64
				var method string
				err := rs.Scan(&released, &decided, &low, &high, &method)
				if released.Valid != want.Valid || want.Valid && released != want || !decided || !rounds(low, nothing) || low != high || method != "exact" {
					t.Errorf("%v: %v, %v to %v (%s), want %v, %v", jump, released, low, high, method, want, nothing)
				}
				return err
			})
			if rows != 1 {
				t.Errorf("%d rows, want one", rows)
			}
		}
		// All vectors that it compares by itself.
		scan(t, db, "SELECT array_to_string(jump, ' '), nothing_low, nothing_high FROM jump_compare("+c.arguments()+")", func(rs *sql.Rows) error {
			var text string
			var low, high float64
			if err := rs.Scan(&text, &low, &high); err != nil {
				return err
			}
			var jump []int64
			for word := range strings.FieldsSeq(text) {
				var k int64
				if _, err := fmt.Sscan(word, &k); err != nil {
					return err
				}
				jump = append(jump, k)
			}
			if want := w.run("jump", jump, in.p).world.Nothing(in.table); !rounds(low, want) || low != high {
				t.Errorf("%v: %v to %v, want %v", jump, low, high, want)
			}
			return nil
		})
	})
}

// TestSecret compares beliefs after a secret choice among algorithms.
func TestSecret(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	published, impossible := 0, 0
	jumps(t, 43, 16, 400, func(db *sql.DB, rng *rand.Rand, in *jumpInstance, c *jumpCall, w *jumpWorlds) {
		var list []worlds.Drawn
		var texts []string
		chances := [][]int64{{1}, {1, 2}, {2, 1, 3}, {1, 0, 6, 2}}[rng.IntN(4)] // shares of their sum
		sum := int64(0)
		for _, chance := range chances {
			sum += chance
		}
		equal := rng.IntN(3) == 0
		for _, chance := range chances {
			order := rng.Perm(len(in.groups))[:1+rng.IntN(len(in.groups))]
			for k := range order {
				order[k]++
			}
			distances := slices.Repeat([]int64{1 + rng.Int64N(int64(len(order)))}, len(order))
			d := worlds.Drawn{Order: order, Algorithm: worlds.Naive, Probability: big.NewRat(chance, sum)}
			strategy, jump := []string{"naive", "naive", "safe", "jump"}[rng.IntN(4)], "NULL"
			switch strategy {
			case "safe":
				d.Algorithm = worlds.Safe
			case "jump":
				d.Algorithm, jump = worlds.Jump(distances), fmt.Sprint(distances[0])
			}
			probability := fmt.Sprintf(", 'probability': %d / %d", chance, sum)
			if equal {
				d.Probability, probability = big.NewRat(1, int64(len(chances))), ""
			}
			list = append(list, d)
			texts = append(texts, fmt.Sprintf("{'strategy': '%s', 'order': %s, 'jump': %s%s}", strategy, strings.ReplaceAll(fmt.Sprint(order), " ", ", "), jump, probability))
		}
		for released := range 1 + len(in.groups) {
			want := worlds.Secret(w.groups, in.p, list, released, in.table)
			query := fmt.Sprintf("SELECT person, value, probability FROM jump_posterior(%s, strategy := 'secret', algorithms := [%s], published := %d)", c.arguments(), strings.Join(texts, ", "), released)
			if want == nil {
				impossible++
				if _, err := db.ExecContext(t.Context(), query); err == nil {
					t.Errorf("g%d cannot be released: %s", released, query)
				}
				continue
			}
			published++
			equalBeliefs(t, query, believes(t, db, query, len(in.table), w.values), want.Shares)
		}
	})
	t.Logf("%d beliefs, %d impossible", published, impossible)
}

// TestJumpCertified: the certified strategy on all tables of an instance is safe from
// who runs it on all of them.
func TestJumpCertified(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	released, of := 0, 0
	jumps(t, 44, 2, 50, func(db *sql.DB, _ *rand.Rand, in *jumpInstance, c *jumpCall, w *jumpWorlds) {
		all := worlds.Arrangements(in.table)
		if len(all) > 60 {
			return
		}
		world := worlds.New(w.groups, worlds.Naive, in.p)
		believed, at := map[string][][]int{}, map[string]int{}
		for _, table := range all {
			c := loadJump(t, db, "other", table, in.groups, in.p)
			of++
			if j := releasedBy(t, c.publish(t, db, "certified", nil)); j > 0 {
				released++
				key := world.Key(j, table)
				believed[key], at[key] = append(believed[key], table), j
			}
		}
		for key, set := range believed {
			if !world.Holds(at[key], set) {
				t.Errorf("an unsafe release, of %d tables", len(set))
			}
		}
	})
	t.Logf("%d of %d tables are released", released, of)
}

// TestJumpOrder: results depend neither on the order of rows, nor on names, nor on how
// labels are called.
func TestJumpOrder(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	jumps(t, 45, 4, 80, func(db *sql.DB, rng *rand.Rand, in *jumpInstance, c *jumpCall, _ *jumpWorlds) {
		columns := []string{"p", "s"}
		for j := range in.groups {
			columns = append(columns, fmt.Sprintf("md5(g%d::VARCHAR) AS g%[1]d", j+1))
		}
		exec(t, db, fmt.Sprintf("CREATE OR REPLACE TABLE other AS SELECT %s FROM people ORDER BY hash(p, %d)", strings.Join(columns, ", "), rng.IntN(100)))
		other := *c
		other.table = "other"
		for _, strategy := range []string{"naive", "safe", "jump", "certified"} {
			differences(t, db, "FROM jump_publish("+c.strategy(strategy, in.jump)+")", "FROM jump_publish("+other.strategy(strategy, in.jump)+")")
			differences(t, db, "FROM jump_posterior("+c.strategy(strategy, in.jump)+")", "FROM jump_posterior("+other.strategy(strategy, in.jump)+")")
		}
	})
}

// TestJumpThresholds: shares are compared as fractions with the threshold, which is met
// where it is equal.
func TestJumpThresholds(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	reached := 0
	jumps(t, 46, 8, 200, func(db *sql.DB, _ *rand.Rand, in *jumpInstance, c *jumpCall, w *jumpWorlds) {
		one := big.NewRat(1, 1)
		for _, s := range w.run("jump", in.jump, in.p).steps {
			share := worlds.Highest(s.set)
			if share.Cmp(one) == 0 {
				continue
			}
			reached++
			for _, p := range []worlds.Property{maxShare(share), maxShare(new(big.Rat).Sub(share, big.NewRat(1, 100_000)))} {
				c := *c
				c.p = p
				c.follows(t, w.run("jump", in.jump, p), c.publish(t, db, "jump", in.jump))
			}
		}
	})
	if reached < fewer(2, 10) {
		t.Errorf("%d sets say little", reached)
	}
}
