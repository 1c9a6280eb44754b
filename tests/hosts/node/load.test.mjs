// LOAD: twice, on several connections, in several databases, inside a transaction,
// on files; and what it leaves in a file, which is nothing.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect, load, open, openPlain, rows } from './duckdb.mjs';
import { CHECK_FLU, FLU, checkUsable, forTest, temporaryFolder } from './helpers.mjs';
import { LOAD, runChild } from './process.mjs';

const FUNCTIONS = "SELECT count(*) FROM duckdb_functions() WHERE function_name ILIKE '%skyline%'";
const TABLE = "CREATE TABLE t AS FROM (VALUES (20, 'Flu'), (20, 'AIDS')) AS t(age, disease)";
const CHECK = "SELECT max(breach) FROM skyline.skyline_check('t', ['age'], 'disease')";
const HALF = [[1 / 2]]; // two people, two diseases

/** Runs statements in a process of its own, all of which must succeed, and returns the rows of the last. */
async function last(job) {
	const { results } = await runChild({ close: true, ...job });
	assert.deepEqual(results.filter((result) => result.error), []);
	return results.at(-1).rows;
}

test('the version', async (t) => {
	const { connection } = await forTest(t);
	const [[version]] = await rows(connection, "SELECT extension_version FROM duckdb_extensions() WHERE extension_name = 'skyline' AND loaded");
	assert.match(version, /^[0-9]+\.[0-9]+\.[0-9]+/);
	assert.deepEqual(await rows(connection, 'SELECT DISTINCT version FROM skyline_functions()'), [[version]]);
});

test('nothing is there before it', async () => {
	assert.deepEqual(await last({ statements: [FUNCTIONS] }), [[0]]);
});

test('twice', async () => {
	assert.deepEqual(await last({ statements: [LOAD, LOAD, CHECK_FLU] }), FLU);
});

test('one thread', async () => {
	assert.deepEqual(await last({ config: { threads: '1' }, statements: [LOAD, CHECK_FLU] }), FLU);
	assert.deepEqual(await last({ statements: ['SET threads = 1', LOAD, CHECK_FLU] }), FLU);
});

test('inside a transaction', async () => {
	const before = [TABLE, 'BEGIN', "INSERT INTO t VALUES (20, 'Cold'), (20, 'Gout')", LOAD];
	assert.deepEqual(await last({ statements: [...before, CHECK] }), [[1 / 4]]);
	assert.deepEqual(await last({ statements: [...before, CHECK, 'COMMIT', CHECK] }), [[1 / 4]]);
	// The rows go, the functions stay: LOAD is no part of the transaction.
	assert.deepEqual(await last({ statements: [...before, CHECK, 'ROLLBACK', CHECK] }), HALF);
});

test('the session stays where it was', async () => {
	const where = "SELECT current_database(), current_schema(), current_setting('search_path')";
	assert.deepEqual(await last({ statements: [LOAD, where] }), await last({ statements: [where] }));
});

test('on several connections', async (t) => {
	const database = await openPlain();
	const connections = await Promise.all(Array.from({ length: 4 }, () => database.connect()));
	t.after(() => {
		connections.forEach((connection) => connection.closeSync());
		database.closeSync();
	});
	// The second was opened before the first loads.
	await load(connections[0]);
	await checkUsable(connections[1]);
	for (const connection of connections) {
		await load(connection);
		await checkUsable(connection);
	}
});

test('on several connections at once', async (t) => {
	for (let round = 0; round < 5; round++) {
		const database = await openPlain();
		const connections = await Promise.all(Array.from({ length: 4 }, () => database.connect()));
		t.after(() => {
			connections.forEach((connection) => connection.closeSync());
			database.closeSync();
		});
		await Promise.all(connections.map((connection) => load(connection)));
		await Promise.all(connections.map(checkUsable));
	}
});

test('in several databases of a process', async (t) => {
	const databases = await Promise.all([open(), open(), open(join(temporaryFolder(t), 'data.db'))]);
	const connections = await Promise.all(databases.map(connect));
	await Promise.all(connections.map(checkUsable));
	// When one is closed, the others go on, and another can be opened.
	connections.shift().closeSync();
	databases.shift().closeSync();
	await Promise.all(connections.map(checkUsable));
	databases.push(await open());
	connections.push(await connect(databases.at(-1)));
	await Promise.all(connections.map(checkUsable));
	connections.forEach((connection) => connection.closeSync());
	databases.forEach((database) => database.closeSync());
	const { connection } = await forTest(t);
	await checkUsable(connection);
});

test('a file holds the tables of the user and nothing of ours', async (t) => {
	const path = join(temporaryFolder(t), 'data.db');
	const result = "CREATE TABLE r AS SELECT value, breach FROM skyline.skyline_check('t', ['age'], 'disease')";
	await last({ path, statements: [TABLE, LOAD, result] });
	const inventory = `SELECT (${FUNCTIONS}), (SELECT count(*) FROM duckdb_tables()), (SELECT count(*) FROM duckdb_schemas() WHERE NOT internal AND schema_name <> 'main')`;
	assert.deepEqual(await last({ path, statements: [inventory] }), [[0, 2, 0]]);
	assert.equal(readFileSync(path).includes('skyline'), false, 'the name stands somewhere in the file');
	assert.deepEqual(await last({ path, statements: [LOAD, CHECK] }), HALF);
});

test('a view in a file waits for the extension', async (t) => {
	const path = join(temporaryFolder(t), 'data.db');
	await last({ path, statements: [TABLE, LOAD, `CREATE VIEW risk AS ${CHECK}`] });
	const { results } = await runChild({ path, statements: ['FROM risk', LOAD, 'FROM risk'], close: true });
	assert.match(results[0].error, /skyline/);
	assert.deepEqual(results[2].rows, HALF);
});

test('a file that must not be written to', async (t) => {
	const path = join(temporaryFolder(t), 'data.db');
	await last({ path, statements: [TABLE] });
	const before = readFileSync(path);
	const { results } = await runChild({ path, config: { access_mode: 'READ_ONLY' }, statements: [LOAD, CHECK, "INSERT INTO t VALUES (1, 'x')"], close: true });
	assert.deepEqual(results[1].rows, HALF);
	assert.match(results[2].error, /read-only/);
	assert.ok(readFileSync(path).equals(before), 'the file has changed');
	assert.equal(existsSync(`${path}.wal`), false);
});

// Catalogs are told apart without regard to case.
for (const name of ['skyline', 'Skyline']) {
	const refusal = /a database named skyline is attached/;

	test(`a file ${name}.db is left alone`, async (t) => {
		const path = join(temporaryFolder(t), `${name}.db`);
		await last({ path, statements: [TABLE] });
		const before = readFileSync(path);
		const { results } = await runChild({ path, statements: [LOAD, LOAD, FUNCTIONS, 'SELECT count(*) FROM t'], close: true });
		assert.match(results[0].error, refusal);
		assert.match(results[1].error, refusal);
		assert.deepEqual(results[2].rows, [[0]]);
		assert.deepEqual(results[3].rows, [[2]]);
		assert.ok(readFileSync(path).equals(before), 'the file has changed');
		// Attached as something else, it can be asked about.
		assert.deepEqual(await last({ statements: [`ATTACH '${path}' AS data`, LOAD, 'USE data', CHECK] }), HALF);
	});

	test(`an attached database named ${name} is left alone`, async (t) => {
		const path = join(temporaryFolder(t), `${name}.db`);
		await last({ path, statements: [TABLE] });
		const before = readFileSync(path);
		const { results } = await runChild({ statements: [`ATTACH '${path}'`, LOAD, FUNCTIONS, `DETACH ${name}`, LOAD, CHECK_FLU], close: true });
		assert.match(results[1].error, refusal);
		assert.deepEqual(results[2].rows, [[0]]);
		assert.equal(results[4].error, undefined);
		assert.deepEqual(results[5].rows, FLU);
		assert.ok(readFileSync(path).equals(before), 'the file has changed');
	});
}
