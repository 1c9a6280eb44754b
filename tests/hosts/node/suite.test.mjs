// Runs every SQL test file in this host, each on a fresh database in memory.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { EXTENSION, REPOSITORY, duckdb, open } from './duckdb.mjs';
import { parse } from './parse.mjs';
import { run } from './sqltest.mjs';

/** '1' where everything is to run, '' otherwise. */
const SLOW = process.env.SKYLINE_SLOW === '1' ? '1' : '';

/** The test files, as paths from the root of the repository. */
function scripts() {
	const folder = join(REPOSITORY, 'tests', 'sql');
	return readdirSync(folder, { recursive: true })
		.filter((name) => /\.test(_slow)?$/.test(name))
		.map((name) => relative(REPOSITORY, join(folder, name)).replaceAll('\\', '/'))
		.sort();
}

/** What {NAME} in a file stands for; '' where it is not there. */
function variables(temporary) {
	// DuckDB 2 refuses a macro inside itself.
	const nesting = Number(/[0-9]+/.exec(duckdb.version())) < 2 ? 'yes' : '';
	return { TMP: temporary, DATA: join(REPOSITORY, 'tests', 'data'), SKYLINE: 'skyline.', NESTING: nesting, PROVOKE: process.env.SKYLINE_PROVOKE ?? '', SLOW };
}

test('there are test files', (t) => {
	t.diagnostic(`DuckDB ${duckdb.version()}, extension ${EXTENSION}`);
	assert.notEqual(scripts().length, 0);
});

for (const path of scripts()) {
	const slow = path.endsWith('_slow') && !SLOW;
	test(path, { skip: slow && 'slow; run it with SKYLINE_SLOW=1' }, async (t) => {
		const records = parse(path, readFileSync(join(REPOSITORY, path), 'utf8'));
		const temporary = mkdtempSync(join(tmpdir(), 'skyline-'));
		const database = await open();
		t.after(() => {
			database.closeSync();
			rmSync(temporary, { recursive: true });
		});
		const { failures, skipped } = await run(path, records, database, variables(temporary));
		assert.equal(failures.length, 0, `\n${failures.join('\n\n')}`);
		if (skipped) {
			t.skip(skipped);
		}
	});
}
