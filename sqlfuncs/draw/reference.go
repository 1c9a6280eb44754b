package draw

import "skyline/sqlfuncs/call"

// The parameter seed, of functions that make releases, and of those that measure something.
var (
	ParamSeed       = call.Param{Name: "seed", Type: "BIGINT or VARCHAR", Default: "NULL", Doc: "NULL: drawn anew; `'once'`: equal calls draw equally; a whole number: repeatable, **for tests only**. See [Draws](#draws)"}
	ParamSampleSeed = call.Param{Name: "seed", Type: "BIGINT or VARCHAR", Default: "NULL", Doc: "NULL: drawn anew; `'once'`: equal calls draw equally; a whole number: repeatable. See [Draws](#draws)"}
)

// NoteOrder is the note of functions that draw the order of their rows, and nothing else.
const NoteOrder = "The order of the rows is [random](#draws), and tells nothing."
