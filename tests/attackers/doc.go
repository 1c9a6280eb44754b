// Package attackers tests through SQL what adversaries learn who believe rates, or learn them,
// against an enumeration of all ways to hand out values to people.
package attackers
