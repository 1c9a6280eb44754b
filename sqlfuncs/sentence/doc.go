// Package sentence reads and writes what somebody knows about people: sentences such as
//
//	Hannah: Flu -> Charlie: Flu        if Hannah has the flu, so has Charlie
//	Ann: Flu and Bob: Flu -> Cem: Flu or Dan: Flu
//	not Ed: "Lung Cancer"              Ed does not have lung cancer
//	Ann: Flu or Ann: Cold              one of the two
//	Dan = Eve                          both have the same
//
// A sentence is
//
//	sentence = name "=" name | [ literal { "and" literal } "->" ] literal { "or" literal }
//	literal  = [ "not" ] name ":" value
//
// Names and values are words as they are, with single or more blanks between them, or a text in double
// quotes, in which two double quotes stand for one. Words hold anything but blanks, double quotes, ":", "="
// and "->", and are none of and, or, not, in upper or lower case. The word NULL is the value NULL, and a
// text in quotes never is. So there is one way to read a text, or an error.
//
// The literals to the left of the arrow are a conjunction, those to the right a disjunction: the basic
// implications of Martin et al., "Worst-Case Background Knowledge for Privacy-Preserving Data
// Publishing", ICDE 2007, Definition 2, and short forms of them.
package sentence
