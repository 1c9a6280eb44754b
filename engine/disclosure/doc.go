// Package disclosure computes how sure an adversary with worst-case background
// knowledge can become of somebody's sensitive value: the maximum disclosure of a
// release candidate for k pieces of knowledge, whatever they are about.
//
// An atom says that a person has a sensitive value. A piece of knowledge is a basic
// implication, that some atoms together imply one of others; any knowledge is a
// conjunction of such. The maximum disclosure for k is the largest probability of
// an atom given at most k basic implications, when all tables that agree with the
// release candidate are equally likely. k simple implications A_i → A to the atom A
// itself are as bad as any (Theorem 9), and given those
//
//	Pr(A | …) = 1/(1+R)    R = Pr(¬A ∧ ¬A_1 ∧ … ∧ ¬A_k) / Pr(A)
//
// R is a product over QI groups: m(h) for one with h of the atoms, m(h+1)·n/c_1 for
// that of A, where m(h) is the least probability that h negated atoms about people
// of a group hold (minimizer), n its people and c_1 how many have the most frequent
// value. So the smallest R is a matter of giving k atoms to groups, and numbers of
// sets of groups (node) combine by convolution: the least x_i·y_{h−i}. For k atoms
// fewer than (k+2)² groups can matter, whoever else there is (roles); the paper goes
// over all groups, O(|B|·k²). With D different groups it takes O(D·k² log k) time for
// the first stage, on several goroutines, and O(k²) for each of those that matter.
//
// R = 0, so that the adversary is certain, just when some group has at most k+1
// values: k implications then rule out all but one of them for somebody.
//
// Negated atoms are the weaker knowledge of ℓ-diversity: for k of them the largest
// probability is c_1/(c_1 + n − S_{k+1}), which is below c/(c+1) just when the groups
// are (c,k+2)-diverse.
//
// k is read as "at most k", and a release candidate is (c,k)-safe if its maximum
// disclosure is below c. Merging groups never makes it larger (Theorem 14).
//
// Exactness: the smallest R is looked for in float64, with relative errors below
// 1e-12; the maximum disclosure is that of the knowledge found, a fraction rounded
// once. Whether it is below c is decided by floats where they differ from the odds
// (1−c)/c by more than 1e-11; else by the fraction of what was found, if that is
// not above them; else by fractions for all groups that can matter.
//
// What differs from the paper, each shown by a test: one basic implication tells
// 2/3 of its Fig. 3, not 10/19; Minimize1 counts people who are not there where a
// group has fewer than atoms; Minimize2 starts with its flag false, and ends with 1
// or ∞ by it.
//
// What is not promised: each person has one sensitive value (NULL being one), who is
// in which QI group is known, and all tables that agree are taken as equally likely.
// Knowledge that takes more than k basic implications to say may tell more.
//
// Source: Martin, Kifer, Machanavajjhala, Gehrke, Halpern, "Worst-Case Background
// Knowledge for Privacy-Preserving Data Publishing", ICDE 2007.
package disclosure
