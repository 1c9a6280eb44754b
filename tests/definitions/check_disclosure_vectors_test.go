package definitions

import (
	"fmt"
	"math/big"
	"testing"

	"skyline/tests/trials"
	"skyline/tests/vectors"
)

// disclosureVector is a case of martin.json.
type disclosureVector struct {
	Buckets []bucket `json:"buckets"`
	K       int64    `json:"k"`
	Maximum string   `json:"max_disclosure"`
}

// TestDisclosureVectors asks for each vector's fraction, from rows, what the worst
// case comes to in all worlds, and whether it is safe at the fraction itself, where it
// is not, and just above. A run asks at one of these for each vector, or at all where everything is to run.
func TestDisclosureVectors(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	var all []disclosureVector
	if err := vectors.Read("martin.json", &all); err != nil || len(all) == 0 {
		t.Fatalf("%d vectors: %v", len(all), err)
	}
	var cases [][]bucket
	for _, v := range all {
		cases = append(cases, v.Buckets)
	}
	db := openDB(t, "")
	loadBuckets(t, db, cases)
	evaluated := 0
	for id, v := range all {
		want, ok := new(big.Rat).SetString(v.Maximum)
		if !ok {
			t.Fatalf("vector %d: %q is no fraction", id, v.Maximum)
		}
		var w *space
		if worldCount(v.Buckets, 20_000) <= 20_000 {
			w = newWorlds(v.Buckets)
			evaluated++
		}
		asked := thresholds(want)
		if !trials.Slow() {
			asked = asked[id%len(asked):][:1]
		}
		for _, c := range asked {
			rows := discloses(t, db, bucketCase(id), fmt.Sprintf(", pieces := %d%s", v.K, cOf(c)))
			if int64(len(rows)) != v.K+1 {
				t.Fatalf("vector %d: %d rows for k = %d", id, len(rows), v.K)
			}
			for k, row := range rows {
				if row.k != int64(k) {
					t.Errorf("vector %d: row %d is of k = %d", id, k, row.k)
				}
				if w != nil {
					if err := row.evaluates(w, v.Buckets); err != nil {
						t.Errorf("vector %d, %v: %v in %+v", id, v.Buckets, err, row)
					}
				}
			}
			last := rows[v.K]
			if !rounds(last.implications, want) || last.safe != (want.Cmp(c) < 0) {
				t.Errorf("vector %d, %v, k = %d, c = %v: %v, safe: %v, want %v", id, v.Buckets, v.K, c, last.implications, last.safe, want)
			}
		}
	}
	t.Logf("%d vectors, %d of them evaluated", len(all), evaluated)
	if evaluated < len(all)/2 {
		t.Errorf("%d of %d vectors evaluated say little", evaluated, len(all))
	}
}
