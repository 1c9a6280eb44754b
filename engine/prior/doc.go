// Package prior computes what a release tells an adversary who believes beforehand that some
// people are likelier than others to have a sensitive value.
//
// The adversary tells classes of people apart, such as women over 50, and believes a rate for
// each class and value: people are independent of each other, and somebody of class i has
// value j with probability r(i,j). Then the release shows the histogram of each QI group, and
// the adversary, who knows who is in which group and class, conditions on it. With n_i people
// of class i in the group, of whom h_j have value j,
//
//	P(i has j) = r(i,j) · [y^(h−e_j)] F / R_i  :  [y^h] F     F = Π_i R_i(y)^n_i, R_i(y) = Σ_j r(i,j) y_j
//
// where [y^h] F is the coefficient of Π y_j^h_j: the sum, over all assignments of the values to
// the people that have this histogram, of the products of their rates. Of two values it is the
// conditional distribution of independent trials, which package presence has (Eqn 4 there). Where
// all rates are equal it is the share h_j/n, as package breach has it without knowledge.
//
// How it is computed (solve):
//
//   - Multiplying the rates of a class, or those of a value, by a number changes nothing, since
//     each assignment's product has so many factors of each: only odds ratios matter. So classes
//     whose rates in the group are proportional are one class. Values whose rates are proportional
//     over all classes are one value: whoever has it has each of them with the same odds, whatever
//     the class, so that given the histogram it is a random one, and P(i has j) is the share of j
//     in them times P(i has one of them). What no class lists is such a value.
//   - Rates of 0: what they force is found by a flow (whether there is an assignment, and which
//     classes can have which values), and taken away; what is left falls into components.
//   - Counts of people i with value j are a table with margins n and h, of weight
//     Π n_i!/x_ij! Π r^x_ij. But for a factor that depends on the margins only, this is the same with
//     classes and values exchanged. So two classes are as easy as two values: the h_j people with
//     value j are trials, of whom n_1 are of the first class.
//   - Otherwise the coefficients of F are computed person by person, as a polynomial in all values
//     but one, or, if these are fewer, in all classes but one: Π (h_j+1) of them.
//
// Exactness: rates and thresholds are fractions. Small tables are computed in whole numbers, larger
// ones in floats with a bound of the error, below 1e-8 and mostly of some 1e-13 (with very many
// classes and two values, 1e-12 of 1): nothing is ever subtracted. Where a probability is as close to
// the threshold as its error, it is computed in whole numbers, or refused if that is too much. Only of
// two classes or two values with too many people for that is it taken as equal to the threshold where
// it is so modulo four primes near 2^61, as package presence has it: all but certain, and no proof.
//
// What is taken for granted: the adversary believes that people are independent, knows rates, and
// nothing of single people; and does not ask how the release was chosen. Chen, LeFevre, Ramakrishnan,
// VLDB Journal 18 (2009), Sect. 9, and Martin and others, ICDE 2007, Sect. 6, name probabilistic
// knowledge as an open problem; Chen's sketch weighs any expression by reconstructions. This is the
// special case of independent people with rates by class. Dependence, as of relatives or of an
// epidemic, is not covered.
package prior
