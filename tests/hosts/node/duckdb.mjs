// The package @duckdb/node-api as a host of Skyline: databases that have loaded
// the extension, and connections on which its functions need no qualification.

import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));

/** The file that LOAD takes. */
export const EXTENSION = resolve(process.env.SKYLINE_EXTENSION || join(REPOSITORY, 'build', 'skyline.duckdb_extension'));

const folder = process.env.SKYLINE_NODE_API;
if (!folder) {
	throw new Error('set SKYLINE_NODE_API to the folder in whose node_modules @duckdb/node-api is');
}

/** The package, of whichever version that folder has. */
export const duckdb = createRequire(join(resolve(folder), 'package.json'))('@duckdb/node-api');

// The extension has no signature, which DuckDB refuses unless told otherwise.
const UNSIGNED = { allow_unsigned_extensions: 'true' };

/** Text as a literal in SQL. */
export function quote(text) {
	return `'${text.replaceAll("'", "''")}'`;
}

/** Opens a database that may load the extension, and has not. */
export function openPlain(path = ':memory:', config = {}) {
	return duckdb.DuckDBInstance.create(path, { ...UNSIGNED, ...config });
}

/** Loads the extension on a connection. */
export function load(connection, extension = EXTENSION) {
	return connection.run(`LOAD ${quote(extension)}`);
}

/** Opens a database that has loaded the extension. */
export async function open(path = ':memory:', config = {}) {
	const database = await openPlain(path, config);
	const connection = await database.connect();
	try {
		await load(connection);
	} finally {
		connection.closeSync();
	}
	return database;
}

/** Opens a connection on which the functions need no qualification. */
export async function connect(database) {
	const connection = await database.connect();
	await connection.run("SET search_path = 'main,skyline.main'");
	return connection;
}

/** Runs a query and returns its rows, each a list of values. */
export async function rows(connection, sql, parameters) {
	const result = await connection.run(sql, parameters);
	return result.getRows();
}
