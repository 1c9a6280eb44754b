package review

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var rewrite = flag.Bool("rewrite", false, "write testdata/sample.html")

// TestSample compares the page that tests/hosts/browser opens.
func TestSample(t *testing.T) {
	data, err := os.ReadFile("testdata/sample.json")
	if err != nil {
		t.Fatal(err)
	}
	page := Before + BeforeFigure + "<svg></svg>" + BehindFigure + "What it shows." + BehindMeaning + Data + strings.ReplaceAll(string(data), "<", `\u003c`) + After
	if *rewrite {
		if err := os.WriteFile("testdata/sample.html", []byte(page), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/sample.html")
	if err != nil {
		t.Fatal(err)
	}
	if page != string(want) {
		t.Error("testdata/sample.html is not what is written: go test -rewrite, and look at it in a browser")
	}
	if n := strings.Count(page, "</script"); n != 2 {
		t.Errorf("%d ends of scripts", n)
	}
}
