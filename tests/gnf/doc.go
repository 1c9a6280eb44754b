// Package gnf tests, through SQL, what can be inferred of tables that are published
// side by side, by enumerating the tables they may come from; Guardian Normal Form,
// which says which tables may be; and both tables of Anatomy together.
package gnf
