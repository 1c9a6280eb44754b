// What the functions are for, for those who call them, is in index.d.ts.

import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';

export async function create(path, options, { extension } = {}) {
	const instance = await DuckDBInstance.create(path, { allow_unsigned_extensions: 'true', ...options });
	const connect = instance.connect.bind(instance);
	instance.connect = async () => {
		const connection = await connect();
		try {
			return await load(connection, { extension });
		} catch (error) {
			connection.closeSync();
			throw error;
		}
	};
	try {
		// What is in the way of loading is told here, not by the first who connects.
		(await instance.connect()).closeSync();
	} catch (error) {
		instance.closeSync();
		throw error;
	}
	return instance;
}

export async function load(connection, { extension = process.env.SKYLINE_EXTENSION || packaged() } = {}) {
	if (typeof connection?.run !== 'function') {
		throw new TypeError('skyline: connection must be one of @duckdb/node-api, as instance.connect() returns it');
	}
	try {
		// The first statement: a transaction that has called a function before LOAD does not see ours.
		await connection.run(`LOAD ${quote(extension)}`);
	} catch (error) {
		throw await explained(error, connection);
	}
	await addToSearchPath(connection);
	return connection;
}

// DuckDB's words for what Node calls otherwise.
const SYSTEMS = { darwin: 'osx', win32: 'windows' };
const PROCESSORS = { x64: 'amd64' };

/** The file of this package for the platform of the process. */
function packaged() {
	const platform = `${SYSTEMS[process.platform] ?? process.platform}_${PROCESSORS[process.arch] ?? process.arch}`;
	const file = new URL(`platforms/${platform}/skyline.duckdb_extension`, import.meta.url);
	if (!existsSync(file)) {
		const platforms = readdirSync(new URL('platforms', import.meta.url)).sort().join(', ');
		throw new Error(`skyline: this package has no file for ${platform}, only for ${platforms}; build one from the source and name it in SKYLINE_EXTENSION`);
	}
	return fileURLToPath(file);
}

/** An error of LOAD, with the way out where DuckDB does not tell it. */
async function explained(error, connection) {
	let unsigned, platform;
	try {
		[[unsigned, platform]] = await rows(connection, "SELECT system.main.current_setting('allow_unsigned_extensions'), platform FROM system.main.pragma_platform()");
	} catch {
		return error; // in a transaction that the failure has ended, say
	}
	if (!unsigned) {
		const options = "{ allow_unsigned_extensions: 'true' }";
		return new Error(`skyline: this database was opened without leave for unsigned extensions; open it with create() of skyline-privacy, or with DuckDBInstance.create(path, ${options})`, { cause: error });
	}
	if (platform.endsWith('_musl')) {
		return new Error(`skyline: there is no file for ${platform}, as Go's libraries cannot be loaded with the C library musl, which Alpine Linux has; use an image with glibc, such as Debian's`, { cause: error });
	}
	return error;
}

/** Lets functions be called without qualification. What the connection finds by now comes first. */
async function addToSearchPath(connection) {
	const [[path]] = await rows(connection, "SELECT system.main.current_setting('search_path')");
	// DuckDB writes every entry as catalog and schema. Of a connection that has never set any, it is empty.
	if (!path.split(',').includes('skyline.main')) {
		await connection.run(`SET search_path = ${quote(`${path || 'main'},skyline.main`)}`);
	}
}

async function rows(connection, sql) {
	return (await connection.run(sql)).getRows();
}

/** Text as a literal in SQL. */
function quote(text) {
	return `'${text.replaceAll("'", "''")}'`;
}
