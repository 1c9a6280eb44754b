// Package ext brings Skyline's functions into DuckDB.
//
// A Go program embeds them with two lines:
//
//	connector, err := ext.NewConnector("")
//	db := sql.OpenDB(connector)
//
// Everything else is database/sql. It is the only package, with those below it,
// that names DuckDB: capi is the thin layer over the C API, skyline the shell,
// loadable the same functions for other hosts, bundle the command that makes a
// file of those.
package ext
