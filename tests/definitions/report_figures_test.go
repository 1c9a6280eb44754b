package definitions

import (
	"database/sql"
	"encoding/xml"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"skyline/tests/internal/sqltest"
	"skyline/tests/trials"
)

// figureOf is the picture with a name that release_report returns, read as XML.
func figureOf(t *testing.T, db *sql.DB, name, arguments string) (texts []string, bars map[string][]float64) {
	t.Helper()
	drawn := sqltest.Texts(t, db, "SELECT svg FROM release_report("+arguments+", output := 'figures') WHERE figure = '"+name+"'")
	if len(drawn) != 1 {
		t.Fatalf("%d pictures %s: %s", len(drawn), name, arguments)
	}
	var svg struct {
		Shapes struct {
			Texts []string `xml:"text"`
			Rects []struct {
				Class string  `xml:"class,attr"`
				Width float64 `xml:"width,attr"`
			} `xml:"rect"`
		} `xml:"g"`
	}
	if err := xml.Unmarshal([]byte(drawn[0]), &svg); err != nil {
		t.Fatal(err)
	}
	bars = map[string][]float64{}
	for _, r := range svg.Shapes.Rects {
		class, _, _ := strings.Cut(r.Class, " ")
		bars[class] = append(bars[class], r.Width)
	}
	return svg.Shapes.Texts, bars
}

// sizesOf counts the people of each group of a table row by row.
func sizesOf(t *testing.T, db *sql.DB, table string) map[string]int {
	t.Helper()
	sizes := map[string]int{}
	for _, key := range sqltest.Texts(t, db, "SELECT concat_ws('|', a, b) FROM "+table) {
		sizes[key]++
	}
	return sizes
}

// count is how many groups have from first to last people, and how many people these have.
func count(sizes map[string]int, first, last int) (groups, people int) {
	for _, n := range sizes {
		if first <= n && n <= last {
			groups, people = groups+1, people+n
		}
	}
	return groups, people
}

var sizeText = regexp.MustCompile(`^(?:1 in )?([\d,]+)(?:–([\d,]+))?$`)

// TestFiguresOfSizes reads the numbers of groups and people back from the pictures, and their
// lengths, and counts the rows of both tables.
func TestFiguresOfSizes(t *testing.T) {
	trials.Long(t)
	for n := range trials.Seeds(t, 4, 40) {
		seed := int(n % 1000)
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			db := sqltest.Open(t, "")
			rows, limit := 20+seed*150%1700, 2+seed%9
			sqltest.Exec(t, db,
				fmt.Sprintf("CREATE TABLE original AS SELECT (hash(i, %d) %% %d)::INTEGER AS a, (hash(%d, i) %% 7)::INTEGER AS b FROM range(%d) AS t(i)", seed, 5+40*(seed%3), seed, rows),
				"CREATE TABLE released AS SELECT '[' || a // 5 * 5 || ', ' || a // 5 * 5 + 4 || ']' AS a, CASE WHEN a < 20 THEN '*' ELSE b::VARCHAR END AS b FROM original")
			before, after := sizesOf(t, db, "original"), sizesOf(t, db, "released")
			for _, figure := range []string{"groups", "risk"} {
				texts, bars := figureOf(t, db, figure, fmt.Sprintf("'original', 'released', qi := ['a', 'b'], profile := NULL, privacy := {'k_anonymity': %d}", limit))
				texts = texts[2:] // what names and numbers are
				lengths := map[string][]int{}
				seen, aboveLimit := [2]int{}, true
				for len(texts) > 0 {
					at := sizeText.FindStringSubmatch(texts[0])
					if at == nil { // the key, or the limit
						aboveLimit = aboveLimit && !strings.HasPrefix(texts[0], "limit: 1 in ") && !strings.HasPrefix(texts[0], "smallest allowed: ")
						texts = texts[1:]
						continue
					}
					first, last := whole(t, at[1]), whole(t, at[1])
					if at[2] != "" {
						last = whole(t, at[2])
					}
					if aboveLimit && last >= limit || !aboveLimit && first < limit {
						t.Errorf("%s: %s is on the wrong side of the limit %d", figure, texts[0], limit)
					}
					for i, sizes := range []map[string]int{before, after} {
						want, people := count(sizes, first, last)
						if figure == "risk" {
							want = people
						}
						if got := whole(t, texts[i+1]); got != want {
							t.Errorf("%s: %s has %s in table %d, want %d", figure, texts[0], texts[i+1], i, want)
						}
						if class := []string{"before", "bar"}[i]; want > 0 {
							lengths[class] = append(lengths[class], want)
						}
						seen[i] += want
					}
					texts = texts[3:]
				}
				for i, sizes := range []map[string]int{before, after} {
					want, people := count(sizes, 1, math.MaxInt)
					if figure == "risk" {
						want = people
					}
					if seen[i] != want {
						t.Errorf("%s: %d are drawn of table %d, want %d", figure, seen[i], i, want)
					}
				}
				checkLengths(t, figure, bars, lengths)
			}
		})
	}
}

// checkLengths checks that bars are as long as their numbers, up to what can be seen; the first
// of a class, or the last, is its key.
func checkLengths(t *testing.T, figure string, bars map[string][]float64, numbers map[string][]int) {
	t.Helper()
	longest, most := 0.0, 0
	for class, of := range numbers {
		for i, n := range of {
			longest, most = max(longest, bars[class][i+1]), max(most, n)
		}
	}
	for class, of := range numbers {
		if len(bars[class]) != len(of)+1 {
			t.Fatalf("%s: %d bars %s and a key, want %d", figure, len(bars[class])-1, class, len(of))
		}
		for i, n := range of {
			if got, want := bars[class][i+1], longest*float64(n)/float64(most); math.Abs(got-max(want, 1.5)) > 0.051 {
				t.Errorf("%s: the bar %s of %d is %v long, want %v", figure, class, n, got, want)
			}
		}
	}
}

func whole(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(strings.ReplaceAll(text, ",", ""))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestFigureOfLosses compares the picture with release_utility.
func TestFigureOfLosses(t *testing.T) {
	db := sqltest.Open(t, "")
	sqltest.Exec(t, db,
		"CREATE TABLE original AS SELECT i AS a, i AS b, i AS c FROM range(100) AS t(i)",
		"CREATE TABLE released AS SELECT '[' || i // 50 * 50 || ', ' || i // 50 * 50 + 49 || ']' AS a, '*' AS b, i AS c FROM range(100) AS t(i)")
	texts, bars := figureOf(t, db, "loss", "'original', 'released', qi := ['a', 'b', 'c']")
	// A range of 50 of 100 numbers has lost (49 - 0) / (99 - 0), 49 %.
	if got, want := strings.Join(texts[2:], "|"), "b|100\u00A0%|a|49\u00A0%|c|0\u00A0%"; got != want {
		t.Errorf("the picture says %q, want %q", got, want)
	}
	frame := bars["frame"][0]
	if len(bars["bar"]) != 2 || bars["bar"][0] != frame || math.Abs(bars["bar"][1]-frame*49/99) > 0.051 {
		t.Errorf("the bars are %v long of %v", bars["bar"], frame)
	}
}

// TestFiguresAreOfThePage looks for each picture on the page that the same arguments make.
func TestFiguresAreOfThePage(t *testing.T) {
	trials.Long(t)
	db := sqltest.Open(t, "")
	sqltest.Exec(t, db,
		"CREATE TABLE original AS SELECT i % 50 AS a, i % 3 AS b, 'd' || (i * 7) % 5 AS s FROM range(600) AS t(i)",
		"CREATE TABLE released AS SELECT '[' || a // 10 * 10 || ', ' || a // 10 * 10 + 9 || ']' AS a, b, s FROM original")
	const arguments = "'original', 'released', qi := ['a', 'b'], sensitive := 's', privacy := {'k_anonymity': 5}"
	html := pageOf(t, db, arguments)
	drawn := sqltest.Texts(t, db, "SELECT svg FROM release_report("+arguments+", output := 'figures') WHERE figure <> 'loss'")
	if len(drawn) != 5 {
		t.Errorf("%d pictures", len(drawn))
	}
	for _, svg := range drawn {
		_, inside, _ := strings.Cut(svg, "<g transform=")
		_, inside, _ = strings.Cut(inside, ">")
		if inside, _, _ = strings.Cut(inside, "</g>"); len(inside) < 500 || !strings.Contains(html, inside) {
			t.Errorf("not on the page:\n%s", inside)
		}
	}
}
