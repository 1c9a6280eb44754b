// Package refusal says what is learnt from a cut that was refused.
//
// Whoever knows how a table is split (mondrian.PartitionPublic) knows, of each group that was
// released, the one way in which it would have been cut: into which people, that is, since
// this follows from their quasi-identifiers. It was not cut, so not all of the parts satisfy
// the requirements. That tells something about who has what. A Counter counts how much.
//
// # The adversary
//
// They know who is in the table and everybody's quasi-identifiers, the requirements, the
// algorithm, and what is released: the groups, each with how often each value occurs. A world
// gives one value to each person. Those for which the algorithm releases just this are
// equally likely. The posterior of a person and a value is the share of them in which the
// person has the value.
//
// # Groups are independent, and accepted cuts tell nothing
//
// All groups that may ever be cut are a tree, which follows from the quasi-identifiers: each
// has its one candidate, or none. Let a release be given, groups G_1, …, G_r with histograms
// h_1, …, h_r. The algorithm releases it for a world w just if
//
//	(1) w has the histogram h_i in G_i, for all i;
//	(2) each cut above them was accepted: its parts satisfy the requirements;
//	(3) each candidate of a G_i was refused: its parts do not all satisfy the requirements.
//
// For (2), each part of a cut above is a union of some G_i, so that by (1) its histogram is
// the sum of theirs: the same for all worlds of (1). Whether a requirement holds follows from
// histograms, those of the parts and that of the whole table, the sum of all. So (2) holds for all worlds of (1)
// or for none, and since something was released, it does. This needs no property
// of the requirement: merging may keep it or not. (3) is about the values within G_i alone,
// given (1). So the worlds are all combinations of one assignment each of the G_i, of those
// that have the histogram and in which the parts do not all satisfy the requirements. That
// proves
//
//	P(person of G_i has s | release) = P(person of G_i has s | h_i, candidate of G_i refused).
//
// Requirements that look at other groups too are not taken: what they say of a cut depends on
// which groups there were when it was looked at.
//
// # What a refused cut tells
//
// Let a group of n people have the histogram h, and its candidate parts of n_1, …, n_m people.
// With x_sj people of part j who have the value s, a part of the assignments that are
// possible is
//
//	Π_s h_s! / Π_j x_sj!    of    A = n! / Π_j n_j!
//
// (in the language of tokens: h_s tokens have the value s, and each goes to a part). With W of
// them refused, that is with x so that some part violates a requirement, and M_sj the sum over
// those that are accepted of x_sj times how many they are,
//
//	P(person of part j has s) = (n_j·h_s·A/n − M_sj) / (n_j·W).
//
// Three things follow from it.
//
//   - Where the requirement looks at the number of people only, all assignments are refused
//     or none, and P is h_s/n, the share.
//   - Where all parts have the same number of people, P is h_s/n: any two parts can be
//     exchanged, so that their posteriors are the same, and n_1·P_1 + … + n_m·P_m is h_s. So the
//     refused halves of a cut in the middle tell nothing of single people; they do tell
//     something of two people together.
//   - In any case P is at most h_s/n_j, for the same sum.
//
// # A rule that is safe
//
// Let c be what no posterior may reach. To withdraw groups whose posterior does would be one
// more thing that tells. Instead a candidate is only tried where its refusal would be
// harmless: where all posteriors given h and the refusal are below c (Counter.Below). Whether
// it is tried follows from h, which is released if the group is. If it is not tried the group
// is released, and nothing is known of it but h, of which each share is below c since that is
// one of the requirements (privacy.ShareBelow). If it is tried and refused, posteriors are
// those that were found to be below c. If it is accepted, this follows from histograms as
// above, for to have tried it follows from the sum of histograms. So in every
// release every posterior is below c. Nothing is released just if the whole table violates
// the requirements as one group, which depends on its histogram: so that tells nothing of who
// has what.
//
// Which of several candidates is tried may follow from h in the same way: mondrian.Tries passes
// over one after the other, until one is harmless. And any rule will do that looks at h and
// sizes only and never tries what is not harmless. Below takes bounds where counting is too long
// (Bound), and where these do not suffice nothing is tried: so it never ends in an error that
// would tell something.
//
// # How it is counted
//
// Value by value, keeping apart only what the requirements look at (privacy.Aspect): how many
// people each part has so far, and for distinct diversity how many values, for those of
// counts the counts in order. Values that satisfy a requirement on each of them however they
// are divided are taken together as one. Then it is done backwards, which gives all M_sj at once.
//
// Source: none; the question is asked in Chen, LeFevre, Ramakrishnan, "Adversarial-knowledge
// dimensions in data privacy", VLDB Journal 18 (2009), Sect. 9, and the adversary is that of
// minimality attacks: Wong, Fu, Wang, Pei, "Minimality Attack in Privacy Preserving Data
// Publishing", VLDB 2007.
package refusal
