package partition

import (
	"errors"
	"slices"
	"testing"
)

func TestAppendTexts(t *testing.T) {
	h := encodeCounts(map[string]int64{"NULL": 2, "b": 1, "": 3, "a": 300})
	got, err := AppendTexts([]string{"first"}, h)
	if want := []string{"first", "", "a", "b"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("AppendTexts = %q, %v, want %q", got, err, want)
	}
	if _, err := AppendTexts(nil, h[:len(h)-1]); !errors.Is(err, ErrMalformed) {
		t.Errorf("error %v", err)
	}
}
