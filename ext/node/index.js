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

export async function plan(connection, table, { plan, purpose, keep } = {}) {
	const given = [literal(table)];
	if (plan !== undefined) given.push(`plan := ${literal(plan)}`);
	if (purpose !== undefined) given.push(`purpose := ${literal(purpose)}`);
	if (keep !== undefined) given.push(`keep := ${literal(keep)}`);
	return objects(connection, `FROM release_plan(${given.join(', ')})`);
}

export async function release(connection, table, plan, into) {
	const given = `${literal(table)}, plan := ${literal(plan)}`;
	await connection.run(`CREATE TABLE ${identifier(into)} AS FROM skyline_anonymize(${given})`);
	return objects(connection, `FROM release_check(${literal(identifier(into))}, original := ${given})`);
}

export async function report(connection, table, made, plan) {
	const [[html]] = await rows(connection, `SELECT html FROM release_report(${literal(table)}, ${literal(identifier(made))}, plan := ${literal(plan)})`);
	return html;
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

async function objects(connection, sql) {
	return (await connection.runAndReadAll(sql)).getRowObjectsJS();
}

/** What JavaScript has as SQL: a text, nothing, a list, or an object such as a row of a plan. */
function literal(value) {
	if (value === null || value === undefined) return 'NULL::VARCHAR';
	if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
	if (typeof value === 'object') return `{${Object.entries(value).map(([key, v]) => `${quote(key)}: ${literal(v)}`).join(', ')}}`;
	return quote(String(value));
}

function identifier(name) {
	return `"${name.replaceAll('"', '""')}"`;
}

/** Text as a literal in SQL. */
function quote(text) {
	return `'${text.replaceAll("'", "''")}'`;
}
