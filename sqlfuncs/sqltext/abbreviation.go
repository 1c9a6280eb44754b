package sqltext

import "strings"

// What equality means takes a long expression for each column, and what plans do with a
// column is lost in it. So where people read a plan, such an expression is shown as the
// call of a function that does not exist: canonical(tbl."age"). DuckDB gets the expression.

// Marks of an abbreviation, in a piece: begin, the short form, then, the expression, end.
const (
	markBegin = '\x01'
	markThen  = '\x02'
	markEnd   = '\x03'
)

// Abbreviated returns an expression that Show writes as a call of name with arguments.
func Abbreviated(name string, expression SQL, args ...SQL) SQL {
	return SQL(markBegin) + Word(name) + "(" + List(args) + ")" + SQL(markThen) + expression + SQL(markEnd)
}

// resolved returns a statement with either the short forms or the expressions of its
// abbreviations.
func resolved(s string, short bool) string {
	if !strings.ContainsRune(s, markBegin) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	// skips counts the parts around that are not written.
	var skips []bool
	skipped := 0
	for i := 0; i < len(s); {
		kind, end := scan(s, i)
		mark := byte(0)
		if kind == other {
			mark = s[i]
		}
		switch mark {
		case markBegin, markThen:
			skip := short == (mark == markThen)
			if mark == markThen {
				if skips[len(skips)-1] {
					skipped--
				}
				skips = skips[:len(skips)-1]
			}
			if skips = append(skips, skip); skip {
				skipped++
			}
		case markEnd:
			if skips[len(skips)-1] {
				skipped--
			}
			skips = skips[:len(skips)-1]
		default:
			if skipped == 0 {
				b.WriteString(s[i:end])
			}
		}
		i = end
	}
	return b.String()
}
