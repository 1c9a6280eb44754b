module skyline

go 1.26

require (
	github.com/duckdb/duckdb-go/v2 v2.10505.0
)
