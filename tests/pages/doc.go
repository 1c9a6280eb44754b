// Package pages checks the pages that people read: every link leads somewhere, every page
// can be reached from README.md, every command that names a test or a folder finds it, and every
// sentence begins with its subject.
package pages
