// Package sentences computes how sure somebody becomes of people's sensitive values who knows
// given sentences about them, such as "if Hannah has the flu, so has Charlie".
//
// The adversary knows who is in which QI group, how often each value occurs there, and that the
// sentences are true. A world is a table that agrees with the release: a way to hand out the values
// of each group to its people. All worlds are equally likely beforehand, so
//
//	Pr(p has s | sentences) = worlds with the sentences in which p has s : worlds with the sentences
//
// (Definition 5: the disclosure risk is the largest of these.) An atom says that a person has a
// value, a literal is an atom or the negation of one, and a sentence is a conjunction of clauses, each
// of which is a disjunction of literals. The paper's basic implication A_1 ∧ … ∧ A_m → B_1 ∨ … ∨ B_n
// is the clause ¬A_1 ∨ … ∨ ¬A_m ∨ B_1 ∨ … ∨ B_n. Package disclosure has the worst k of them; here
// they are given. Whether any world agrees is NP-complete, and counting them #P-hard (Theorem 8), so
// what takes more than a limit is refused.
//
// How it is counted:
//
//   - Only people that clauses restrict are looked at. All others of a group are alike, and take what
//     these leave: somebody of them has s with probability (n_s − Σ_p Pr(p has s)) / (n − u), where u
//     people of the group are restricted.
//   - What one clause says of one person is said of the person (restrict), until nothing changes;
//     then values of a group that nothing tells apart are one. Of what is one, each has its share.
//   - People hang together who share a group or a clause. Sets that do not are independent of each
//     other (components).
//   - In a set, values are handed out one person after the other (run). Who takes value s when u_s of
//     the n_s are gone has n_s − u_s ways to do so. What matters of the past is how many of each value are
//     gone in groups that are not yet done with, and which clauses that are not yet done with are true:
//     histories that agree in this are added up. The order of the people keeps that little (order).
//     The same from the other end gives every person's probabilities at once.
//
// Exactness: worlds are counted in whole numbers, and divided once.
//
// What is taken for granted: each person has one value, NULL being one; who is in which group is known;
// worlds are equally likely beforehand.
//
// Source: Martin, Kifer, Machanavajjhala, Gehrke, Halpern, "Worst-Case Background Knowledge for
// Privacy-Preserving Data Publishing", ICDE 2007, Definitions 1, 2 and 5, Sect. 3.1.
package sentences
