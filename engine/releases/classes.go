package releases

import "math"

// classes returns the classes of interchangeable values, numbered from 0 on in the order of their first values: those that
// each group of the core has equally often.
//
// To swap two such values everywhere in a world of the core gives another world of it, as often as the first one (its
// weight is the same product of factorials). So the probabilities of the values of a class are equal for everybody:
// each is that of the class divided by the number of its values.
//
// A class cannot be counted as if it were one value of a larger weight. How many ways there are to give the people of a
// class its values depends on how they lie: with two values in two groups that share a cell, each once in each
// group, there are 2 ways if both people of the class are in the shared cell or one of them is, and 4 if none is. So values
// are counted one by one, and states that differ only by the order of values of a class are taken for one (layers.go).
func (c *core) classes() (of []int, sizes []int64) {
	number := map[string]int{}
	of = make([]int, len(c.values))
	var key []byte
	for k := range c.values {
		key = key[:0]
		for _, g := range c.groups {
			for n := g.counts[k]; ; n >>= 7 {
				if n < 1<<7 {
					key = append(key, byte(n))
					break
				}
				key = append(key, byte(n)|1<<7)
			}
		}
		class, ok := number[string(key)]
		if !ok {
			class = len(sizes)
			number[string(key)] = class
			sizes = append(sizes, 0)
		}
		of[k] = class
		sizes[class]++
	}
	return of, sizes
}

// even gives all values of a class the closest bounds of any of them: they hold for each. States may then be compared
// without regard to their order, as the same places are left out for all of them.
func (c *core) even() {
	of, sizes := c.classes()
	for _, row := range c.within {
		bounds := make([]countRange, len(sizes))
		for class := range bounds {
			bounds[class].high = math.MaxInt64
		}
		for k, r := range row {
			at := &bounds[of[k]]
			at.low, at.high = max(at.low, r.low), min(at.high, r.high)
		}
		for k := range row {
			row[k] = bounds[of[k]]
		}
	}
}
