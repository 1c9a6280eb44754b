package utility

import (
	"slices"
	"strings"
)

// Releases were made before values were quoted in labels. Such a label is understood where it
// has one reading by the values of the original.

// separator stands between the parts of a label.
const separator = ", "

// maxFormerSteps bounds how much is tried to read a former set.
const maxFormerSteps = 10_000

// formerSet reads "{a, b, NULL}" as two or more different values, where it can be read so in
// one way only. A member may have separators itself.
func (k *known) formerSet(text string) (region, bool) {
	inner, isSet := between(text, "{", "}")
	if !isSet {
		return region{}, false
	}
	// Part i begins at begins[i], and the one before ends where the separator before it does.
	begins := []int{0}
	for at := 0; ; {
		i := strings.Index(inner[at:], separator)
		if i < 0 {
			break
		}
		at += i + len(separator)
		begins = append(begins, at)
	}
	count := len(begins)
	begins = append(begins, len(inner)+len(separator))
	// ways[i] are the values that can begin with part i, and how many parts they take, where
	// what is behind them can be read, too.
	type way struct {
		value int32
		parts int
	}
	ways := make([][]way, count+1)
	readable := func(i int) bool { return i == count || len(ways[i]) > 0 }
	for i := count - 1; i >= 0; i-- {
		for n := 1; n <= k.commas+1 && i+n <= count; n++ {
			if member := inner[begins[i] : begins[i+n]-len(separator)]; readable(i + n) {
				if member == "NULL" && k.null >= 0 {
					ways[i] = append(ways[i], way{k.null, n})
				} else if value, ok := k.texts[member]; ok {
					ways[i] = append(ways[i], way{value, n})
				}
			}
		}
	}
	var list, found []int32
	readings, steps := 0, 0
	var try func(i int)
	try = func(i int) {
		if steps++; steps > maxFormerSteps || readings > 1 {
			return
		}
		if i == count {
			if len(list) > 1 {
				readings++
				found = slices.Clone(list)
			}
			return
		}
		for _, w := range ways[i] {
			if !slices.Contains(list, w.value) {
				list = append(list, w.value)
				try(i + w.parts)
				list = list[:len(list)-1]
			}
		}
	}
	try(0)
	if readings != 1 || steps > maxFormerSteps {
		return region{}, false
	}
	return k.regionOf(found), true
}

// formerRange reads "[a, b]" as two values with separators, where it can be read so in one way
// only.
func (k *known) formerRange(text string) (low, high int32, hasNull, ok bool) {
	text, hasNull = strings.CutSuffix(text, " or NULL")
	inner, isRange := between(text, "[", "]")
	if !isRange {
		return 0, 0, false, false
	}
	readings := 0
	for at := 0; ; {
		i := strings.Index(inner[at:], separator)
		if i < 0 {
			return low, high, hasNull, readings == 1
		}
		first, isFirst := k.texts[inner[:at+i]]
		at += i + len(separator)
		if last, isLast := k.texts[inner[at:]]; isFirst && isLast {
			low, high = first, last
			readings++
		}
	}
}

// between returns what stands between two brackets.
func between(text, open, end string) (inner string, ok bool) {
	if inner, ok = strings.CutPrefix(text, open); ok {
		inner, ok = strings.CutSuffix(inner, end)
	}
	return inner, ok
}
