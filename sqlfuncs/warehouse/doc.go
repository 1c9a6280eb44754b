// Package warehouse writes statements for other engines: they count, Skyline decides, and
// they apply what it has decided. Nothing here connects to an engine.
package warehouse
