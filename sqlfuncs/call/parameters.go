package call

// Parameters that the functions that make releases share.
var (
	ParamOriginal       = Param{Name: "tbl", Type: "VARCHAR", Doc: "the table to be released: [a name or a query](#what-names-a-table)", Raw: true}
	ParamSensitiveIfAny = Param{Name: "sensitive", Type: TypeNames, Default: "NULL", Doc: "the sensitive column, or a [list of several](#several-sensitive-columns); NULL: there is none, and no requirement about it can be made"}
	ParamHierarchies    = Param{Name: "hierarchies", Type: "VARCHAR", Default: "NULL", Doc: "the name of a table of hierarchies: `attribute, value, level, label`, as `hierarchy_wide` and the like make; a column without one is cut between its values"}
)

// Parameters that the functions on QI groups share.
var (
	ParamTable          = Param{Name: "tbl", Type: "VARCHAR", Doc: "the release candidate: [a name or a query](#what-names-a-table)"}
	ParamQI             = Param{Name: "qi", Type: "VARCHAR[]", Doc: "quasi-identifier columns; rows equal on all of them form a QI group"}
	ParamWithin         = Param{Name: "within", Type: "VARCHAR[]", Default: "NULL", Doc: "the columns of strata, such as `['region']`: more quasi-identifiers, which a release shows as they are; see [Within strata](#within-strata)"}
	ParamSensitive      = Param{Name: "sensitive", Type: TypeNames, Doc: "the sensitive column, or a [list of several](#several-sensitive-columns)"}
	ParamOtherSensitive = Param{Name: "other_sensitive", Type: "VARCHAR", Default: "'unknown'", Doc: "what an adversary knows of the other sensitive columns, where there are several: `'unknown'`, or `'known'`, see [What is known of the others](#what-is-known-of-the-others)"}
	ParamValues         = Param{Name: "values_per_person", Type: "VARCHAR", Default: "'one'", Doc: "how many sensitive values a person has: `'one'`, `'set'` or `'multiset'`, see [Values per person](#values-per-person)"}
	ParamValuesOrRows   = Param{Name: "values_per_person", Type: "VARCHAR", Default: "'one'", Doc: "how many sensitive values a person has: `'one'`, `'set'` or `'multiset'`; or `'rows'`: one in each of their rows. See [Values per person](#values-per-person)"}
	ParamPerson         = Param{Name: "person", Type: "VARCHAR", Default: "NULL", Doc: "the column that identifies the individual; NULL: each row is a person"}
	ParamWeight         = Param{Name: "weight", Type: "VARCHAR", Default: "NULL", Doc: ParamWeightOnly.Doc + "; excludes `person`"}
	ParamWeightOnly     = Param{Name: "weight", Type: "VARCHAR", Default: "NULL", Doc: "a column of whole numbers, of an integer type or DECIMAL; a row counts that many times, see [Tables of counts](#tables-of-counts)"}
	ParamValue          = Param{Name: "value", Type: "ANY", Default: "NULL", Doc: "one sensitive value; NULL: each value of the table"}
)

// TypeNames is the type of a parameter that is a name, or a list of several.
const TypeNames = "VARCHAR or VARCHAR[]"

// ParamOneSensitive is ParamSensitive for functions to which several mean nothing.
var ParamOneSensitive = Param{Name: "sensitive", Type: "VARCHAR", Doc: "the sensitive column"}

// SourceSkyline is where the functions on knowledge skylines come from; which section
// follows.
const SourceSkyline = "Chen, LeFevre, Ramakrishnan, “Adversarial-knowledge dimensions in data privacy”, VLDB Journal 18 (2009), "

// DefaultKnowledge is each of l, k and m where it is not given, in points and as a parameter
// of functions that look at one point: the attacker knows the release and nothing else. Any
// larger number says something about an attacker that only the publisher can say (Chen et al.
// 2009, Sect. 4.2), and no source has one.
const DefaultKnowledge = "0"

// ParamsKnowledge are l, k and m as parameters: a knowledge point.
var ParamsKnowledge = []Param{
	{Name: "l", Type: "BIGINT", Default: DefaultKnowledge, Doc: "knowledge about the target: values ruled out"},
	{Name: "k", Type: "BIGINT", Default: DefaultKnowledge, Doc: "knowledge about other people: how many are known"},
	{Name: "m", Type: "BIGINT", Default: DefaultKnowledge, Doc: "knowledge about relationships: the size of the target's same-value family"},
}

// DefaultThreshold is the confidence threshold c where none is given, in points and as a
// parameter: with 1, everything would be safe but what is certain.
const DefaultThreshold = "0.5"

// ParamThreshold is the confidence threshold as a parameter.
var ParamThreshold = Param{Name: "c", Type: "DOUBLE", Default: DefaultThreshold, Doc: "the confidence threshold, in (0, 1]: a probability must be below it, see [Thresholds](#thresholds)"}
