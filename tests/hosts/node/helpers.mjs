// What the tests of this host share.

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { connect, open, rows } from './duckdb.mjs';

/** A call whose result is known: of three people two have Flu and one AIDS. When one of the others is known, Flu has 1 and AIDS 1/2. */
export const CHECK_FLU =
	"SELECT sum(breach) FROM skyline.skyline_check('(VALUES (20, ''Flu''), (20, ''Flu''), (20, ''AIDS'')) t(age, disease)', ['age'], 'disease', k := 1)";

/** The result of CHECK_FLU, by hand. */
export const FLU = [[1.5]];

/** Makes sure that a connection answers, and right. */
export async function checkUsable(connection) {
	assert.deepEqual(await rows(connection, CHECK_FLU), FLU);
}

/**
 * Gives a test a database with the extension and a connection to it; both are closed at the test's end.
 * @param {import('node:test').TestContext} t
 */
export async function forTest(t, path, config) {
	const database = await open(path, config);
	t.after(() => database.closeSync());
	return { database, connection: await connection(t, database) };
}

/** Gives a test one more connection. */
export async function connection(t, database) {
	const opened = await connect(database);
	t.after(() => opened.closeSync());
	return opened;
}

/** Gives a test an empty folder, which is removed at the test's end. */
export function temporaryFolder(t) {
	const folder = mkdtempSync(join(tmpdir(), 'skyline-'));
	t.after(() => rmSync(folder, { recursive: true }));
	return folder;
}

/** What the file descriptors of this process stand for. */
export function openFiles() {
	return readdirSync('/proc/self/fd').flatMap((fd) => {
		try {
			return [readlinkSync(`/proc/self/fd/${fd}`)];
		} catch {
			return []; // the one that read the folder
		}
	});
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

/** The resident size of this process in bytes, after JavaScript has given back what it can. */
export async function residentSize() {
	for (let i = 0; i < 3; i++) {
		collect();
		await setImmediate(); // the package frees DuckDB's results after the collection
	}
	return process.memoryUsage.rss();
}
