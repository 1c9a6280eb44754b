// Many connections at once, each with questions of its own.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const CONNECTIONS = 8;
const ROUNDS = 20;

test('eight connections at once, each with the right results', async () => {
	const program = fileURLToPath(new URL('connections_child.mjs', import.meta.url));
	const env = { ...process.env, UV_THREADPOOL_SIZE: String(CONNECTIONS) };
	// A status other than 0 is an error.
	const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, CONNECTIONS, ROUNDS], { env, timeout: 1_200_000 });
	assert.equal(stderr, '');
	const answers = JSON.parse(stdout);
	assert.equal(answers.length, CONNECTIONS * ROUNDS);
	for (const { k, answer, error } of answers) {
		// Groups of 100 people with 100 values: 1/(100-k), by hand.
		const breach = 1 / (100 - k);
		assert.deepEqual(answer, [100, breach, breach], `k = ${k}`);
		assert.match(error, /skyline_check: c must be/);
	}
});
