// Interrupts: they must reach the parts of a query that are DuckDB's, and the
// computation behind them, which DuckDB does not see; and the connection goes on.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { rows } from './duckdb.mjs';
import { checkUsable, forTest } from './helpers.mjs';

/** How long a query runs before it is interrupted, and how long it is given until it is interrupted again. */
const RUN_MILLISECONDS = 500;

/**
 * How much processor time a query may take in all: many times what it takes until the end, and little beside what the
 * queries would take. A busy machine takes longer for it, and does not do more.
 */
const WORK_MILLISECONDS = 20_000;

/** Queries that run for long, each in another part. */
const LONG = {
	// Every number of people in one group has a point of its own: 10^9 of them.
	'skyline_find': "FROM skyline_find('(VALUES (1, ''s'', 1), (1, ''a'', 999999999)) t(g, v, n)', ['g'], 'v', value := 's', weight := 'n', max_points := 1000000000000)",
	'skyline_surface': "FROM skyline_surface('counts', ['g'], 'v', value := 1, weight := 'n', max_l := 9, max_k := 999, max_m := 999)",
	'skyline_check': "FROM skyline_check('counts', ['g'], 'v', weight := 'n', skyline := '(SELECT NULL AS value, l, k, m, 1.0 AS c FROM range(4) a(l), range(100) b(k), range(40) c(m))')",
	// So many points that they are not together when the interrupt comes.
	'the points of skyline_check': "FROM skyline_check('counts', ['g'], 'v', weight := 'n', skyline := '(SELECT NULL AS value, l, k, m, 1.0 AS c FROM range(40) a(l), range(100) b(k), range(100) c(m))')",
	'the scan': "FROM skyline_check('(SELECT i % 7 AS g, i % 3 AS v FROM range(10000000000) r(i))', ['g'], 'v')",
	'the GROUP BY': "FROM skyline_check('(SELECT i // 3 AS g, i % 3 AS v FROM range(1000000000) r(i))', ['g'], 'v')",
	'the GROUP BY of people': "FROM skyline_check('(SELECT i % 7 AS g, i % 3 AS v, i % 1000 AS p FROM range(10000000000) r(i))', ['g'], 'v', person := 'p', values_per_person := 'multiset')",
};

/** Runs a query and interrupts it; returns how long it took to end, and how much processor time all of it took. */
async function interrupt(connection, sql) {
	let ended = false;
	const before = process.cpuUsage();
	const query = rows(connection, sql).finally(() => {
		ended = true;
	});
	const refused = assert.rejects(query, /INTERRUPT/);
	await setTimeout(RUN_MILLISECONDS);
	assert.equal(ended, false, 'it ended before it was interrupted');
	const start = performance.now();
	// An interrupt that comes before the query begins is lost.
	while (!ended) {
		connection.interrupt();
		await Promise.race([query.catch(() => {}), setTimeout(RUN_MILLISECONDS)]);
	}
	await refused;
	const { user, system } = process.cpuUsage(before);
	return { took: performance.now() - start, work: (user + system) / 1000 };
}

for (const threads of ['1', '2']) {
	for (const [part, sql] of Object.entries(LONG)) {
		test(`${part}, with ${threads} threads`, async (t) => {
			const { connection } = await forTest(t, ':memory:', { threads });
			await connection.run('CREATE TABLE counts AS SELECT i // 50 AS g, i % 50 AS v, 100000 + i % 1000 AS n FROM range(50000) r(i)');
			const { took, work } = await interrupt(connection, sql);
			t.diagnostic(`ended ${Math.round(took)} ms after the interrupt, ${Math.round(work)} ms of work in all`);
			assert.ok(work < WORK_MILLISECONDS, `it took ${work} ms of work`);
			await checkUsable(connection);
		});
	}
}

test('one connection of two', async (t) => {
	const { database, connection } = await forTest(t);
	const other = await database.connect();
	t.after(() => other.closeSync());
	const sql = "SELECT count(*) FROM skyline.skyline_check('(SELECT i % 100 AS g, i % 3 AS v FROM range(20000000) r(i))', ['g'], 'v')";
	const [, count] = await Promise.all([interrupt(connection, LONG.skyline_find), rows(other, sql)]);
	assert.deepEqual(count, [[3n]]);
	await checkUsable(connection);
	await checkUsable(other);
});

test('an interrupted query takes no more of the machine', async (t) => {
	const { connection } = await forTest(t);
	await interrupt(connection, LONG.skyline_find);
	await setTimeout(1000); // it may go on for a moment, as nobody tells it that it was interrupted
	const before = process.cpuUsage();
	await setTimeout(1000);
	const { user, system } = process.cpuUsage(before);
	t.diagnostic(`${Math.round((user + system) / 1000)} ms of work in a second afterwards`);
	assert.ok(user + system < 300_000, 'it goes on computing');
});

test('many times in a row', async (t) => {
	const { connection } = await forTest(t);
	for (let i = 0; i < 5; i++) {
		await interrupt(connection, LONG.skyline_find);
	}
	await checkUsable(connection);
});
