package pages

import (
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

func TestOpenings(t *testing.T) {
	found, err := Openings(repository)
	if err != nil {
		t.Fatal(err)
	}
	for _, sentence := range found {
		t.Errorf("begin with the subject: %s", sentence)
	}
}

// TestOpeningsAreFound: wherever a sentence begins, and nowhere else.
func TestOpeningsAreFound(t *testing.T) {
	root := fstest.MapFS{"README.md": &fstest.MapFile{Data: []byte("# Who is who\nOf one. Anyone of them. Whoever knows\n- **Of a part**: who.\n| a | Whom it finds |\n" +
		"Who is it? It says who.\nIt is so: Who knows, wins. (See it.) Of these\n`Of code`\n```\nOf code\n```\n")}}
	found, err := Openings(root)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"README.md: Of one.", "README.md: Whoever knows", "README.md: Of a part**: who.", "README.md: Whom it finds |", "README.md: Who knows, wins.", "README.md: Of these",
	}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
