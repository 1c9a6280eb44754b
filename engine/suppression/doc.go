// Package suppression makes a release candidate by leaving single cells empty: local
// suppression. Whoever cannot be released with all of their quasi-identifiers is released
// with some of them.
//
// A suppressed cell is shown as NULL, and NULL is a value like any other: people are in
// the same QI group if they show the same in every column. So a cell that was NULL from the
// beginning and one that is suppressed look the same, and the release alone proves what it
// satisfies.
//
// Words: people are alike if they agree on all columns; they are treated alike, since else
// chance, or their sensitive values, would decide whose cells are shown. A pattern is a set of
// columns to suppress. It costs, for each person, the weights of its columns.
//
// The search begins with the release in which everything is suppressed, one QI group, and
// keeps the release safe in each step:
//
//   - Where there are strata, it begins with one group for each, and nobody leaves theirs.
//   - Patterns are tried in the order of their cost. People of the group of whom nothing is
//     shown who agree on all other columns leave it together, if they and those who stay are
//     then safe.
//   - What is left may be a few people who would be safe with fewer cells suppressed, if some
//     others gave up a cell of theirs. Such exchanges are made where they lower the cost.
//   - At last cells are shown again for as long as that is safe, so that the release is
//     minimal: see Suppress.
//
// With Known, what somebody shows in any m of the columns enough people must show, and only
// that: people of one group, who may be alone with all columns together, need others of several
// groups. So before all this everybody is to show everything at once, without those who show
// what too few do, and so on, pattern by pattern: see raise.
//
// SuppressOrLeaveOut may leave people out instead, where others would have to look like them.
//
// The fewest cells for k-anonymity are NP-hard to find (Meyerson, Williams 2004). How far the
// search is from them on small tables is measured by TestOptimum.
//
// With more than 12 columns there are too many patterns. Then the cheapest 4096 are
// tried, and a chain of patterns from there on, each with one column more than the one before:
// the column that leaves the fewest different combinations.
//
// Sources: Samarati, Sweeney, "Protecting privacy when disclosing information: k-anonymity and
// its enforcement through generalization and suppression" (1998); Meyerson, Williams, "On the
// complexity of optimal k-anonymity", PODS 2004; the order in which patterns are tried, the
// cheapest for a person first, is that of greedy set cover, as in Park, Shim, "Approximate
// algorithms for k-anonymity", SIGMOD 2007.
package suppression
