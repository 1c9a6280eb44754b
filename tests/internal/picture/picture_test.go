package picture

import (
	"strings"
	"testing"
)

func TestSVG(t *testing.T) {
	p := Picture{People: "2,000", Fewest: 3, Plain: Curve{0.25, 1, 1}, Safe: Curve{0.2, 0.3, 0.45}, Limit: 0.5, Promise: 2}
	got, err := p.SVG()
	if err != nil {
		t.Fatal(err)
	}
	// The first and the last point of Plain are in the corners of the axes, but for the
	// quarter that the first is up.
	for _, want := range []string{`points="84.0,281.0 408.0,92.0 732.0,92.0"`, "the same 2,000 hospital", "from 25 % to 100 % when 1 other", "below 50 % up to 2"} {
		if !strings.Contains(got, want) {
			t.Errorf("the picture lacks %s:\n%s", want, got)
		}
	}
}

func TestSVGErrors(t *testing.T) {
	for _, p := range []Picture{
		{},
		{Plain: Curve{0.5}, Safe: Curve{0.5}},
		{Plain: Curve{0.5, 1}, Safe: Curve{0.5, 1, 1}},
		{Plain: Curve{0.5, 1}, Safe: Curve{0.5, 1}, Promise: 2},
	} {
		if _, err := p.SVG(); err == nil {
			t.Errorf("%v: no error", p)
		}
	}
}
