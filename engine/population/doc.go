// Package population estimates what a sample says about the population that it
// comes from: who of those that are alone with their quasi-identifiers in the
// sample is alone in the population too, and how likely it is that a person of
// the sample is found there.
//
// It works on counts of counts: how many QI groups have f people in the sample.
// In formulas, c_f is that number, n = Σ f c_f the people of the sample and
// u = Σ c_f its groups; N is the number of people of the population, π = n/N the
// sampling fraction, and F the number of people that a group has there. An
// estimate stands on a model of how people got into the sample, or of how groups
// are spread; the model, what it assumes and where it comes from stand beside
// each number.
//
// Words: a sample unique is somebody who is alone in their group in the sample, a
// population unique somebody who is alone in the population. Every population
// unique that is in the sample is a sample unique.
//
// Where a model says nothing about a table (its equations have no solution, or it
// stands on people that the table does not have) its value is NaN, and the
// estimate has a reason. It is never 0 for that.
//
// None of the numbers is a bound. Models disagree, by factors where the sample is
// small; that a table is safe does not follow from a small one.
//
// No result depends on the order in which groups are given.
package population
