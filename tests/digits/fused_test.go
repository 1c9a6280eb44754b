package digits

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"skyline/tests/trials"
)

// TestFused compiles all that computes for a processor for which Go makes one step of
// x*y + z, with one rounding instead of two: the last digit may be another one then. A
// conversion, float64(x*y) + z, keeps the two steps.
func TestFused(t *testing.T) {
	trials.OnlySlow(t) // it compiles everything once more
	for _, place := range fused(t, "./engine/...", "./sqlfuncs/...") {
		t.Errorf("%s: a product, of this line or of a function that is inlined here, is added in one step on some processors; write float64(x*y) + z, or math.FMA where that is meant", place)
	}
}

// TestFusedFound shows that what TestFused looks for is found, inlined as well, and
// nothing else.
func TestFusedFound(t *testing.T) {
	trials.Long(t)
	const folder = "tests/digits/testdata/fused"
	got := fused(t, "./"+folder)
	want := []string{folder + "/fused.go:7:58"}
	if !slices.Equal(got, want) {
		t.Errorf("fused in %s: %q, want %q", folder, got, want)
	}
}

// fusion is how the compiler tells that it fused: with the place, behind those of the calls
// that it inlined.
var fusion = regexp.MustCompile(`(?m)^fmahash triggered (?:.*; )?(\S+) [01]+$`)

// fused returns where the compiler fuses a multiplication and an addition of packages, as
// file:line:column. Calls of math.FMA are not among them.
func fused(t *testing.T, packages ...string) []string {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	build := exec.CommandContext(t.Context(), "go", append([]string{"build", "-gcflags=-d=fmahash=vy"}, packages...)...)
	build.Dir = root
	build.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0")
	output, err := build.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", build, err, output)
	}
	var places []string
	for _, match := range fusion.FindAllStringSubmatch(string(output), -1) {
		place := strings.TrimPrefix(filepath.ToSlash(match[1]), filepath.ToSlash(root)+"/")
		places = append(places, place)
	}
	slices.Sort(places)
	return slices.Compact(places)
}
