package utility

import "strings"

// separator stands between the elements of a set.
const separator = ", "

// parseSet reads "{a, b, NULL}" as two or more different values. An element may
// have separators itself, at most commas of them; of several readings it is one
// with the most elements.
func parseSet(text string, texts map[string]int32, null int32, commas int) ([]int32, bool) {
	inner, ok := strings.CutPrefix(text, "{")
	if !ok {
		return nil, false
	}
	if inner, ok = strings.CutSuffix(inner, "}"); !ok {
		return nil, false
	}
	// ends[i] is where piece i ends.
	var ends []int
	for at := 0; ; {
		i := strings.Index(inner[at:], separator)
		if i < 0 {
			break
		}
		ends = append(ends, at+i)
		at += i + len(separator)
	}
	ends = append(ends, len(inner))
	// most[i] is the most elements that the pieces from i on can be read as, -1 if
	// they cannot; take[i] is how many pieces the first of those has.
	n := len(ends)
	most, take, value := make([]int, n+1), make([]int, n), make([]int32, n)
	for i := n - 1; i >= 0; i-- {
		most[i] = -1
		begin := 0
		if i > 0 {
			begin = ends[i-1] + len(separator)
		}
		for pieces := 1; pieces <= commas+1 && i+pieces <= n; pieces++ {
			element := inner[begin:ends[i+pieces-1]]
			v, ok := texts[element]
			if element == "NULL" && null >= 0 {
				v, ok = null, true
			}
			if ok && most[i+pieces] >= 0 && most[i+pieces]+1 > most[i] {
				most[i], take[i], value[i] = most[i+pieces]+1, pieces, v
			}
		}
	}
	if most[0] < 2 {
		return nil, false
	}
	var list []int32
	for i := 0; i < n; i += take[i] {
		list = append(list, value[i])
	}
	return list, true
}
