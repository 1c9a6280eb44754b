package sqlfuncs

var (
	paramSeed      = Param{Name: "seed", Type: "BIGINT or VARCHAR", Default: "NULL", Doc: "NULL: fresh, cryptographic randomness; `'once'`: one draw for equal calls on equal tables; a whole number: repeatable, **for tests only**: see [Draws](#draws)"}
	paramAuditSeed = Param{Name: "seed", Type: "BIGINT or VARCHAR", Default: "NULL", Doc: "NULL: drawn anew in each call; `'once'`: the same for equal calls on equal tables, as in [Draws](#draws); a whole number: repeatable"}
)

// noteDraws is the note of functions whose result is drawn at random. tells says what two
// draws tell.
func noteDraws(function, tells string) string {
	return "**A view or a relation draws again each time it is read.** Keep one draw, and publish that one: `CREATE TABLE … AS FROM " + function + "(…)`; `seed := 'once'` makes looks match meanwhile: see [Draws](#draws). " + tells
}

// twoOrders is what two draws tell of which only the order is random.
const twoOrders = "Two draws are the same rows in two orders, which tells nothing that one does not."

const drawsReference = `
## Draws

What is drawn at random is drawn again in every statement. A view is one, and so is a relation in Python, which DuckDB may run again each time it is shown, counted or joined: two looks at it do not match, and for some functions two draws tell more than one; the notes of a function say what. So keep one draw, and publish that one:

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

A whole number as ` + "`seed`" + ` gives equal results everywhere and always, **for tests only**: who knows or guesses it can undo a shuffle, and compare draws of tables that differ in a row. Nothing is safer about a large number.
`
