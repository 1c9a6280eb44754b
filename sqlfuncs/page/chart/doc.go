// Package chart draws the pictures of a page as SVG, without colour having to be seen: lines
// differ by their dashes and have their names beside them, bars have their numbers, and those of before are the first of a pair, and lighter. What a
// picture shows is also said in its title and description, for those who have it read out.
//
// It draws what it is given. A picture of counts that are all 0 is nil. Every picture is of
// bounded size, however long the data.
package chart
