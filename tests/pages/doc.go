// Package pages checks the pages that people read: every link leads somewhere, every page
// can be reached from README.md, and every command that names a test or a folder finds it.
package pages
