// Starts child.mjs, and reads what it prints.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { EXTENSION, quote } from './duckdb.mjs';

/** The statement that loads the extension. */
export const LOAD = `LOAD ${quote(EXTENSION)}`;

const PROGRAM = fileURLToPath(new URL('child.mjs', import.meta.url));

/** How long a child may take before it counts as hanging. */
const LIMIT_MILLISECONDS = 1_200_000;

/**
 * Starts a child.
 * @param {{path?: string, config?: object, statements: string[], close?: boolean}} job
 * @returns {{process: import('node:child_process').ChildProcess, lines: AsyncIterable<string>,
 *   ended: Promise<{status: number|null, signal: string|null, stderr: string}>}}
 */
export function startChild(job) {
	const child = spawn(process.execPath, [PROGRAM, JSON.stringify(job)], { stdio: ['ignore', 'pipe', 'pipe'] });
	const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MILLISECONDS);
	let stderr = '';
	child.stderr.setEncoding('utf8').on('data', (text) => {
		stderr += text;
	});
	const ended = new Promise((resolve, reject) => {
		child.on('error', reject);
		child.on('close', (status, signal) => {
			clearTimeout(timer);
			resolve({ status, signal, stderr });
		});
	});
	return { process: child, lines: createInterface({ input: child.stdout }), ended };
}

/**
 * Runs a child to its end, which must be a good one.
 * @returns {Promise<{results: ({rows: unknown[][]}|{error: string})[], files: string[]}>} a result for each statement,
 *   and the files that were open at the end
 */
export async function runChild(job) {
	const child = startChild(job);
	const printed = [];
	for await (const line of child.lines) {
		printed.push(JSON.parse(line));
	}
	assert.deepEqual(await child.ended, { status: 0, signal: null, stderr: '' }, `after ${JSON.stringify(printed)}`);
	assert.equal(printed.length, job.statements.length + 1);
	return { results: printed.slice(0, -1), files: printed.at(-1).files };
}
