// load: what it does to a connection.

import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { packaged, runProgram, userFolder } from './user.mjs';

/** What a connection has been through, and its search path after load. */
const SEARCH_PATHS = {
	'nothing': [[], 'main,skyline.main'],
	'USE of a file': [["ATTACH 'data.db' AS \"my.data\"", 'USE "my.data"'], '"my.data".main,skyline.main'],
	'a schema': [['CREATE SCHEMA s', "SET schema = 's'"], 's,skyline.main'],
	'a search path': [['CREATE SCHEMA s', "SET search_path = 's,memory.main'"], 's,memory.main,skyline.main'],
	'a search path with ours': [['LOAD', "SET search_path = 'memory.main,skyline.main,temp.main'"], 'memory.main,skyline.main,temp.main'],
	'a search path that was taken back': [["SET search_path = 'temp.main'", 'RESET search_path'], 'main,skyline.main'],
};

/** Puts the extension's file into a folder. */
function copyTo(folder) {
	mkdirSync(folder);
	copyFileSync(packaged(), join(folder, 'skyline.duckdb_extension'));
}

function program(name, text, prepare) {
	test(name, async (t) => {
		const cwd = userFolder(t);
		prepare?.(cwd);
		await runProgram(text, cwd);
	});
}

program('load returns the connection', `
	const connection = await open();
	assert.equal(await load(connection), connection);
	await check(connection);
`);

program('load twice, and in parallel on one connection', `
	const connection = await open();
	await load(connection);
	await load(connection);
	await Promise.all([load(connection), load(connection), load(connection)]);
	assert.deepEqual(await rows(connection, "SELECT current_setting('search_path')"), [['main,skyline.main']]);
	await check(connection);
`);

program('load on many connections and databases at once', `
	const opened = await Promise.all(Array.from({ length: 6 }, () => DuckDBInstance.create(':memory:', UNSIGNED)));
	const connections = await Promise.all([...opened, ...opened, ...opened].map((instance) => instance.connect()));
	await Promise.all(connections.map((connection) => load(connection)));
	await Promise.all(connections.map(check));
`);

for (const [name, [statements, path]] of Object.entries(SEARCH_PATHS)) {
	program(`after ${name}, the search path`, `
		const connection = await open();
		for (const sql of ${JSON.stringify(statements)}) {
			await (sql === 'LOAD' ? load(connection) : connection.run(sql));
		}
		const before = await rows(connection, 'SELECT current_database(), current_schema()');
		await load(connection);
		assert.deepEqual(await rows(connection, "SELECT current_setting('search_path')"), [[${JSON.stringify(path)}]]);
		assert.deepEqual(await rows(connection, 'SELECT current_database(), current_schema()'), before);
		await check(connection);
	`);
}

program('a file: tables are created there', `
	const connection = await load(await open('data.db'));
	await connection.run('CREATE TABLE t AS SELECT 1 AS a');
	assert.deepEqual(await rows(connection, 'SELECT database_name, schema_name FROM duckdb_tables()'), [['data', 'main']]);
	await check(connection);
`);

program('inside a transaction', `
	const connection = await open();
	await connection.run('BEGIN');
	await check(await load(connection));
	await connection.run('ROLLBACK');
	await check(connection);
`);

program('a locked configuration', `
	const connection = await open();
	await connection.run('SET lock_configuration = true');
	await check(await load(connection));
`);

program('another file, by an option or by the environment', `
	const mine = process.cwd() + "/it's mine/skyline.duckdb_extension";
	process.env.SKYLINE_EXTENSION = '/missing/skyline.duckdb_extension';
	assert.match((await refusal(load(await open()))).message, /missing.skyline/);
	await check(await load(await open(), { extension: mine }));
	process.env.SKYLINE_EXTENSION = mine;
	await check(await load(await open()));
	assert.match((await refusal(load(await open(), { extension: '/other/skyline.duckdb_extension' }))).message, /other.skyline/);
`, (cwd) => copyTo(join(cwd, "it's mine")));
