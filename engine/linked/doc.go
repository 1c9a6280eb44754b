// Package linked says what a release tells in which the rows of a person carry a common
// pseudonym.
//
// A person's record is the multiset of their rows. A row shows an item, the code of its
// quasi-identifiers, and a sensitive value. Own is the code of the quasi-identifiers that are
// the person's, which are equal in all their rows. An attacker knows Own of the target and the
// items of n of the target's rows, or of all their rows where they have fewer than n. The
// attacker does not know how many rows the target has.
//
// The candidates are the people of the same Own whose records contain what is known: there is
// an injection of the known rows to their rows that keeps items. So an item that is known
// twice must be there twice.
//
//   - The k of n is the least number of candidates over all people and all choices of n of
//     their rows: k^n-anonymity.
//   - The unicity of n is the chance that a random person is the only candidate when n of
//     their rows are known, each choice of n rows being equally likely (de Montjoye et al.
//     call it ε_n, and sample it).
//   - Anywhere is the share of the candidates with a value in any row of their record.
//   - OfKnown is the chance that a known row has a value, where all pairs of a candidate and an
//     injection are equally likely.
//
// The largest OfKnown and Anywhere of at most n rows are taken: knowing more can make an
// attacker less sure, so that the largest of exactly n would hide what somebody knows with
// fewer. Values are all values of the table, or one that is asked about.
//
// Where the whole record is known, so is the number of its rows: candidates are the people with
// equal Own and equal items (Nergiz, Clifton and Nergiz).
//
// What is known of rows may include their values. Then items are pairs of an item and a value,
// OfKnown is 0, and Anywhere looks at the candidate's rows that are not among the known ones.
//
// Sources: Nergiz, Clifton, Nergiz, “Multirelational k-Anonymity”, TKDE 21(8), 2009;
// Terrovitis, Mamoulis, Kalnis, “Privacy-preserving Anonymization of Set-valued Data”, VLDB 2008
// (k^m-anonymity); de Montjoye, Hidalgo, Verleysen, Blondel, “Unique in the Crowd”, Scientific
// Reports 3, 2013 (unicity). Multisets, sensitive values and their definitions are ours.
//
// Sets of known rows are gone through depth first, items that few people have first, each set
// with the list of its candidates. Below a set with candidates of one record there is nothing
// to look at: what is left is counted by a formula. How much work it is, is counted before.
package linked
