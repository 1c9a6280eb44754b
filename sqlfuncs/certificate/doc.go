// Package certificate has the functions that write down what a release satisfies, and check
// later whether that is still so.
//
// A certificate is data of somebody else's: whoever checks one has a table and a text, and
// trusts neither. So what names a table always comes from the caller, and of the certificate
// nothing gets into a statement but names of columns, numbers and texts, in quotes.
package certificate
