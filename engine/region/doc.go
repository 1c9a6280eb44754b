// Package region finds, for the codes of a row, the QI group whose region covers
// them.
//
// A region is a box: in each column it covers a set of codes, its cover, and it
// covers a row if it covers the row's code in every column. The regions of a release
// lie apart, so a row is in one of them, or in none.
//
// An Index is a tree. At each node some column has its codes in parts such that no
// region of the node covers codes of two parts; each part has the regions that cover
// some of it. A partition that was made by cutting along one column at a time, as
// Mondrian does, can always be taken apart like that again, the cuts being not known:
// the first of them parts all regions, and so on. Regions of other origin may be
// tangled; a few are looked at one by one, and many are an error.
package region
