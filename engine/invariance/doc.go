// Package invariance releases a table that changes, again and again, so that all releases together tell no more of
// anybody than one does: m-invariance.
//
// People are put into groups. Of a group its people and its values are published, not who has which. The values of a
// group, the set of them, are the signature of each of its people. A group is m-unique if it has m different values or
// more and each of them once. Releases are m-invariant if all groups are m-unique, and nobody ever has two signatures,
// in whichever releases they are. Values of a signature that nobody in the group has are filled with counterfeits: rows
// without a person. How many a group has is published.
//
// # What it is good for
//
// An adversary knows who is in which group of which release, all that is published, and nothing else of the values: all
// assignments of one value to each person (and each counterfeit) that agree with the groups' values are equally likely.
// Then each value of somebody's signature S has the probability 1/|S| of being theirs, which is at most 1/m.
//
// Proof. Join two groups, of any releases, that have a person in common; take somebody's component. All its groups have
// the signature S, since a person has one. So in each world every group of the component has every value of S exactly
// once. Let two values of S change places in all rows of the component, and nowhere else: every group still has every
// value once, and everybody still has one value in all releases, so this is a world. Doing it twice changes nothing:
// it is a bijection from the worlds in which the person has the first value to those in which they have the second.
// So all values of S have equal probabilities. ∎
//
// Nothing in it asks when a person comes and goes, so people may leave and return as long as they keep their signature,
// and a group may have any number of counterfeits but all. It follows that a person's value may change to another one of
// the signature: take a value for each person and release, whatever is likely about changes as long as it does not
// distinguish between values, and let the two change places as before.
//
// The signature must be kept for those who have left. In the model of Xiao and Tao nobody returns, so they compare a
// release with the one before it only. Where people do return that is not enough: somebody in {a, b}, absent, then in
// {a, c}, has a. TestReturningNeedsTheSignature has the example.
//
// It holds as well for somebody who does not know who is in which group, but only regions and that signatures are kept:
// it holds given each way to put people into groups. It does not if they think that a signature may change, and take all
// ways to put people into groups whose regions they are in as equally likely: of somebody who may be in {a, b} and then in
// {a, c} a is thought likelier than it is (TestRegions).
//
// # What is not covered
//
// That somebody is in the table is not hidden, and a group of one person and counterfeits has the person's own
// quasi-identifiers as its region. An adversary who knows the algorithm, or why somebody is not in a release, or that
// some values are likelier for some people, may learn more.
//
// # How groups are made
//
// People who stay are put together by signature, into buckets; the values of a bucket that have fewer people than the
// most frequent one are filled with new people, and where these do not suffice with counterfeits (balancing); all other
// new people get a signature (assignment); and each bucket is cut along the quasi-identifiers into groups of one person
// of each value (partitioning). The first two are decided by counts alone, with the fewest counterfeits that there can
// be: see Next.
//
// Source: Xiao, Tao, "m-Invariance: towards privacy preserving re-publication of dynamic datasets", SIGMOD 2007. The
// phases are the paper's: division, balancing, assignment, partitioning. How many new people balance which bucket, and which signatures the others
// get, is decided in another way here.
package invariance
