package sqltext

import (
	"fmt"
	"strconv"
	"strings"

	"skyline/sqlfuncs/host"
)

// Plans name relations and columns of their own, which all begin with __skyline_, beside
// those of the user's tables: a row of the table and its group in one SELECT. Which columns
// a table has is not known when a plan is written, and whoever supplies a file may call a
// column anything. A name that meets ours would be taken for it: the release would be of
// other groups, or lack a column, without a word.
//
// So each plan has names that nobody could have given: at its end each of ours gets a suffix
// of 64 random bits, one for all names of a plan. A name meets one with a probability of
// 2^-64, be it a column's, that of a table which a query of the user's reads, or one that was
// seen in an earlier plan. Names that DuckDB folds or numbers, as it does where a query has
// one twice, do not begin with one of ours either.
//
// Rows of the table kept as one struct, the other way to keep names apart, do not go with
// lists of columns that only DuckDB knows, which plans count and hash, and a struct is not
// read in part.

// ownName begins the names of relations and columns of plans, and of private functions.
const ownName = "__skyline_"

// userText is on both sides of what stands in a plan as the user wrote it.
const userText = "\x00"

// PlanKey stands in a plan for its key, the first argument of private aggregates: their
// states take rows of one plan only.
const PlanKey = ownName + "plan_key"

// NewSuffix returns a suffix for the names of a plan.
func NewSuffix() string {
	return fmt.Sprintf("_%016x", host.RandomNumber())
}

// keyOf is the key of the plan whose names have a suffix.
func keyOf(suffix string) string {
	key, _ := strconv.ParseUint(strings.TrimPrefix(suffix, "_"), 16, 64) // 0 without one, in tests
	return strconv.FormatUint(key>>1, 10)
}

// WithSuffix returns a plan with a suffix on all names of its own, and its key. These are words that begin
// with ownName, and are neither part of the user's text, nor in quotes, as the user's names
// and texts are, nor names of functions, which plans qualify.
func WithSuffix(plan, suffix string) string {
	var b strings.Builder
	b.Grow(len(plan) + len(plan)/8)
	for i := 0; i < len(plan); {
		n := 1
		switch c := plan[i]; {
		case c == userText[0]:
			length := strings.IndexByte(plan[i+1:], c)
			b.WriteString(plan[i+1 : i+1+length])
			i += length + 2
			continue
		case c == '\'' || c == '"':
			// A quote inside is written twice, and looks like another text behind the first.
			n += strings.IndexByte(plan[i+1:], c) + 1
		case isWordByte(c):
			for i+n < len(plan) && isWordByte(plan[i+n]) {
				n++
			}
			if plan[i:i+n] == PlanKey {
				b.WriteString(keyOf(suffix))
				i += n
				continue
			}
			if strings.HasPrefix(plan[i:i+n], ownName) && !strings.HasSuffix(plan[:i], "system.main.") {
				b.WriteString(plan[i : i+n])
				b.WriteString(suffix)
				i += n
				continue
			}
		}
		b.WriteString(plan[i : i+n])
		i += n
	}
	return b.String()
}

func isWordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}
