package disclosure

import (
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"path"
	"testing"
)

// disclosureVector is a case of martin.json.
type disclosureVector struct {
	Buckets []bucket `json:"buckets"`
	K       int64    `json:"k"`
	Maximum string   `json:"max_disclosure"`
}

// TestDisclosureVectors asks for each vector's fraction, from rows, what the worst
// case comes to in all worlds, and whether it is safe at the fraction itself, where it
// is not, and just above.
func TestDisclosureVectors(t *testing.T) {
	t.Parallel()
	folder := shared("vectors")
	if folder == "" {
		t.Skip("the test vectors are not beside the repository")
	}
	text, err := os.ReadFile(path.Join(folder, "martin.json"))
	if err != nil {
		t.Fatal(err)
	}
	var vectors []disclosureVector
	if err := json.Unmarshal(text, &vectors); err != nil || len(vectors) == 0 {
		t.Fatalf("%d vectors: %v", len(vectors), err)
	}
	var cases [][]bucket
	for _, v := range vectors {
		cases = append(cases, v.Buckets)
	}
	db := openDB(t, "")
	loadBuckets(t, db, cases)
	evaluated := 0
	for id, v := range vectors {
		want, ok := new(big.Rat).SetString(v.Maximum)
		if !ok {
			t.Fatalf("vector %d: %q is no fraction", id, v.Maximum)
		}
		var w *worlds
		if worldCount(v.Buckets, 20_000) <= 20_000 {
			w = newWorlds(v.Buckets)
			evaluated++
		}
		for _, c := range thresholds(want) {
			rows := discloses(t, db, bucketCase(id), fmt.Sprintf(", k := %d%s", v.K, cOf(c)))
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
	t.Logf("%d vectors, %d of them evaluated", len(vectors), evaluated)
	if evaluated < len(vectors)/2 {
		t.Errorf("%d of %d vectors evaluated say little", evaluated, len(vectors))
	}
}
