package releases

// redundant finds the sets that tell nothing more than others do. Items are in at most one set of each release: item i of
// those given in in[i·releases+r], or in none. A set is redundant if it is made of whole sets of another release: what is
// known of it is the sum of what is known of them. Of two sets of the same items, the one of the later release is.
//
// What makes a set redundant may be so itself, because of finer sets; the finest are not.
func redundant(items, in []int32, releases, sets int) []bool {
	size := make([]int32, sets)
	for _, i := range items {
		for _, c := range in[int(i)*releases : (int(i)+1)*releases] {
			if c != none {
				size[c]++
			}
		}
	}
	drop, seen := make([]bool, sets), make([]int32, sets)
	for c := range seen {
		seen[c] = none
	}
	for r := range releases {
		list := groupBy(items, in, releases, sets, r)
		for at := 0; at < len(list); {
			c := in[int(list[at])*releases+r]
			end := at + int(size[c])
			for q := range releases {
				if q != r && !drop[c] {
					drop[c] = isUnion(list[at:end], in, releases, c, q, size, seen) && (q < r || size[in[int(list[at])*releases+q]] < size[c])
				}
			}
			at = end
		}
	}
	return drop
}

// isUnion reports whether the items of set c are those of whole sets of release q. seen has the last set that each of those
// was counted for.
func isUnion(items, in []int32, releases int, c int32, q int, size, seen []int32) bool {
	total := int32(0)
	for _, i := range items {
		other := in[int(i)*releases+q]
		if other == none {
			return false
		}
		if seen[other] != c {
			seen[other] = c
			total += size[other]
		}
	}
	return total == int32(len(items))
}

// groupBy returns the items that are in a set of release r, those of a set together.
func groupBy(items, in []int32, releases, sets, r int) []int32 {
	next := make([]int32, sets+1)
	for _, i := range items {
		if c := in[int(i)*releases+r]; c != none {
			next[c+1]++
		}
	}
	for c := range sets {
		next[c+1] += next[c]
	}
	list := make([]int32, next[sets])
	for _, i := range items {
		if c := in[int(i)*releases+r]; c != none {
			list[next[c]] = i
			next[c]++
		}
	}
	return list
}
