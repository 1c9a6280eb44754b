// Package primary says which cells of a published table of counts or sums are unsafe by
// themselves, and by which rule: what official statistics calls primary disclosure. What
// follows from several cells together is another question.
//
// A cell has contributors, people or firms, each with a contribution, a whole number from 0
// on; the table publishes how many they are (a frequency table) or the sum (a magnitude
// table). The attacker knows the table, and may be one of the contributors. The rules:
//
//   - Threshold: the cell has at least n people.
//   - Dominance, (n, k): no n contributors have more than k % of the sum.
//   - p %: nobody, neither an outsider nor a contributor who subtracts their own contribution,
//     can bound the contribution of somebody else from above to within p % of it.
//   - pq: the same, where everybody knows each other contribution to within q % beforehand.
//     With q = 100 it is the p % rule: then nobody knows more than that none is negative.
//   - Group disclosure: of a line that is split into cells, at least so many people are
//     outside of the cell. If nobody is, whoever is in the line is in the cell; if one is,
//     that one knows where all others are.
//   - Difference: of a line that is split into cells, nobody or at least n people are outside of
//     the cell: subtracting the two numbers says how many, and what they sum to.
//
// Where the data are a sample, a contributor of weight w stands for w contributors of the
// population, all with their contribution: the n largest are the first n of these. Thresholds count
// those who are in the sample.
//
// Numbers are whole and comparisons exact. Nothing depends on the order of contributors.
//
// Sources: Hundepool and others, "Statistical Disclosure Control" (Wiley 2012), Sect. 4.2, and the
// manual of τ-Argus, for threshold, dominance, p %, pq and weights; Willenborg and de Waal, "Elements
// of Statistical Disclosure Control" (Springer 2001), Sect. 6.2, for group disclosure.
package primary
