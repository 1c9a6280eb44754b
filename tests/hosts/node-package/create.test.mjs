// create, and what a package is to have.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { INSTALLED, node, runModule, runProgram, userFolder } from './user.mjs';

const program = (name, text) => test(name, (t) => runProgram(text, userFolder(t)));

program('every connection has the functions', `
	const instance = await create();
	assert.ok(instance instanceof DuckDBInstance);
	for (const connection of [await instance.connect(), await DuckDBConnection.create(instance)]) {
		await check(connection);
	}
	const connections = await Promise.all(Array.from({ length: 10 }, () => instance.connect()));
	await Promise.all(connections.map(check));
`);

program('options are those of DuckDB', `
	(await DuckDBInstance.create('data.db')).closeSync();
	const instance = await create('data.db', { access_mode: 'READ_ONLY', threads: '1' });
	const connection = await instance.connect();
	assert.deepEqual(await rows(connection, "SELECT current_setting('threads'), current_database()"), [[1n, 'data']]);
	await check(connection);
	assert.match((await refusal(connection.run('CREATE TABLE t (a INTEGER)'))).message, /read-only/);
`);

program('what is in the way is told by create, which leaves no database open', `
	assert.match((await refusal(create('skyline.db'))).message, /a database named skyline is attached.* AS something else/);
	// Open, it could not be opened with other options.
	(await DuckDBInstance.create('skyline.db', { threads: '1' })).closeSync();
	const attached = await (await create()).connect();
	await attached.run("ATTACH 'skyline.db' AS data; USE data");
	await check(await load(attached));
`);

program('worker threads', `
	import { Worker } from 'node:worker_threads';
	const text = \`
		const { parentPort } = require('node:worker_threads');
		(async () => {
			const { create } = await import('skyline-privacy');
			const connection = await (await create()).connect();
			const found = await connection.runAndReadAll("SELECT count(*) FROM skyline_functions()");
			parentPort.postMessage(Number(found.getRows()[0][0]));
		})();
	\`;
	const connection = await (await create()).connect();
	const [[functions]] = await rows(connection, 'SELECT count(*) FROM skyline_functions()');
	const workers = Array.from({ length: 3 }, () => new Worker(text, { eval: true, execArgv: [] }));
	const exits = workers.map((worker) => new Promise((exit) => worker.once('exit', exit)));
	const counts = await Promise.all(workers.map((worker) => new Promise((message, error) => worker.once('message', message).once('error', error))));
	assert.deepEqual(counts, Array(3).fill(Number(functions)));
	await check(connection);
	await Promise.all(exits);
	await check(connection);
`);

test('in CommonJS', async () => {
	const text = `
		const assert = require('node:assert/strict');
		(async () => {
			const { create } = await import('skyline-privacy');
			const connection = await (await create()).connect();
			const found = await connection.runAndReadAll('SELECT count(*) > 0 FROM skyline_functions()');
			assert.deepEqual(found.getRows(), [[true]]);
		})();
	`;
	assert.equal(await node(['--input-type=commonjs', '--eval', text], INSTALLED), '');
});

const README = readFileSync(new URL('../../../ext/node/README.md', import.meta.url), 'utf8');
const [FIRST, SECOND] = [...README.matchAll(/```js\n(.*?)```/gs)].map(([, text]) => text);

/** The cells of a table's rows, of those with the separator. */
function cells(text, separator) {
	const rows = text.split('\n').filter((line) => line.startsWith(separator));
	return rows.map((line) => line.split(separator).slice(1, -1).map((cell) => cell.trim()));
}

test('the first example of the page', async () => {
	const printed = cells(await runModule(FIRST), '│');
	const [head, , ...rows] = cells(README.slice(README.indexOf(FIRST), README.indexOf('## create')), '|');
	assert.equal(rows.length, 3);
	assert.deepEqual(printed, [head, ...rows]);
});

test('the second', async (t) => {
	const check = "\nawait connection.run('FROM skyline_functions()');";
	assert.equal(await runModule(SECOND + check, userFolder(t)), '');
});

test('versions, license and notices', async () => {
	const folder = join(INSTALLED, 'node_modules/skyline-privacy');
	const { version } = JSON.parse(readFileSync(join(folder, 'package.json')));
	// The host is the DuckDB that it is named after.
	const duckdb = JSON.parse(readFileSync(join(INSTALLED, 'node_modules/@duckdb/node-api/package.json'))).version.split('-')[0];
	await runProgram(`
		const connection = await load(await open());
		assert.deepEqual(await rows(connection, 'SELECT DISTINCT version, version() FROM skyline_functions()'), [['${version}', 'v${duckdb}']]);
	`);
	assert.match(readFileSync(join(folder, 'LICENSE'), 'utf8'), /^MIT License/);
	assert.match(readFileSync(join(folder, 'THIRD_PARTY_NOTICES'), 'utf8'), /Go/);
	assert.equal(readFileSync(join(folder, 'README.md'), 'utf8'), README);
});
