// Package centre has one number for those of several people: their mean, their median or
// the middle between two. All are exact, fractions of whole numbers: nothing is rounded, and
// the order of people shows nowhere.
//
// It is what microaggregation releases in the place of the numbers of a group.
//
// Source: Domingo-Ferrer, Mateo-Sanz, "Practical data-oriented microaggregation for
// statistical disclosure control", IEEE TKDE 14 (2002).
package centre
