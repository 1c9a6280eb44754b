package sqltext

import (
	"fmt"
	"strconv"
	"strings"
)

// Word returns a name of ours that needs no quotes, such as that of a column that a result
// adds. It panics if the text is no word.
func Word(s string) SQL {
	if !isWord(s) {
		panic(fmt.Sprintf("sqltext: %q is no word", s))
	}
	return SQL(s)
}

// Type returns the name of a type, such as DOUBLE or VARCHAR[]. It panics if there is
// anything else in the text.
func Type(s string) SQL {
	for _, c := range []byte(s) {
		if !isWordByte(c) && !strings.ContainsRune(" ,()[]", rune(c)) {
			panic(fmt.Sprintf("sqltext: %q is no type", s))
		}
	}
	return SQL(s)
}

// Numbered returns a piece n times, with the numbers from 1 on in the place of #.
func Numbered(n int, piece SQL) []SQL {
	pieces := make([]SQL, n)
	for i := range pieces {
		pieces[i] = SQL(strings.ReplaceAll(string(piece), "#", strconv.Itoa(i+1)))
	}
	return pieces
}

// Apart is the last argument of an aggregate that keeps its result: something
// volatile. Otherwise DuckDB, from 1.5 on, computes what two calls in a statement
// have in common once, and one of them would take what is for both.
const Apart = SQL("random()")
