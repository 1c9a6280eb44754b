package sqlfuncs

import (
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
)

var skylineFunctions = &call.Function{
	Name:        "skyline_functions",
	Summary:     "Every function of Skyline, with its signature, summary and an example that runs.",
	Description: `One row for each function. ` + "`redefined_in`" + ` is about whether a call means Skyline's function: in a database with other people, or with code that you did not write, look at it before you rely on what says ` + "`safe`" + ` or ` + "`holds`" + `.`,
	Columns: []call.ResultColumn{
		{Name: "name", Type: "VARCHAR", Doc: "the function's name"},
		{Name: "summary", Type: "VARCHAR", Doc: "what it answers"},
		{Name: "signature", Type: "VARCHAR", Doc: "its parameters, with their defaults"},
		{Name: "example", Type: "VARCHAR", Doc: "a statement that runs as it stands"},
		{Name: "version", Type: "VARCHAR", Doc: "the version of Skyline"},
		{Name: "reference", Type: "VARCHAR", Doc: "where its reference is, in Skyline's repository"},
		{Name: "redefined_in", Type: "VARCHAR[]", Doc: "where this database has something of that name that is not Skyline's, as catalog and schema; empty if nowhere"},
	},
	Example: "SELECT name, summary FROM skyline_functions() LIMIT 5",
	Notes: []string{
		"A macro of yours that has the name of a function, or one of another program's, is found before it where its schema comes first in the search path. `SELECT name, redefined_in FROM skyline_functions() WHERE len(redefined_in) > 0` lists all of them, whatever comes first. A loaded extension's `skyline.main.skyline_check(…)`, in full, is called whatever else there is.",
		"The catalog `skyline` that LOAD attaches is read-only: what is in it cannot be replaced. It can be detached, and another be attached by its name. Macros there, and temporary ones, that have Skyline's text are taken for Skyline's; DuckDB does not show the defaults of a macro's parameters, so that a copy which differs in them only is not seen. Where the process has no folder for temporary files, the catalog is in memory, and writable: `SELECT readonly FROM duckdb_databases() WHERE database_name = 'skyline'` tells.",
		"`skyline_functions` itself could be replaced. `FROM system.main.query(system.main.__skyline_plan('skyline_functions', '{}'))` asks without any macro.",
	},
}

// Version is the version of Skyline.
const Version = call.Version

func init() {
	// Set here because the plan lists every function, this one included.
	skylineFunctions.Plan = planSkylineFunctions
}

// referenceOf returns where the reference of a function is.
func referenceOf(f *call.Function) string {
	return "sql/reference/" + pageOf(f) + ".md#" + f.Name
}

func planSkylineFunctions(*call.Call) (sqltext.SQL, error) {
	return sqltext.Fill(`
		WITH f (name, signature, summary, example, version, reference, definition, parameters) AS (VALUES
		    {rows}
		),
		found AS (
		    SELECT f.name, d.database_name || '.' || d.schema_name AS place
		    FROM duckdb_functions() AS d JOIN f ON lower(d.function_name) = f.name
		    WHERE d.function_type IN ('table_macro', 'table') AND NOT coalesce(
		        (d.database_name || '.' || d.schema_name) IN ('skyline.main', 'temp.main') AND d.parameters = f.parameters
		        AND replace(replace(d.macro_definition, '"', ''), ' ', '') = f.definition, false)
		),
		places AS (SELECT name, list(DISTINCT place ORDER BY place) AS redefined_in FROM found GROUP BY name)
		SELECT f.name, f.summary, f.signature, f.example, f.version, f.reference,
		    coalesce(places.redefined_in, CAST(list_value() AS VARCHAR[])) AS redefined_in
		FROM f LEFT JOIN places USING (name)
		ORDER BY f.name ASC
	`, sqltext.Args{"rows": sqltext.Join(",\n", sqltext.Map(Functions(), func(_ int, f *call.Function) sqltext.SQL {
		params := sqltext.Map(paramNames(f), func(_ int, name string) sqltext.SQL { return sqltext.Text(name) })
		return "(" + sqltext.List([]sqltext.SQL{
			sqltext.Text(f.Name), sqltext.Text(f.Signature()), sqltext.Text(f.Summary), sqltext.Text(f.Example), sqltext.Text(Version),
			sqltext.Text(referenceOf(f)), sqltext.Text(definitionOf(f)), "CAST(list_value(" + sqltext.List(params) + ") AS VARCHAR[])",
		}) + ")"
	})...)}), nil
}

// definitionOf returns the macro's body as DuckDB shows it, without double quotes and blanks:
// which names are quoted depends on its version.
func definitionOf(f *call.Function) string {
	return strings.NewReplacer(" ", "", `"`, "").Replace("SELECT * " + bodyOf(f))
}
