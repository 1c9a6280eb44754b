// Package cellkey changes counts by noise that follows from who is counted: each person has a
// key, a cell the sum of the keys of its people, and a table says by how much a count with such a
// key is changed. The same people get the same noise in every table, so asking again tells
// nothing. It is the method of the Australian Bureau of Statistics and of the European census
// of 2021 (Fraser and Wooton 2005; Thompson, Broadfoot and Elazar 2013; Giessing 2016).
package cellkey
