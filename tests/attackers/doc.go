// Package attackers tests through SQL what adversaries learn who believe rates, or know how a
// release was made: against an enumeration of all ways to hand out values to people, and of all
// tables that could have been there.
package attackers
