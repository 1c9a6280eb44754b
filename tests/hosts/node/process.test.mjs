// Processes that have loaded the extension: how they end, what they leave open,
// and what survives when they are killed.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { connect, open, rows } from './duckdb.mjs';
import { CHECK_FLU, FLU, checkUsable, forTest, openFiles, temporaryFolder } from './helpers.mjs';
import { LOAD, runChild, startChild } from './process.mjs';

for (const close of [true, false]) {
	for (const onDisk of [false, true]) {
		test(`it ends well, the database ${onDisk ? 'on disk' : 'in memory'} ${close ? 'closed' : 'still open'}`, async (t) => {
			const path = onDisk ? join(temporaryFolder(t), 'data.db') : ':memory:';
			// runChild makes sure that the status is 0 and nothing is on stderr.
			const { results, files } = await runChild({ path, close, statements: [LOAD, CHECK_FLU] });
			assert.deepEqual(results[1].rows, FLU);
			assert.equal(files.includes(path), onDisk && !close, `open: ${files}`);
		});
	}
}

test('it ends well after an error, in the middle of a transaction', async () => {
	const { results } = await runChild({ close: false, statements: [LOAD, "FROM skyline.skyline_check('t', ['g'], 'v', c := 2)", 'BEGIN', CHECK_FLU] });
	assert.match(results[1].error, /c must be/);
	assert.deepEqual(results[3].rows, FLU);
});

test('a closed database is free for others', async (t) => {
	const path = join(temporaryFolder(t), 'data.db');
	const database = await open(path);
	const connection = await connect(database);
	await connection.run('CREATE TABLE t AS SELECT i % 10 AS g, i // 10 AS v FROM range(1000) r(i)');
	const check = "SELECT count(*), max(breach) FROM skyline.skyline_check('t', ['g'], 'v')";
	assert.deepEqual(await rows(connection, check), [[100n, 1 / 100]]);
	await assert.rejects(rows(connection, "FROM skyline_check('t', ['g'], 'v', c := 2)"), /c must be/);
	// Open: the file is in use and has a log, or the checks below would say nothing.
	assert.ok(openFiles().includes(path));
	assert.ok(existsSync(`${path}.wal`));
	connection.closeSync();
	database.closeSync();
	assert.deepEqual(openFiles().filter((file) => file.startsWith(path)), []);
	assert.equal(existsSync(`${path}.wal`), false);
	// This process is still there, and the other one may write.
	const { results } = await runChild({ path, close: true, statements: [LOAD, check, 'DROP TABLE t'] });
	assert.deepEqual(results[1].rows, [[100, 1 / 100]]);
	assert.equal(results[2].error, undefined);
});

test('committed rows survive a kill in the middle of a query', async (t) => {
	const path = join(temporaryFolder(t), 'data.db');
	// A point for every number of people in the group: it would take hours.
	const long =
		"FROM skyline.skyline_find('(SELECT 1 AS g, ''s'' AS v, 1 AS n FROM t UNION ALL SELECT 1, ''a'', 999999999)', ['g'], 'v', value := 's', weight := 'n', max_points := 1000000000000)";
	const statements = [LOAD, 'CREATE TABLE t AS FROM range(1000) r(i)', 'BEGIN', 'INSERT INTO t VALUES (7)', 'COMMIT', 'BEGIN', 'INSERT INTO t VALUES (8)', long];
	const child = startChild({ path, statements });
	const printed = [];
	for await (const line of child.lines) {
		printed.push(JSON.parse(line));
		if (printed.length === statements.length - 1) {
			setTimeout(500).then(() => child.process.kill('SIGKILL'));
		}
	}
	const { signal } = await child.ended;
	assert.equal(signal, 'SIGKILL');
	// One line a statement, but for the one that was killed.
	assert.deepEqual(printed.filter((line) => line.error), []);
	assert.equal(printed.length, statements.length - 1);
	assert.ok(existsSync(`${path}.wal`));

	const { connection } = await forTest(t, path);
	assert.deepEqual(await rows(connection, 'SELECT count(*), sum(i)::BIGINT FROM t'), [[1001n, 499500n + 7n]]);
	await checkUsable(connection);
});
