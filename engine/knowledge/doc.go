// Package knowledge says how much an adversary may know.
//
// An adversary knowledge (AK) point (l, k, m) bounds what the adversary knows
// about a target individual t and a target sensitive value σ, along three
// dimensions. What each dimension counts depends on the integrity constraint
// that the adversary knows the original table to obey:
//
//	      SVPI (one value a person)            MVPI (a set or multiset a person)
//	l     values that t does not have          values x such that x ∈ t implies σ ∈ t
//	k     other people whose values are known  other people known not to have σ
//	m     people such that any of them         the same
//	      having σ implies that t has it
//
// Every bound means "at most": an adversary at (l, k, m) may know less. A
// knowledge point therefore dominates every point that is nowhere larger.
//
// Source: Chen, LeFevre, Ramakrishnan, "Adversarial-knowledge dimensions in
// data privacy", VLDB Journal 18 (2009), Sect. 2.1 (integrity constraints),
// Definitions 1 and 2 (dimensions).
package knowledge
