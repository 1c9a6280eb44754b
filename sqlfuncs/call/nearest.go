package call

// Nearest returns the name that takes the fewest changes, if these are as few as in a slip
// of the pen: one in four characters, and not all of them.
func Nearest(word string, names []string) string {
	best, fewest := "", min(max(len(word), 4)/4+1, max(len(word), 1))
	for _, name := range names {
		if d := editDistance(Folded(word), Folded(name)); d < fewest {
			best, fewest = name, d
		}
	}
	return best
}

// editDistance is the number of characters to insert, delete or replace.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		previous := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := previous
			if a[i] != b[j] {
				change++
			}
			previous = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
