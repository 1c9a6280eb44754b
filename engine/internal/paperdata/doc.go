// Package paperdata holds the tables and numbers that are printed in the papers
// behind this module, as plain Go data. It is imported by tests only, and
// imports nothing of the module, so that a test of any package can use it. Each
// item says where it is printed. Functions return new data on each call.
//
// Source of chen.go: Chen, LeFevre, Ramakrishnan, "Adversarial-knowledge
// dimensions in data privacy", VLDB Journal 18 (2009).
package paperdata
