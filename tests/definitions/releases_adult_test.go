package definitions

import (
	"database/sql"
	"testing"

	"skyline/tests/internal/sqltest"
	"skyline/tests/trials"
)

// TestAdult: two releases of the same people, each of which is 10-anonymous and has no value with
// more than half of a group, are far from that together. The numbers are of those of whom it is
// certain, so that better bounds may only raise them.
func TestAdult(t *testing.T) {
	t.Parallel()
	trials.OnlySlow(t)
	db := openDB(t, "")
	exec(t, db, "CREATE TABLE adult AS SELECT row_number() OVER () AS id, * FROM '"+sqltest.Data(t)+"/adult.csv'")
	for _, split := range []string{"information_loss", "median"} {
		// The release has its values shuffled within groups: only the group is taken from it.
		exec(t, db, "CREATE TABLE "+split+" AS SELECT id, group_id AS "+split+" FROM skyline_anonymize('adult', qi := ['age', 'workclass', 'education', 'marital-status', 'race', 'sex', 'native-country'], sensitive := 'occupation', privacy := {'k_anonymity': 10, 'max_share': 0.5000001}, split := '"+split+"', output := 'bucketized', other_columns := 'keep')")
	}
	exec(t, db, "CREATE TABLE people AS SELECT id, occupation, information_loss, median FROM adult JOIN information_loss USING (id) JOIN median USING (id)")
	for _, group := range []string{"['information_loss']", "['median']"} {
		for _, r := range check(t, db, "republication_check('people', 'id', 'occupation', "+group+", c := 0.50001)") {
			if !r.exact || r.people > 0 || r.share.Float64 != 1 {
				t.Errorf("%s: %+v", group, r)
			}
		}
	}
	for c, least := range map[string]int64{"0.50001": 5400, "1": 980} {
		found, share := int64(0), sql.NullFloat64{Float64: 1}
		for _, r := range check(t, db, "republication_check('people', 'id', 'occupation', ['information_loss', 'median'], c := "+c+")") {
			found += r.people
			share.Float64 = min(share.Float64, r.share.Float64)
		}
		t.Logf("c = %s: %d people; at least %.4f of all are known exactly", c, found, share.Float64)
		if found < least || share.Float64 < 0.98 {
			t.Errorf("c = %s: %d people and %v, want at least %d and 0.98", c, found, share.Float64, least)
		}
	}
}
