package sqltext

import "strings"

// grammarWords are those that DuckDB's grammar reads in its own way in front of a
// parenthesis: its keywords, but for those that are names of functions also behind a
// catalog (glob, left, map, nullif, replace, right, row, substring, trim, …), and what its
// binder takes by the plain name. FILTER (…), REPLACE (…) and types MAP (…) inside of other
// types are told from functions by a blank.
var grammarWords = func() map[string]bool {
	words := map[string]bool{}
	for _, list := range []string{
		// Reserved keywords.
		`all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create
		default deferrable desc describe distinct do else end except false fetch for foreign from group having in
		initially intersect into lambda lateral leading limit not null offset on only or order pivot pivot_longer
		pivot_wider placing primary qualify references returning select show some summarize symmetric table then to
		trailing true union unique unpivot using variadic when where window with`,
		// Keywords that may name a type or a function.
		`anti asof at authorization binary by collation columns concurrently cross freeze full generated ilike inner is
		isnull join like natural notnull outer overlaps positional semi similar struct tablesample try_cast unpack
		verbose`,
		// Keywords that may name a column: types, and calls with a syntax of their own.
		`between bigint bit boolean char character coalesce dec decimal exists extract float grouping grouping_id inout
		int integer interval national nchar none numeric out overlay position precision real setof smallint time
		timestamp treat values varchar xmlattributes xmlconcat xmlelement xmlexists xmlforest xmlnamespaces xmlparse
		xmlpi xmlroot xmlserialize xmltable`,
		// Other words with parentheses.
		`cube enum exclude key materialized over rename rollup sets try unnest`,
	} {
		for w := range strings.FieldsSeq(list) {
			words[w] = true
		}
	}
	return words
}()

// isGrammar reports whether a word in front of a parenthesis is one of the grammar's.
func isGrammar(w string) bool { return grammarWords[strings.ToLower(w)] }
