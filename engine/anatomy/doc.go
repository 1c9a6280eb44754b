// Package anatomy cuts the link between people and their sensitive values: people
// are put into groups, and of a group only its people and its values are
// published, not who has which.
//
// A group is l-diverse if none of its values is that of more than one in l of its
// people. Who knows the groups, and nothing that tells people apart but the
// quasi-identifiers, then gives no value of a person more than 1/l.
//
// There are three ways to make groups.
//
//   - Compose and Draw are Anatomy. Which values a group has, its Composition,
//     follows from the number of people of each value alone; which person of a value
//     takes which of the value's places is drawn, each assignment being equally
//     likely. So two publications of the same people have the same groups of values,
//     and a group says nothing about its people but their values.
//   - Strict keeps people together who have the same quasi-identifiers.
//   - Joint is for vectors of several sensitive attributes, each of which must stay
//     diverse for those who know the others.
//
// What they return can be checked again, by Verify and its like, which share no
// code with them.
//
// Not promised: protection against who knows that some people do not have some
// values (for which see package breach), or against who sees two draws of the same
// table, which can be intersected.
//
// Sources: Xiao, Tao, "Anatomy: simple and effective privacy preservation", VLDB
// 2006, Sect. 5 (Figure 3); Jin, Zhang, Das, "Publishing microdata with multiple
// privacy rules", 2010, Sect. 2.3 and Appendix B.
package anatomy
