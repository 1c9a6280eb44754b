// Package attack guesses sensitive values as an attacker does who learns rates from the
// release itself, and counts how often the guesses are right.
//
// A release tells of each QI group how often each value occurs in it. The attacker knows in
// which group each person is, and some attributes of everybody. Nobody told him how likely
// people with these attributes are to have a value: he learns that from how the groups are
// composed. A group of men with a certain value says little of who has it, but thousands of
// groups say whether men have it more often.
//
// What is learnt is a naive Bayes model: P(s) and, for each attribute, P(r | s). Learn finds it
// by expectation maximization. A round conditions each group on its histogram, which gives each
// person's probabilities, and counts the rates anew with these. A group whose histogram has few
// ways to be dealt out is conditioned exactly, by a sum over all of them; another by the product
// of a factor for each person and one for each value that has the group's margins, which is what
// the exact one comes close to in large groups. The probabilities serve to guess. They are no
// statement about anybody: how often the guesses are right is.
//
// Score has right guesses. Those of people who are not in the release, by the rates alone, are
// true of the world: whoever makes the release is not to blame for them. What the release adds
// is the rest (Added).
//
// Where all groups are composed alike, nothing tells which value goes with which attribute:
// exchanging them everywhere makes the release as likely. Then the rates stay what they were, or
// go the wrong way.
//
// Sources: D. Kifer, "Attacks on privacy and deFinetti's theorem", SIGMOD 2009: the attack, and
// the model; how it is learnt is not from there. M. Giomi, F. Boenisch, C. Wehmeyer, B. Tasnádi,
// "A unified framework for quantifying privacy risk in synthetic data", PoPETs 2023, for the
// control group; E. B. Wilson, JASA 22 (1927), for the intervals.
//
// Nothing depends on the order of people or groups.
package attack
