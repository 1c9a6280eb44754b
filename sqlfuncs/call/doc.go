// Package call is a call of a public function as its planner sees it: the entry of the
// registry, the arguments and their readers, and what all functions share of parameters.
package call
