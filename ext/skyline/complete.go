package main

import (
	"context"
	"database/sql"
	"strings"
)

// completer completes words with the names and keywords that DuckDB suggests.
type completer struct{ conn *sql.Conn }

// maxSuggestions is how many completions are offered.
const maxSuggestions = 50

// Do returns what can follow the text before the cursor and how many characters
// of it the completed words already have.
func (c completer) Do(line []rune, pos int) (suffixes [][]rune, length int) {
	text := string(line[:pos])
	word := text[strings.LastIndexFunc(text, func(r rune) bool {
		return r != '_' && r < 0x80 && ('a' > r|0x20 || r|0x20 > 'z') && ('0' > r || r > '9')
	})+1:]
	if word == "" || strings.HasPrefix(strings.TrimSpace(text), ".") {
		return nil, 0
	}
	rows, err := c.conn.QueryContext(context.Background(),
		"SELECT suggestion FROM sql_auto_complete($1) WHERE starts_with(lower(suggestion), lower($2)) LIMIT $3",
		text, word, maxSuggestions)
	if err != nil {
		return nil, 0
	}
	defer rows.Close()
	for rows.Next() {
		var suggestion string
		if rows.Scan(&suggestion) != nil {
			return nil, 0
		}
		suffixes = append(suffixes, []rune(suggestion)[len([]rune(word)):])
	}
	if rows.Err() != nil {
		return nil, 0
	}
	return suffixes, len([]rune(word))
}
