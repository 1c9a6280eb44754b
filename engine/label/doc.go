// Package label writes and reads the labels of a release: texts that say which values of a
// column a group covers. It is the one place that knows how they are spelled.
//
//	x               one value
//	{x, y}          these values
//	[x, y]          from x to y
//	[x, y)          from x to below y
//	>= x            from x on
//	<= x, < x       up to x; below x
//	… or NULL       NULL, too; in a set NULL is a member: {x, NULL}
//	*               anything
//
// A value stands as its text. Where that could be taken for something else it stands in double
// quotes, with each double quote of its own doubled, as in a CSV file:
//
//   - by itself: if it is NULL or *, begins with a double quote, ends with " or NULL", or looks
//     like a set or a range;
//   - in a set or a range: if it is NULL or empty, begins with a double quote, begins or ends
//     with white space, or has a comma with a space behind it.
//
// So different sets of values have different labels, and a label has one reading, whatever the
// values are. Most values need no quotes.
//
// What has no end on one side is only in columns of numbers, dates and times, whose values never
// look like that: a category that is called "< 18" needs no quotes.
//
// Labels of hierarchies are texts of their owners: who has the hierarchy looks there first.
package label
