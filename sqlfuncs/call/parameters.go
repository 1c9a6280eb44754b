package call

// Parameters that the functions that make releases share.
var (
	ParamOriginal       = Param{Name: "tbl", Type: "VARCHAR", Doc: "the table to be released: named as in `skyline_check`"}
	ParamSensitiveIfAny = Param{Name: "sensitive", Type: "VARCHAR", Default: "NULL", Doc: "the sensitive column; NULL: there is none, and only `k_anonymity` and `presence` can be required"}
	ParamHierarchies    = Param{Name: "hierarchies", Type: "VARCHAR", Default: "NULL", Doc: "the name of a table of hierarchies: `attribute, value, level, label`, as `hierarchy_wide` and the like make; a column without one is cut between its values"}
)

// Parameters that the functions on QI groups share.
var (
	ParamTable     = Param{Name: "tbl", Type: "VARCHAR", Doc: "the release candidate: a table, view, temp table, CTE of the same query, `schema.table`, `catalog.schema.table`, a file that DuckDB reads by name, or a query in parentheses"}
	ParamQI        = Param{Name: "qi", Type: "VARCHAR[]", Doc: "quasi-identifier columns; rows equal on all of them form a QI group"}
	ParamSensitive = Param{Name: "sensitive", Type: "VARCHAR", Doc: "the sensitive column"}
	ParamValues    = Param{Name: "values_per_person", Type: "VARCHAR", Default: "'one'", Doc: "`'one'`: each person has one value (SVPI); `'set'`: any number of different values; `'multiset'`: any number of values, the same one several times too (both need `person`)"}
	ParamPerson    = Param{Name: "person", Type: "VARCHAR", Default: "NULL", Doc: "the column that identifies the individual; NULL: each row is a person"}
	ParamWeight    = Param{Name: "weight", Type: "VARCHAR", Default: "NULL", Doc: "an integer column; a row counts that many times; excludes `person`"}
	ParamValue     = Param{Name: "value", Type: "ANY", Default: "NULL", Doc: "one sensitive value; NULL: each value of the table"}
)

// Notes that they share.
const (
	NoteNull   = "NULL in a `qi` column, and in `sensitive` where each person has one value, is a value of its own, equal to itself. Where people have several values, a NULL in `sensitive` adds none. NULL in `person` or `weight` is an error. Values are told apart as [Equality](#equality) says."
	NoteOrder  = "The result does not depend on the order of rows, on threads or on storage. Of several worst cases the witness names the first in a fixed order (fewer people, then the histogram, then the quasi-identifiers)."
	NoteModel  = "Not promised: the adversary takes all reconstructions of the table as equally likely and has knowledge of these three kinds only; one with other knowledge may become surer."
	NoteSafe   = "`safe` is decided with fractions, never by a rounded number; `c` stands for the simplest fraction that rounds to it (0.3 is 3/10, `2/3` is 2/3). Where a breach probability agrees with `c` in 20 digits and more, and comes from a product of hundreds of thousands of numbers, the call is refused."
	NoteBreach = "`breach` is correctly rounded where the fraction is of workable size, and within 1e-12 elsewhere."
	NoteSource = "Source: Chen, LeFevre, Ramakrishnan, “Adversarial-knowledge dimensions in data privacy”, VLDB Journal 18 (2009), "
)

// DefaultThreshold is the confidence threshold c where none is given, in points and as a
// parameter: with 1, everything would be safe but what is certain.
const DefaultThreshold = "0.5"

// ParamThreshold is the confidence threshold as a parameter.
var ParamThreshold = Param{Name: "c", Type: "DOUBLE", Default: DefaultThreshold, Doc: "the confidence threshold, in (0, 1]"}
