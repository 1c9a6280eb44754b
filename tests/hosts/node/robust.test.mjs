// What calls leave behind: after a thousand errors and a thousand results the
// process must be no larger, and no file may stay open.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rows } from './duckdb.mjs';
import { checkUsable, forTest, openFiles, residentSize } from './helpers.mjs';

/**
 * How much the process may grow over a thousand calls after a warm-up, in bytes. The calls are over 1,000 values of some
 * 30 bytes each in three groups: whatever is kept of one, a histogram, a plan or a result, has 50 kB and more, so that a
 * leak of one in each call would be over 50 MB. Without any, what allocators keep for later differs by a few MB.
 */
const GROWTH = 32 << 20;

const TABLE = "CREATE TABLE t AS SELECT i % 3 AS g, i AS p, 'a rather long text, number ' || (i % 1000) AS v, -1 AS n FROM range(3000) r(i)";

/** A mistake for each stage of a call: at binding, before the scan, in an aggregate, in the computation behind them. */
const WRONG = [
	"FROM skyline_check('t', ['g'], 'v', c := 2)",
	"FROM skyline_check('nowhere', ['g'], 'v')",
	"FROM skyline_check('t', ['g'], 'nothing')",
	"FROM skyline_check('t', ['g'], 'v', weight := 'n')",
	"FROM skyline_check('t', ['g'], 'v', person := 'g')",
	"FROM skyline_check('(SELECT 1 AS h, g AS p, g AS v FROM t)', ['h'], 'v', person := 'p', values_per_person := 'set')",
	"FROM skyline_check('(SELECT g, v, 4611686018427387904 AS n FROM t)', ['g'], 'v', weight := 'n')",
	"FROM skyline_check('t', ['g'], 'v', skyline := '(SELECT NULL AS value, -1 AS l, 0 AS k, 0 AS m, 1 AS c)')",
	"FROM skyline_find('t', ['g'], 'v', c := 1, max_points := 0)",
	"FROM skyline_surface('t', ['g'], 'v', max_l := 0, max_k := 9999998, max_m := 0)",
];

const RIGHT = [
	"FROM skyline_check('t', ['g'], 'v', l := 1, k := 1, m := 1)",
	"FROM skyline_check('t', ['g'], 'v', person := 'p', values_per_person := 'multiset')",
	"FROM skyline_surface('t', ['g'], 'v', max_l := 1, max_k := 1, max_m := 0)",
	"FROM skyline_find('(SELECT 1 AS h, g AS v FROM t)', ['h'], 'v', c := 0.35)",
	'FROM skyline_functions()',
];

const BATCH = 100;
const WARM_UP = 3 * BATCH;

/** Makes sure that something that is done over and over leaves nothing behind. */
async function checkNothingStays(t, connection, repeats, once) {
	let memory;
	let files;
	for (let i = 0; i < WARM_UP + repeats; i++) {
		await once(i);
		if ((i + 1) % BATCH === 0) {
			// Often, or the results that JavaScript has not yet given back decide how large the process is.
			const size = await residentSize();
			if (i + 1 <= WARM_UP) {
				[memory, files] = [size, openFiles().length];
			}
		}
	}
	const grown = (await residentSize()) - memory;
	t.diagnostic(`the process grew by ${(grown / 2 ** 20).toFixed(1)} MB`);
	assert.ok(grown < GROWTH, `the process grew by ${grown} bytes`);
	assert.equal(openFiles().length, files, 'files stay open');
	await checkUsable(connection);
}

test('a thousand failing queries in a row, and a right one', async (t) => {
	const { connection } = await forTest(t);
	await connection.run(TABLE);
	await checkNothingStays(t, connection, 1000, async (i) => {
		const sql = WRONG[i % WRONG.length];
		await assert.rejects(rows(connection, sql), /skyline_|Catalog Error|Binder Error/, sql);
	});
});

test('a thousand queries', async (t) => {
	const { connection } = await forTest(t);
	await connection.run(TABLE);
	await checkNothingStays(t, connection, 1000, async (i) => {
		const result = await connection.run(RIGHT[i % RIGHT.length]);
		assert.ok(result.rowCount > 0);
	});
});

test('hundreds of connections', async (t) => {
	const { database, connection } = await forTest(t);
	await checkNothingStays(t, connection, 300, async () => {
		const other = await database.connect();
		await checkUsable(other);
		other.closeSync();
	});
});
