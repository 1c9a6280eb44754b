package draw

import "skyline/sqlfuncs/call"

// The parameter seed, of functions that make releases, and of those that measure something.
var (
	ParamSeed      = call.Param{Name: "seed", Type: "BIGINT or VARCHAR", Default: "NULL", Doc: "NULL: fresh, cryptographic randomness; `'once'`: one draw for equal calls on equal tables; a whole number: repeatable, **for tests only**: see [Draws](#draws)"}
	ParamAuditSeed = call.Param{Name: "seed", Type: "BIGINT or VARCHAR", Default: "NULL", Doc: "NULL: drawn anew in each call; `'once'`: the same for equal calls on equal tables, as in [Draws](#draws); a whole number: repeatable"}
)

// NoteDraws is the note of functions whose result is drawn at random. tells says what two
// draws tell.
func NoteDraws(function, tells string) string {
	return "**A view or a relation draws again each time it is read.** Keep one draw, and publish that one: `CREATE TABLE … AS FROM " + function + "(…)`; `seed := 'once'` makes looks match meanwhile: see [Draws](#draws). " + tells
}

// TwoOrders is what two draws tell of which only the order is random.
const TwoOrders = "Two draws are the same rows in two orders, which tells nothing that one does not."

// DrawsReference is the section of the reference on randomness.
const DrawsReference = `
## Draws

What is drawn at random is drawn again in every statement. A view counts as one, and so does a relation in Python, which DuckDB may run again each time it is shown, counted or joined: two looks at it do not match, and for some functions two draws tell more than one; the notes of a function say what. So keep one draw, and publish that one:

` + "```sql" + `
CREATE TABLE release AS FROM anatomize('patients', qi := ['age', 'zip'], sensitive := 'disease', l := 3);
` + "```" + `

` + "`seed := 'once'`" + ` binds the draw to the statement and the data, for views and relations that are looked at several times:

` + "```sql" + `
CREATE VIEW look AS FROM anatomize('patients', qi := ['age', 'zip'], sensitive := 'disease', l := 3, seed := 'once');
` + "```" + `

- Equal calls on equal tables draw equally, in every connection of the process; the order of rows and the number of threads make no difference. Where an argument differs, or a row, the draw is a fresh one that has nothing to do with the other, so that nobody can compare the two row by row. Both are draws all the same: publish one.
- Arguments are equal as they are written, and tables if they have the same columns, of the same types, and the same rows, by the texts of their values. The table counts as far as the function reads it, and so do hierarchies, recipes and public tables. A query given as a table that is random itself, or a sample, has other rows each time.
- What is random follows from a keyed hash (HMAC-SHA256) of the function, its arguments and its tables. Its key is a secret of 32 random bytes, which the process makes when it is first needed, shows nowhere, and loses when it ends: **another process draws anew**, and so does this one when it is started again. So publish from a table.
- It takes one more pass over the rows, which reads the text of every value: for a million rows of eight columns one to two seconds of processor time, beside the two or so that functions take without.

A whole number as ` + "`seed`" + ` gives equal results everywhere and always. It is for tests and examples, where a result is compared with an earlier one. It is **not for what is published**: take it as known to everybody, since programs are read and small numbers are tried. Nothing is safer about a large one. What somebody who knows it learns, beside the release:

- Where only the order of rows is random, nothing (` + "`skyline_anonymize`, `recipe_apply`, `generalize`, `presence_anonymize`, `pdf_generalize`, `jump_release`, and `gnf_table` where nothing is shuffled" + `). The order follows from the seed and from what is released of the rows, so the sequence is a function of the two, whoever has which row. The same holds with ` + "`output := 'bucketized'`" + `: which value of a group stands beside which row follows from the seed, the rows without their values and the group's values.
- In ` + "`anatomize` and `gnf_table`" + ` with a right side, people are drawn into groups by their sensitive values, so whether a guess at everybody's value leads to the release can be tried. The whole table is part of the key: whoever does not know the values of a few people has as many guesses to try as there are ways to give them values, and no guess at one person says anything. For two people who might have changed values that is one try: **whoever knows nearly everybody's values can learn the last ones with certainty**, where without a seed they would have to guess. Two draws by one seed of tables that differ are as independent as two without, and intersect as well.
- ` + "`pdf_reconstruct`" + ` draws from distributions that are released; with the seed its draws are a function of those, and tell no more. If the distributions are kept back, a known seed can tell which of several a row was drawn from.
- ` + "`jump_publish` and `workload_error`" + ` take samples to measure something. Their results are not releases.
`
