package tree

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"skyline/tests/trials"
)

// person is a row of the oracle: a number, the values that a category may be, and the target.
type person struct {
	number  float64
	may     uint // a set of values; none: unknown
	target  float64
	weight  float64
	isKnown bool // the number
}

// grown is a tree of the oracle.
type grown struct {
	mean, squared float64
	left, right   *grown
	goesLeft      func(person) float64 // the part of a person that goes to the left
}

func squaredOf(people []person) (mean, squared, weight float64) {
	for _, p := range people {
		mean += p.weight * p.target
		weight += p.weight
	}
	mean /= weight
	for _, p := range people {
		squared += p.weight * (p.target - mean) * (p.target - mean)
	}
	return mean, squared, weight
}

// cutBy splits people by a test. Those of whom it is not known are left out first.
func cutBy(people []person, isKnown func(person) bool, goesLeft func(person) float64) (known, left, right []person) {
	for _, p := range people {
		if !isKnown(p) {
			continue
		}
		known = append(known, p)
		part := goesLeft(p)
		l, r := p, p
		l.weight, r.weight = p.weight*part, p.weight*(1-part)
		if part > 0 {
			left = append(left, l)
		}
		if part < 1 {
			right = append(right, r)
		}
	}
	return known, left, right
}

// cutsMeans reports whether the means of a set of values are all on one side of those of the others.
// With branches of any size the best set is such a one; of those that leave each branch 7 people it
// need not be.
func cutsMeans(people []person, there, set uint) bool {
	lowest, highest := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for v := range oracleValues {
		if there>>v&1 == 0 {
			continue
		}
		sum, weight := 0.0, 0.0
		for _, p := range people {
			if p.may>>v&1 == 1 {
				part := p.weight / float64(bits.OnesCount(p.may&there))
				sum, weight = sum+part*p.target, weight+part
			}
		}
		side, mean := set>>v&1, sum/weight
		lowest[side], highest[side] = math.Min(lowest[side], mean), math.Max(highest[side], mean)
	}
	return highest[0] < lowest[1] || highest[1] < lowest[0]
}

// growOracle tries every test by the definition: each threshold between two numbers, and each set of
// values of the category that cuts them in the order of their means. values are those that can be here.
func growOracle(people []person, values uint) *grown {
	g := &grown{}
	var weight float64
	g.mean, g.squared, weight = squaredOf(people)
	if weight < 20 {
		return g
	}
	most := 1e-9 * g.squared
	var isLeft func(person) float64
	var leftValues, rightValues uint
	try := func(isKnown func(person) bool, goesLeft func(person) float64, l, r uint) {
		known, left, right := cutBy(people, isKnown, goesLeft)
		if len(left) == 0 || len(right) == 0 {
			return
		}
		_, all, _ := squaredOf(known)
		_, a, wa := squaredOf(left)
		_, b, wb := squaredOf(right)
		if gain := all - a - b; wa > 7-1e-9 && wb > 7-1e-9 && gain > most*(1+1e-9) {
			most, leftValues, rightValues = gain, l, r
			isLeft = func(p person) float64 {
				if isKnown(p) {
					return goesLeft(p)
				}
				return wa / (wa + wb)
			}
		}
	}
	for _, p := range people {
		next := math.Inf(1)
		for _, q := range people {
			if q.isKnown && q.number > p.number {
				next = math.Min(next, q.number)
			}
		}
		if p.isKnown && next < math.Inf(1) {
			limit := (p.number + next) / 2
			try(func(q person) bool { return q.isKnown }, func(q person) float64 {
				if q.number <= limit {
					return 1
				}
				return 0
			}, values, values)
		}
	}
	var there uint
	for _, p := range people {
		there |= p.may & values
	}
	for set := uint(1); set < 1<<oracleValues; set++ {
		if set&^there != 0 || set == there || !cutsMeans(people, there, set) {
			continue
		}
		try(func(q person) bool { return q.may&there != 0 }, func(q person) float64 {
			return float64(bits.OnesCount(q.may&set)) / float64(bits.OnesCount(q.may&there))
		}, values&^(there&^set), values&^set)
	}
	if isLeft == nil {
		return g
	}
	var left, right []person
	for _, p := range people {
		part := isLeft(p)
		l, r := p, p
		l.weight, r.weight = p.weight*part, p.weight*(1-part)
		if part > 0 {
			left = append(left, l)
		}
		if part < 1 {
			right = append(right, r)
		}
	}
	g.goesLeft, g.left, g.right = isLeft, growOracle(left, leftValues), growOracle(right, rightValues)
	return g
}

const oracleValues = 4

// pruned lists all subtrees with the same root: their cost, and what they predict.
func (g *grown) pruned(price float64) []subtree {
	list := []subtree{{g.squared + price, 1, func(person) float64 { return g.mean }}}
	if g.left == nil {
		return list
	}
	for _, l := range g.left.pruned(price) {
		for _, r := range g.right.pruned(price) {
			list = append(list, subtree{l.cost + r.cost, l.leaves + r.leaves, func(p person) float64 {
				part := g.goesLeft(p)
				return part*l.says(p) + (1-part)*r.says(p)
			}})
		}
	}
	return list
}

type subtree struct {
	cost   float64
	leaves int
	says   func(person) float64
}

// TestRegressionByDefinition compares what a regression tree predicts with the definition: all
// thresholds and all sets of values are tried, and all subtrees are listed.
func TestRegressionByDefinition(t *testing.T) {
	splits, labels := 0, 0
	for seed := range trials.Seeds(t, 200, 3000) {
		random := rand.New(rand.NewPCG(seed, 19))
		n := 5 + random.IntN(60)
		numbers := []float64{math.NaN()}
		for i := range 9 {
			numbers = append(numbers, float64(i*i))
		}
		var people []person
		rows := Rows{Codes: make([][]int32, 2)}
		var targets []float64
		hasLabels := random.IntN(3) == 0
		members := make([][]int32, 1<<oracleValues)
		for set := range members {
			for v := range oracleValues {
				if set>>v&1 == 1 {
					members[set] = append(members[set], int32(v))
				}
			}
		}
		for range n {
			code, may := random.IntN(len(numbers)), uint(1)<<random.IntN(oracleValues-1)
			if hasLabels && random.IntN(4) == 0 {
				may |= 1 << random.IntN(oracleValues)
				labels++
			}
			if !hasLabels && code == 0 {
				code = 1 // parts of parts would be thinned out
			}
			y := random.NormFloat64() + float64(random.IntN(2))*float64(code) + float64(may%5)*2
			people = append(people, person{numbers[code], may, y, 1, code > 0})
			if hasLabels { // whose number is known: one kind of part is enough
				people[len(people)-1].isKnown, code = true, max(code, 1)
				people[len(people)-1].number = numbers[code]
			}
			rows.Codes[0], rows.Codes[1] = append(rows.Codes[0], int32(code)), append(rows.Codes[1], int32(may))
			rows.Weights, targets = append(rows.Weights, 1), append(targets, y)
		}
		category, err := Generalized(oracleValues, members)
		if err != nil {
			t.Fatal(err)
		}
		tree, err := TrainRegression(t.Context(), []Feature{Numeric(numbers), category}, rows, targets)
		if err != nil {
			t.Fatal(err)
		}
		_, squared, _ := squaredOf(people)
		root := growOracle(people, 1<<oracleValues-1)
		found := subtree{cost: math.Inf(1)}
		for _, s := range root.pruned(squared / 100) {
			if s.cost < found.cost-1e-9 || s.cost < found.cost+1e-9 && s.leaves < found.leaves {
				found = s
			}
		}
		splits += found.leaves - 1
		for code := 1; code < len(numbers); code++ {
			for v := range oracleValues {
				p := person{numbers[code], 1 << v, 0, 1, true}
				if got, want := tree.PredictNumber([]int32{int32(code), 1 << v}), found.says(p); math.Abs(got-want) > 1e-9 {
					t.Fatalf("seed %d: number %g, value %d: %g, want %g", seed, numbers[code], v, got, want)
				}
			}
		}
	}
	if splits < 100 || labels < 100 {
		t.Errorf("%d splits and %d labels: too few to show anything", splits, labels)
	}
}

// TestRegressionWeights: a row of weight w is w equal ones, and one of weight 0 is not there.
func TestRegressionWeights(t *testing.T) {
	random := rand.New(rand.NewPCG(19, 2))
	numbers := []float64{0, 1, 2, 3, 4, 5, 6, 7}
	var once, often Rows
	once.Codes, often.Codes = make([][]int32, 1), make([][]int32, 1)
	var y, z []float64
	for range 40 {
		code, w, target := int32(random.IntN(8)), random.IntN(4), random.NormFloat64()
		once.Codes[0], once.Weights, y = append(once.Codes[0], code), append(once.Weights, float64(w)), append(y, target+float64(code))
		for range w {
			often.Codes[0], often.Weights, z = append(often.Codes[0], code), append(often.Weights, 1), append(z, target+float64(code))
		}
	}
	features := []Feature{Numeric(numbers)}
	a, err := TrainRegression(t.Context(), features, once, y)
	if err != nil {
		t.Fatal(err)
	}
	b, err := TrainRegression(t.Context(), features, often, z)
	if err != nil {
		t.Fatal(err)
	}
	if a.root.leaves() < 2 {
		t.Fatal("no test")
	}
	for code := range int32(8) {
		if x, y := a.PredictNumber([]int32{code}), b.PredictNumber([]int32{code}); math.Abs(x-y) > 1e-12 {
			t.Errorf("%d: %g with weights, %g row by row", code, x, y)
		}
	}
}

// TestRegressionLimits: nobody, one person, numbers that are all alike, and targets that are no numbers.
func TestRegressionLimits(t *testing.T) {
	features := []Feature{Numeric([]float64{1, 2})}
	say := func(codes []int32, y ...float64) float64 {
		t.Helper()
		rows := Rows{Codes: [][]int32{codes}}
		for range codes {
			rows.Weights = append(rows.Weights, 1)
		}
		tree, err := TrainRegression(t.Context(), features, rows, y)
		if err != nil {
			t.Fatal(err)
		}
		return tree.PredictNumber([]int32{0})
	}
	if got := say(nil); got != 0 {
		t.Errorf("nobody: %g, want 0", got)
	}
	if got := say([]int32{1}, 7); got != 7 {
		t.Errorf("one person: %g, want 7", got)
	}
	many := make([]int32, 30)
	same := make([]float64, 30)
	for i := range many {
		many[i], same[i] = int32(i%2), 3
	}
	if got := say(many, same...); got != 3 {
		t.Errorf("all alike: %g, want 3", got)
	}
	for _, bad := range []float64{math.NaN(), math.Inf(1)} {
		if _, err := TrainRegression(t.Context(), features, Rows{Codes: [][]int32{{0}}, Weights: []float64{1}}, []float64{bad}); err == nil {
			t.Errorf("a target of %g: no error", bad)
		}
	}
	if _, err := TrainRegression(t.Context(), features, Rows{Codes: [][]int32{{9}}, Weights: []float64{1}}, []float64{1}); err == nil {
		t.Error("a code out of range: no error")
	}
}
