package sqltext

import (
	"strconv"
	"strings"
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
// Functions are named with their catalog for the like reason: a macro of the user's may have
// the name of any of them, and would come first.

const (
	// ownName begins the names of relations and columns of plans, and of private functions.
	ownName = "__skyline_"
	// catalog is where functions are.
	catalog = "system.main."
)

// PlanKey stands in a plan for its key, the first argument of private aggregates: their
// states take rows of one plan only.
const PlanKey = SQL(ownName + "plan_key")

// Finish returns a statement as DuckDB gets it: with a suffix on the plan's own names,
// newly drawn for each plan, and the plan's key, which follows from it; with the catalog of
// functions; without the marks of users' texts. A function that has a dot in front of it is
// left alone. A suffix is _ and 16 hexadecimal digits.
func Finish(statement SQL, suffix string) string {
	f := finishing{suffix: suffix, catalog: catalog}
	return f.text(resolved(string(statement), false))
}

// Show returns a statement as people read it: its names have no suffix, its functions no
// catalog, its key is 0, and what is abbreviated is short.
func Show(statement SQL) string {
	var f finishing
	return f.text(resolved(string(statement), true))
}

// finishing is what a statement gets. Without a catalog, those that it has go.
type finishing struct{ suffix, catalog string }

func (f *finishing) text(s string) string {
	var b strings.Builder
	b.Grow(len(s) + len(s)/4)
	copied := 0       // what stands before it in s has been written
	behindAs := false // whether the word before was AS
	for i := 0; i < len(s); {
		token, end := scan(s, i)
		change := func(text string) {
			b.WriteString(s[copied:i])
			b.WriteString(text)
			copied = end
		}
		switch {
		case token == user:
			change(s[i+1 : end-1])
		case token != word:
		case s[i:end] == string(PlanKey):
			change(keyOf(f.suffix))
		case f.catalog == "" && strings.HasPrefix(s[i:], catalog):
			end = i + len(catalog)
			change("")
		case isCall(s, i, end, behindAs):
			change(f.catalog + s[i:end])
		case isName(s, i, end, behindAs):
			change(s[i:end] + f.suffix)
		}
		if blank := token == other && s[i] <= ' '; !blank && token != comment {
			behindAs = end-i == 2 && strings.EqualFold(s[i:end], "as")
		}
		i = end
	}
	b.WriteString(s[copied:])
	return b.String()
}

// isCall reports whether a word is a function without its catalog. Behind AS and :: there
// are names and types, which may have parentheses too.
func isCall(s string, start, end int, behindAs bool) bool {
	return isFollowed(s, end) && !behindAs && !strings.HasSuffix(s[:start], ".") && !strings.HasSuffix(s[:start], "::") &&
		!isGrammar(s[start:end])
}

// isName reports whether a word is a name of the plan's own.
func isName(s string, start, end int, behindAs bool) bool {
	return strings.HasPrefix(s[start:end], ownName) && (!isFollowed(s, end) || behindAs) && !strings.HasSuffix(s[:start], catalog)
}

func isFollowed(s string, end int) bool { return end < len(s) && s[end] == '(' }

// keyOf is the key of the plan whose names have a suffix, 0 without one.
func keyOf(suffix string) string {
	key, _ := strconv.ParseUint(strings.TrimPrefix(suffix, "_"), 16, 64)
	return strconv.FormatUint(key>>1, 10)
}
