// Package engine has what all packages below it share: how they refuse.
//
// An argument out of its domain is refused with a [*ParamError], which says which one it
// is and what it must be; what takes more work or space than is allowed with an error that
// [ErrTooLarge] matches, and that says what it would take. Callers ask with errors.As and
// errors.Is, and never compare texts. All texts begin with the name of the package.
package engine
