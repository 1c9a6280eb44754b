package utility

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// The oracle works on rows and on labels that come with a predicate, so it reads
// no label, numbers no value and shares no code with the package.

const nullAge = -1

var (
	sexes = []string{"F", "M", "a, b", "X"}
	// hierarchyOf is the region of a sex on level 1; all is level 2.
	hierarchyOf = map[string]string{"F": "known", "M": "known", "a, b": "odd", "X": "odd", "Y": "odd"}
)

type person struct {
	age int // nullAge: NULL
	sex string
	s   string
}

// ageLabel is a label of ages, with what it means and costs by definition.
type ageLabel struct {
	text     string
	isNull   bool
	low, end int // of an interval
	orNull   bool
	set      []int
	all      bool
}

func (l *ageLabel) has(age int) bool {
	switch {
	case l.all:
		return true
	case l.set != nil:
		return slices.Contains(l.set, age)
	case age == nullAge:
		return l.orNull
	}
	return l.low <= age && age <= l.end
}

type sexLabel struct {
	text  string
	set   []string
	level int  // of the hierarchy, of a set the one above its members
	isSet bool // of values
}

func (l *sexLabel) has(sex string) bool { return slices.Contains(l.set, sex) }

type releasedRow struct {
	age   *ageLabel
	sex   *sexLabel
	s     string
	group int64
}

func ageText(age int) string {
	if age == nullAge {
		return "NULL"
	}
	return fmt.Sprint(age)
}

// randomAge returns a label that covers some ages, of a random kind.
func randomAge(random *rand.Rand, ages []int) *ageLabel {
	ages = slices.Clone(ages)
	slices.Sort(ages)
	ages = slices.Compact(ages)
	withNull := ages[0] == nullAge
	if len(ages) == 1 && random.IntN(4) > 0 {
		return &ageLabel{text: ageText(ages[0]), isNull: withNull, set: ages}
	}
	kind := random.IntN(3)
	switch {
	case kind == 0 && len(ages) > 1:
		texts := make([]string, len(ages))
		for i, age := range ages {
			texts[i] = ageText(age)
		}
		return &ageLabel{text: "{" + strings.Join(texts, ", ") + "}", set: ages}
	case kind == 1 || withNull && len(ages) == 1:
		return &ageLabel{text: "*", all: true}
	}
	low := ages[0]
	if withNull {
		low = ages[1]
	}
	l := &ageLabel{low: low - random.IntN(2), end: ages[len(ages)-1] + random.IntN(3), orNull: withNull}
	l.text = fmt.Sprintf("[%d, %d]", l.low, l.end)
	if withNull {
		l.text += " or NULL"
	}
	return l
}

func randomSex(random *rand.Rand, people []person) *sexLabel {
	var list []string
	for _, p := range people {
		list = append(list, p.sex)
	}
	slices.Sort(list)
	list = slices.Compact(list)
	top := []string{"F", "M", "a, b", "X", "Y"}
	switch kind := random.IntN(5); {
	case kind == 4 && slices.Contains(list, "X") && !slices.Contains(list, "a, b"): // a node, and a value beside it
		return &sexLabel{text: "{X, known}", set: []string{"F", "M", "X"}, level: 2}
	case len(list) == 1 && kind > 0:
		return &sexLabel{text: list[0], set: list, level: 0}
	case kind == 1 && len(list) > 1:
		return &sexLabel{text: "{" + strings.Join(list, ", ") + "}", set: list, level: 1, isSet: true}
	case kind == 2 && !slices.ContainsFunc(list, func(sex string) bool { return hierarchyOf[sex] != hierarchyOf[list[0]] }):
		var below []string
		for _, sex := range top {
			if hierarchyOf[sex] == hierarchyOf[list[0]] {
				below = append(below, sex)
			}
		}
		return &sexLabel{text: hierarchyOf[list[0]], set: below, level: 1}
	}
	return &sexLabel{text: "*", set: top, level: 2}
}

// randomRelease makes an original and a release of it: random groups, whose
// regions may overlap, without a few people where suppress says so.
func randomRelease(random *rand.Rand, suppress bool) ([]person, []releasedRow) {
	n := 2 + random.IntN(14)
	people := make([]person, n)
	for i := range people {
		people[i] = person{20 + random.IntN(6)*random.IntN(3), sexes[random.IntN(4)], string(rune('p' + random.IntN(3)))}
		if random.IntN(6) == 0 {
			people[i].age = nullAge
		}
	}
	// By rows that stand together in the order of age and sex, or at random.
	order := random.Perm(n)
	if random.IntN(2) == 0 {
		slices.SortFunc(order, func(i, j int) int { return people[i].age - people[j].age })
	}
	var release []releasedRow
	for begin, g := 0, int64(7); begin < n; g++ {
		end := min(n, begin+1+random.IntN(4))
		var members []person
		for _, i := range order[begin:end] {
			members = append(members, people[i])
		}
		begin = end
		if suppress && random.IntN(3) == 0 {
			continue
		}
		var ages []int
		for _, p := range members {
			ages = append(ages, p.age)
		}
		age, sex := randomAge(random, ages), randomSex(random, members)
		for _, p := range members {
			release = append(release, releasedRow{age, sex, p.s, g})
		}
	}
	return people, release
}

// encode puts them in the package's form, in a random order.
func encode(t *testing.T, random *rand.Rand, people []person, release []releasedRow) *Release {
	t.Helper()
	columns := make([]Column, 3)
	number := map[string]int32{}
	// add returns the number of a value or label in one of six lists.
	add := func(list int, text string, grow func()) int32 {
		key := fmt.Sprint(list, "|", text)
		if _, ok := number[key]; !ok {
			count := int32(0)
			for k := range number {
				if strings.HasPrefix(k, fmt.Sprint(list, "|")) {
					count++
				}
			}
			number[key] = count
			grow()
		}
		return number[key]
	}
	var ages []int
	var sexValues, sValues []string
	for _, p := range people {
		ages, sexValues, sValues = append(ages, p.age), append(sexValues, p.sex), append(sValues, p.s)
	}
	slices.SortFunc(ages, func(a, b int) int { // NULL last
		if (a == nullAge) != (b == nullAge) {
			return b - a
		}
		return a - b
	})
	slices.Sort(sexValues)
	slices.Sort(sValues)
	for _, age := range ages {
		add(0, ageText(age), func() {
			columns[0].Values = append(columns[0].Values, Value{Text: ageText(age), Null: age == nullAge, Rank: int64(age), Position: float64(age)})
		})
	}
	for i, list := range [][]string{sexValues, sValues} {
		for rank, text := range list {
			add(1+i, text, func() {
				columns[1+i].Values = append(columns[1+i].Values, Value{Text: text, Rank: int64(rank), Position: math.NaN()})
			})
		}
	}
	for sex, parent := range hierarchyOf {
		columns[1].Hierarchy = append(columns[1].Hierarchy, Node{Value: sex, Level: 1, Label: parent}, Node{Value: sex, Level: 2, Label: "any"})
	}
	original := Cells{Codes: make([][]int32, 3)}
	for _, i := range random.Perm(len(people)) {
		p := people[i]
		for c, text := range []string{ageText(p.age), p.sex, p.s} {
			original.Codes[c] = append(original.Codes[c], number[fmt.Sprint(c, "|", text)])
		}
		original.N = append(original.N, 1)
	}
	rows := Cells{Codes: make([][]int32, 3), Groups: []int64{}}
	for _, i := range random.Perm(len(release)) {
		r := release[i]
		codes := []int32{
			add(3, r.age.text, func() {
				l := Label{Text: r.age.text, Null: r.age.isNull}
				if strings.HasPrefix(l.Text, "[") {
					l.Low = &End{int64(r.age.low), float64(r.age.low)}
					l.High = &End{int64(r.age.end), float64(r.age.end)}
				}
				columns[0].Labels = append(columns[0].Labels, l)
			}),
			add(4, r.sex.text, func() { columns[1].Labels = append(columns[1].Labels, Label{Text: r.sex.text}) }),
			add(5, r.s, func() { columns[2].Labels = append(columns[2].Labels, Label{Text: r.s}) }),
		}
		for c, code := range codes {
			rows.Codes[c] = append(rows.Codes[c], code)
		}
		rows.N = append(rows.N, 1)
		rows.Groups = append(rows.Groups, r.group)
	}
	u, err := New(Layout{QI: 2, Sensitive: 1}, columns, original, rows)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// definedDivergence goes through everybody, with every row of the release.
func definedDivergence(people []person, release []releasedRow) float64 {
	n := float64(len(people))
	share := func(has func(person) bool) float64 {
		count := 0
		for _, p := range people {
			if has(p) {
				count++
			}
		}
		return float64(count) / n
	}
	sum := 0.0
	for _, p := range people {
		in := map[int64]bool{}
		for _, r := range release {
			if r.age.has(p.age) && r.sex.has(p.sex) {
				in[r.group] = true
			}
		}
		having, of := 0, 0
		for _, r := range release {
			if in[r.group] || len(in) == 0 {
				of++
				if r.s == p.s {
					having++
				}
			}
		}
		if of == 0 {
			return math.Inf(1) // everybody is suppressed
		}
		joint := share(func(o person) bool { return o == p })
		x := share(func(o person) bool { return o.age == p.age && o.sex == p.sex })
		// Over people instead of (x, s), each of whom stands for a part of p(x, s).
		sum += math.Log(joint/(x*float64(having)/float64(of))) / n
	}
	return sum
}

// definedLoss returns NCP and Iyengar's loss by column, and the precision of sex.
func definedLoss(people []person, release []releasedRow) (ncp, generalized [2]float64, precision float64) {
	ages, kinds := map[int]bool{}, map[string]bool{}
	low, high := math.MaxInt, math.MinInt
	for _, p := range people {
		ages[p.age], kinds[p.sex] = true, true
		if p.age != nullAge {
			low, high = min(low, p.age), max(high, p.age)
		}
	}
	n := float64(len(people))
	missing := n - float64(len(release))
	ncp, generalized = [2]float64{missing, missing}, [2]float64{missing, missing}
	levels := missing
	count := func(column, covered, of int) {
		if covered > 1 && of > 1 {
			ncp[column] += float64(covered) / float64(of)
			generalized[column] += float64(covered-1) / float64(of-1)
		}
	}
	for _, r := range release {
		switch {
		case strings.HasPrefix(r.age.text, "[") && !r.age.orNull && low <= high:
			if high > low {
				width := math.Max(0, float64(min(r.age.end, high)-max(r.age.low, low))/float64(high-low))
				ncp[0] += width
				generalized[0] += width
			}
		case len(r.age.set) == 1:
		default:
			covered := 0
			for age := range ages {
				if r.age.has(age) {
					covered++
				}
			}
			count(0, covered, len(ages))
		}
		levels += float64(r.sex.level) / 2
		switch {
		case r.sex.level > 0 && !r.sex.isSet:
			count(1, len(r.sex.set), len(hierarchyOf))
		case r.sex.isSet:
			covered := 0
			for sex := range kinds {
				if r.sex.has(sex) {
					covered++
				}
			}
			count(1, covered, len(kinds))
		}
	}
	for c := range ncp {
		ncp[c] /= n
		generalized[c] /= n
	}
	return ncp, generalized, 1 - levels/n
}

// TestAgainstDefinition compares every measure but accuracy with the definitions.
func TestAgainstDefinition(t *testing.T) {
	const tolerance = 1e-12
	equal := func(a, b float64) bool {
		return a == b || math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) <= tolerance
	}
	finite := 0
	for round := range 3000 {
		random := rand.New(rand.NewPCG(uint64(round), 1))
		people, release := randomRelease(random, round%3 == 0)
		u := encode(t, random, people, release)
		got, err := u.Divergence(t.Context(), 0)
		if err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		if want := definedDivergence(people, release); !equal(got, math.Max(0, want)) {
			t.Errorf("round %d: divergence %g, want %g", round, got, want)
		} else if !math.IsInf(want, 0) {
			finite++
		}
		ncp, generalized, precision := definedLoss(people, release)
		for c := range 2 {
			loss := u.Loss(c)
			if !equal(loss.NCP, ncp[c]) || !equal(loss.Generalized, generalized[c]) {
				t.Errorf("round %d, column %d: losses %g, %g, want %g, %g", round, c, loss.NCP, loss.Generalized, ncp[c], generalized[c])
			}
		}
		if got := u.Loss(1).Precision; !equal(got, precision) {
			t.Errorf("round %d: precision %g, want %g", round, got, precision)
		}
		groups := map[int64]float64{}
		for _, r := range release {
			groups[r.group]++
		}
		discernibility := float64((len(people) - len(release)) * len(people))
		for _, size := range groups {
			discernibility += size * size
		}
		sizes := u.Sizes()
		if sizes.Discernibility != discernibility || !equal(sizes.Average, float64(len(release))/float64(len(groups))) {
			t.Errorf("round %d: sizes %+v, want discernibility %g", round, sizes, discernibility)
		}
	}
	if finite < 1500 {
		t.Errorf("%d divergences were finite, want at least half", finite)
	}
}
