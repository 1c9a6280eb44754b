package sqlfuncs

// equalityReference is the section of the reference on when two values are the same.
const equalityReference = `
## Equality

What is published is text, and anybody can tell two texts apart. So two values are the same exactly if DuckDB writes them with the same bytes, in every column and in every function; NULL is equal to itself.

- A collation, of a column or by ` + "`default_collation`" + `, is not looked at: ` + "`a` and `A`" + ` are two values under NOCASE, and so are two ways to compose ` + "`é`" + ` under NFC. To make them one, write ` + "`lower(…)`, `nfc_normalize(…)`" + ` in a query given as ` + "`tbl`" + `.
- Numbers, dates, times and INTERVALs that DuckDB takes to be equal have one text: ` + "`-0.0` counts as `0.0`, `-nan` as `nan`, `30 days` as `1 month`" + `. Inside of lists, structs and maps they are what is written: ` + "`[0.0]` and `[-0.0]`" + ` are two values.
- Lists, structs, maps, JSON, VARIANT, UNION and types of your own are compared, and put in order, as texts; in results they come in their own type again. Where that cannot be read back from the text, which is an error, cast the column to VARCHAR in a query given as ` + "`tbl`" + `; so too for a UNION with no member of type VARCHAR, or with two of one type, of which DuckDB itself complains.
- An ENUM, and a value with one inside, is released as its text: the type would have the labels of all its values with it, into Parquet files too, and some of those may be of people who are not in the release. Ranges are in the order of the ENUM all the same.
- A TIMESTAMP WITH TIME ZONE is written in the session's time zone: hierarchies, recipes and points of a skyline that name such values are for one time zone.
`
