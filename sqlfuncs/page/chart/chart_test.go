package chart

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skyline/sqlfuncs/page/markup"
)

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		highest int64
		most    int
		want    []int64
	}{
		{0, 5, []int64{0, 1}},
		{-3, 5, []int64{0, 1}},
		{1, 5, []int64{0, 1}},
		{4, 5, []int64{0, 1, 2, 3, 4}},
		{5, 5, []int64{0, 1, 2, 3, 4, 5}},
		{6, 5, []int64{0, 2, 4, 6}},
		{8, 5, []int64{0, 2, 4, 6, 8}},
		{11, 5, []int64{0, 5, 10, 15}},
		{117, 5, []int64{0, 50, 100, 150}},
		{1284310, 5, []int64{0, 500000, 1000000, 1500000}},
	} {
		if diff := cmp.Diff(c.want, Ticks(c.highest, c.most)); diff != "" {
			t.Errorf("Ticks(%d, %d):\n%s", c.highest, c.most, diff)
		}
	}
}

// TestTicksAreNice checks the rule for many numbers: what a nice step is is told from its
// digits.
func TestTicksAreNice(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		highest, most := random.Int64()>>random.IntN(63), 2+random.IntN(8)
		ticks := Ticks(highest, most)
		if len(ticks) < 2 || len(ticks) > most+1 || ticks[0] != 0 {
			t.Fatalf("Ticks(%d, %d) = %v", highest, most, ticks)
		}
		step := ticks[1]
		if digits := strings.TrimRight(Count(step), "0,"); digits != "1" && digits != "2" && digits != "5" {
			t.Fatalf("Ticks(%d, %d) = %v: the step is not nice", highest, most, ticks)
		}
		for i, at := range ticks {
			if at != int64(i)*step {
				t.Fatalf("Ticks(%d, %d) = %v: the steps differ", highest, most, ticks)
			}
		}
		if last := ticks[len(ticks)-1]; last < highest && last <= math.MaxInt64-step {
			t.Fatalf("Ticks(%d, %d) = %v end too early", highest, most, ticks)
		}
		if before := ticks[len(ticks)-2]; before >= max(highest, 1) {
			t.Fatalf("Ticks(%d, %d) = %v end too late", highest, most, ticks)
		}
	}
}

func TestNumbers(t *testing.T) {
	const s = "\u00A0"
	for n, want := range map[int64]string{
		0: "0", 7: "7", 999: "999", 1000: "1,000", -1234567: "−1,234,567", math.MaxInt64: "9,223,372,036,854,775,807", math.MinInt64: "−9,223,372,036,854,775,808",
	} {
		if got := Count(n); got != want {
			t.Errorf("Count(%d) = %q, want %q", n, got, want)
		}
	}
	for n, want := range map[int64]string{
		9_999_999: "9,999,999", 10_000_000: "1" + s + "×" + s + "10⁷", 12_340_000_000: "1.23" + s + "×" + s + "10¹⁰", math.MaxInt64: "9.22" + s + "×" + s + "10¹⁸",
	} {
		if got := Short(n); got != want {
			t.Errorf("Short(%d) = %q, want %q", n, got, want)
		}
	}
	for _, c := range []struct {
		share float64
		want  string
	}{
		{0, "0" + s + "%"},
		{1, "100" + s + "%"},
		{0.5, "50" + s + "%"},
		{0.001, "<" + s + "1" + s + "%"},
		{0.999, ">" + s + "99" + s + "%"},
		{0.01, "1" + s + "%"},
		{0.99, "99" + s + "%"},
		{math.NaN(), "not known"},
		{math.Inf(1), "not known"},
	} {
		if got := Percent(c.share); got != c.want {
			t.Errorf("Percent(%v) = %q, want %q", c.share, got, c.want)
		}
	}
}

func TestBins(t *testing.T) {
	var all []Size // 3 to 62, one each
	for size := range int64(60) {
		all = append(all, Size{size + 3, 1})
	}
	var near []Size // 100 to 199
	for size := range int64(100) {
		near = append(near, Size{size + 100, 2})
	}
	for _, c := range []struct {
		name  string
		sizes []Size
		cut   int64
		want  []Bin
	}{
		{"none", nil, 5, []Bin{}},
		{"few", []Size{{500, 1}, {3, 2}, {3, 5}, {9, 0}, {-1, 7}}, 100, []Bin{{3, 3, 7}, {500, 500, 1}}},
		{"many times the smallest", all, 0, []Bin{{3, 4, 2}, {5, 9, 5}, {10, 19, 10}, {20, 49, 30}, {50, 62, 13}}},
		{"a cut", all, 7, []Bin{{3, 4, 2}, {5, 6, 2}, {7, 9, 3}, {10, 19, 10}, {20, 49, 30}, {50, 62, 13}}},
		{"a cut where a bin begins", all, 5, []Bin{{3, 4, 2}, {5, 9, 5}, {10, 19, 10}, {20, 49, 30}, {50, 62, 13}}},
		{"equal widths", near, 0, []Bin{{100, 109, 20}, {110, 119, 20}, {120, 129, 20}, {130, 139, 20}, {140, 149, 20}, {150, 159, 20}, {160, 169, 20}, {170, 179, 20}, {180, 189, 20}, {190, 199, 20}}},
	} {
		if diff := cmp.Diff(c.want, Bins(c.sizes, c.cut)); diff != "" {
			t.Errorf("%s:\n%s", c.name, diff)
		}
	}
}

// TestBinsKeepAll checks bins of random sizes against the sizes themselves.
func TestBinsKeepAll(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 5000 {
		sizes := make([]Size, random.IntN(200))
		lowest, spread := random.Int64()>>(1+random.IntN(62)), random.IntN(62)
		for i := range sizes {
			sizes[i] = Size{lowest + random.Int64()>>(1+spread), int64(random.IntN(4))}
		}
		cut := lowest + random.Int64()>>(1+spread)
		given := slices.Clone(sizes)
		bins := Bins(sizes, cut)
		if !slices.Equal(given, sizes) {
			t.Fatal("the sizes have been changed")
		}
		if len(bins) > 20 {
			t.Fatalf("%d bins", len(bins))
		}
		for i, b := range bins {
			count := int64(0)
			for _, s := range sizes {
				if b.First <= s.Size && s.Size <= b.Last {
					count += s.Count
				}
			}
			if b.First > b.Last || b.Count != count || i > 0 && b.First <= bins[i-1].Last {
				t.Fatalf("Bins(%v, %d) = %v: at %v there are %d", sizes, cut, bins, b, count)
			}
			if b.First < cut && b.Last >= cut {
				t.Fatalf("Bins(%v, %d) = %v: %v is on both sides of the cut", sizes, cut, bins, b)
			}
		}
		want := int64(0)
		for _, s := range sizes {
			want += s.Count
		}
		if got := Total(bins); got != want {
			t.Fatalf("Bins(%v, %d) = %v have %d, want %d", sizes, cut, bins, got, want)
		}
	}
}

// TestFill counts sizes in bins that were made of others as well.
func TestFill(t *testing.T) {
	bins := []Bin{{1, 1, 9}, {2, 4, 9}, {5, 9, 9}}
	got := Fill(bins, []Size{{9, 1}, {2, 3}, {4, 4}, {2, 1}, {-1, 5}, {5, 0}})
	if diff := cmp.Diff([]int64{0, 8, 1}, got); diff != "" {
		t.Error(diff)
	}
}

// TestClipped checks that a text has its beginning and its end where it does not fit.
func TestClipped(t *testing.T) {
	for _, c := range []struct {
		text  string
		width float64
		want  string
	}{
		{"", 0, ""},
		{"abcdef", 42, "abcdef"},
		{"abcdefg", 42, "ab…fg"}, // an ellipsis is wide
		{"abcdefg", 40, "ab…g"},
		{"abcdefg", 20, "a…"},
		{"abcdefg", 3, "…"},
		{"日本語日本語", 40, "日…語"},
		{"日本語日本語", 38, "日…"},
		{strings.Repeat("x", 1_000_000) + "y", 34, "xx…y"},
	} {
		if got := clipped(c.text, c.width); got != c.want {
			t.Errorf("clipped(%.10q, %v) = %q, want %q", c.text, c.width, got, c.want)
		}
	}
}

// TestNumberAxis checks that numbers have equal distances, and that of many the last is marked
// and no more than fit.
func TestNumberAxis(t *testing.T) {
	want := Axis{Name: "k", Ticks: []Tick{{}, {1, "2"}, {2, "5"}, {3, "1,000"}}}
	if diff := cmp.Diff(want, NumberAxis("k", []int64{2, 5, 1000})); diff != "" {
		t.Error(diff)
	}
	for n := 1; n < 100; n++ {
		a := NumberAxis("k", make([]int64, n))
		marked := slices.DeleteFunc(slices.Clone(a.Ticks), func(t Tick) bool { return t.Text == "" })
		if len(marked) == 0 || len(marked) > mostNumbers || a.Ticks[n].Text == "" || a.end() != float64(n) {
			t.Errorf("%d numbers: %v", n, a.Ticks)
		}
	}
}

func TestTotalIsNotTooLarge(t *testing.T) {
	if got := Total([]Bin{{1, 1, math.MaxInt64}, {2, 2, 5}}); got != math.MaxInt64 {
		t.Errorf("Total = %d", got)
	}
}

func TestSpread(t *testing.T) {
	for _, c := range []struct{ places, want []float64 }{
		{[]float64{}, []float64{}},
		{[]float64{50}, []float64{50}},
		{[]float64{20, 50, 80}, []float64{20, 50, 80}},
		{[]float64{50, 50, 50}, []float64{50, 60, 70}},
		{[]float64{100, 100, 100}, []float64{80, 90, 100}},
		{[]float64{0, 0, 95, 99}, []float64{0, 10, 90, 100}},
		{slices.Repeat([]float64{40}, 12), []float64{0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110}},
	} {
		got := slices.Clone(c.places)
		spread(got, 10, 0, 100)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%v:\n%s", c.places, diff)
		}
	}
}

// TestLongCurve checks that a curve of many points stays small, and where it was.
func TestLongCurve(t *testing.T) {
	l := &Lines{X: CountAxis("x", 1_000_000), Y: ShareAxis("y")}
	var points []Point
	for x := range 1_000_001 {
		points = append(points, Point{float64(x), float64(x%3) / 2})
	}
	thin := l.thinned(points)
	if len(thin) > 4*(linesRight-linesLeft)+4 {
		t.Errorf("%d points are left", len(thin))
	}
	first, last := Point{linesLeft, linesBottom}, Point{linesRight, l.y(points[len(points)-1].Y)}
	if thin[0] != first || thin[len(thin)-1] != last {
		t.Errorf("it goes from %v to %v, not from %v to %v", thin[0], thin[len(thin)-1], first, last)
	}
}

func TestAverages(t *testing.T) {
	for _, c := range []struct {
		counts []int64
		most   int
		want   []float64
	}{
		{nil, 3, []float64{}},
		{[]int64{4, -1}, 3, []float64{4, 0}},
		{[]int64{1, 2, 3, 4, 5, 6}, 3, []float64{1.5, 3.5, 5.5}},
		{[]int64{6, 6, 6, 6, 6, 6, 6}, 3, []float64{6, 6, 6}},
	} {
		if diff := cmp.Diff(c.want, averages(c.counts, c.most)); diff != "" {
			t.Errorf("averages(%v, %d):\n%s", c.counts, c.most, diff)
		}
	}
}

// TestBarsAreAsLongAsTheirCounts reads the lengths back from the picture.
func TestBarsAreAsLongAsTheirCounts(t *testing.T) {
	one := func(n int64) []Number { return []Number{Whole(n)} }
	pair := func(before, after int64) []Number { return []Number{Whole(before), Whole(after)} }
	for _, c := range []struct {
		bars Bars
		want []string // what is 240 units long is all
		n    int
	}{
		{
			Bars{Bars: []Bar{{"a", one(100), false}, {"b", one(50), true}, {"c", one(0), false}, {"d", one(1), false}}, LineBefore: 4, LineName: "line"},
			[]string{`width="240" height="14" class="bar"/>`, `width="120" height="14" class="bar marked"/>`, `width="2.4"`},
			3,
		},
		{ // two bars each, and two in the key
			Bars{Series: []string{"original", "release"}, Bars: []Bar{{"a", pair(100, 0), true}, {"b", pair(25, 75), true}}},
			[]string{`width="240" height="11" class="before"/>`, `width="60" height="11" class="before"/>`, `width="180" height="11" class="bar marked"/>`},
			5,
		},
		{ // shares of all, which a frame shows
			Bars{Whole: 1, Bars: []Bar{{"a", []Number{Share(0.25)}, false}, {"b", []Number{Share(0)}, false}}},
			[]string{`width="240" height="14" class="frame"/>`, `width="60" height="14" class="bar"/>`},
			3,
		},
	} {
		text := markup.XML(c.bars.Draw().Inline())
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("the picture lacks %s:\n%s", want, text)
			}
		}
		if n := strings.Count(text, "<rect"); n != c.n {
			t.Errorf("%d bars, want %d:\n%s", n, c.n, text)
		}
	}
	if none := (&Bars{Bars: []Bar{{"a", one(0), false}}}).Draw(); none != nil {
		t.Error("there is a picture of nothing")
	}
}

func TestNothingToSee(t *testing.T) {
	for _, counts := range [][]int64{nil, {0}, {0, -3}} {
		if Small("t", "d", counts).Inline() != nil {
			t.Errorf("there is a picture of %v", counts)
		}
	}
}
