package page

import (
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var rewrite = flag.Bool("rewrite", false, "write the golden pages")

// golden are the reports whose pages are kept. The browser looks at the same files
// (tests/hosts/browser).
var golden = map[string]func() *Report{"three_columns": threeColumns, "thirty_columns": thirtyColumns}

func TestGolden(t *testing.T) {
	for name, report := range golden {
		t.Run(name, func(t *testing.T) {
			got, file := HTML(report()), "testdata/"+name+".html"
			if *rewrite {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("%s is not the page; run the test with -rewrite, and look at it:\n%s", file, diff)
			}
		})
	}
}
