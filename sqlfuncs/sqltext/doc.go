// Package sqltext is the SQL that plans are made of.
package sqltext
