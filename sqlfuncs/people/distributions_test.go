package people

import (
	"math/big"
	"testing"
)

func TestReadDistribution(t *testing.T) {
	got, err := ReadDistribution(`{"a": 0.25, "b\"": 0.75, "": 0}`)
	if err != nil || len(got) != 3 || got["a"].Cmp(big.NewInt(1)) != 0 || got[`b"`].Cmp(big.NewInt(3)) != 0 || got[""].Sign() != 0 {
		t.Error(got, err)
	}
	// Thirds are thirds.
	got, err = ReadDistribution(`{"a": 0.3333333333333333, "b": 0.6666666666666666}`)
	if err != nil || new(big.Int).Mul(got["a"], big.NewInt(2)).Cmp(got["b"]) != 0 {
		t.Error(got, err)
	}
	for _, wrong := range []string{"", "null", "{}", "[]", "1", `{"a": null, "b": 1}`, `{"a": "1"}`, `{"a": 0.5}`, `{"a": -1, "b": 2}`, `{"a": 1e999}`, `{"a": NaN}`, `{"a": 1} x`, `{"a": {}}`} {
		if got, err := ReadDistribution(wrong); err == nil {
			t.Errorf("%s: %v", wrong, got)
		}
	}
}
