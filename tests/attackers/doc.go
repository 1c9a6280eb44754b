// Package attackers tests through SQL what adversaries learn who know how a release was made, or
// who learn from it: all tables that could have been there are released.
package attackers
