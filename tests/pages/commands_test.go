package pages

import (
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

func TestCommands(t *testing.T) {
	broken, err := BrokenCommands(repository)
	if err != nil {
		t.Fatal(err)
	}
	for _, command := range broken {
		t.Errorf("%s: a folder or a test that is not there", command)
	}
}

// TestCommandChecker makes sure that a command that has gone stale is found, and nothing else.
func TestCommandChecker(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	root := fstest.MapFS{
		"a/a_test.go":   file("func TestOne(t *testing.T) {}\nfunc FuzzTwo(f *testing.F) {}\n"),
		"a/b/b_test.go": file("func BenchmarkThree(b *testing.B) {}\n"),
		"a/b/b.go":      file("func TestNot() {}\n"),
		"README.md": file("`go test ./...`, `SKYLINE_SLOW=1 go test ./a -run 'One\\|Nobody'`\n" +
			"```sh\ngo test ./a/... -run '^$' -bench Three   # `go test ./gone`\ncd x && go run ./a/b; go test ./a -fuzz FuzzTwo\n```\n" +
			"```sql\ngo test ./gone\n```\n" +
			"`go run ./gone`, `go test ./a -bench Three`, `go test ./a/b -run Not`, `go test ./a -run TestOne/sub`, `go test ./a -run Nobody`\n" +
			"```sh\ngo vet ./a ./gone/...\n```\n"),
	}
	broken, err := BrokenCommands(root)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"README.md: go run ./gone", "README.md: go test ./a -bench Three", "README.md: go test ./a/b -run Not", "README.md: go test ./a -run Nobody",
		"README.md: go vet ./a ./gone/...",
	}
	if diff := cmp.Diff(want, broken); diff != "" {
		t.Errorf("broken commands (-want +got):\n%s", diff)
	}
}
