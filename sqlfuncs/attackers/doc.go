// Package attackers has the functions that ask what an adversary learns who does not take all
// people for equal: who believes rates beforehand, or learns them from the release.
package attackers
