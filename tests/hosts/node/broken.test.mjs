// Extension files that are broken or for others: DuckDB refuses them, and the
// process and the database go on. Each in a process of its own, so that a crash
// is one failure and not the end of the run.
//
// A file that was cut off in the middle but has its footer is not among them: it
// maps pages that are not there, and the system's loader dies of it (SIGBUS), as
// it does with any other library. A cut-off file has no footer.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { EXTENSION, quote } from './duckdb.mjs';
import { CHECK_FLU, FLU, temporaryFolder } from './helpers.mjs';
import { LOAD, runChild } from './process.mjs';

const FIELD = 32;
const SIGNATURE = 256;
const FOOTER = 8 * FIELD + SIGNATURE;

/** Where fields stand in the footer, in fields from its beginning. */
const [API_VERSION, PLATFORM, FORMAT] = [5, 6, 7];

const good = existsSync(EXTENSION) ? readFileSync(EXTENSION) : Buffer.alloc(FOOTER);
const body = good.subarray(0, -FOOTER);
const footer = good.subarray(-FOOTER);

function field(index) {
	return footer.toString('latin1', index * FIELD, (index + 1) * FIELD).replace(/\0+$/, '');
}

/** The file with one field of its footer changed. */
function withField(index, text) {
	const changed = Buffer.from(footer);
	changed.fill(0, index * FIELD, (index + 1) * FIELD);
	changed.write(text, index * FIELD);
	return Buffer.concat([body, changed]);
}

const otherPlatform = field(PLATFORM) === 'linux_arm64' ? 'linux_amd64' : 'linux_arm64';

/** Contents, and what DuckDB says of them. */
const BROKEN = {
	'no footer': [body, /The metadata at the end of the file is invalid/],
	'a footer of zeros': [Buffer.concat([body, Buffer.alloc(FOOTER)]), /The metadata at the end of the file is invalid/],
	'a footer of nonsense': [Buffer.concat([body, Buffer.alloc(FOOTER, 0xa5)]), /The metadata at the end of the file is invalid/],
	'a footer of another format': [withField(FORMAT, '5'), /The metadata at the end of the file is invalid/],
	'cut off in the middle': [good.subarray(0, good.length >> 1), /The metadata at the end of the file is invalid/],
	'cut off by a byte': [good.subarray(0, -1), /The metadata at the end of the file is invalid/],
	'cut off at the beginning': [good.subarray(1 << 20), /could not be loaded: .*invalid ELF header/],
	'empty': [Buffer.alloc(0), /must be at least 512 bytes/],
	'a footer only': [footer, /could not be loaded: .*(invalid ELF header|file too short)/],
	'a text with a footer': [Buffer.concat([Buffer.alloc(1 << 16, 'no library '), footer]), /could not be loaded: .*invalid ELF header/],
	'another platform': [withField(PLATFORM, otherPlatform), new RegExp(`built for the platform '${otherPlatform}'`)],
	'a C API far too new': [withField(API_VERSION, 'v9.9.9'), /built for DuckDB C API version 'v9\.9\.9'/],
};

async function loadCopy(t, content, name = 'skyline.duckdb_extension') {
	const path = join(temporaryFolder(t), name);
	writeFileSync(path, content);
	const { results } = await runChild({ statements: [`LOAD ${quote(path)}`, 'SELECT 42', LOAD, CHECK_FLU], close: true });
	return results;
}

/** Makes sure that the process goes on, and may still load the real file. */
function checkGoesOn([, answer, loaded, flu]) {
	assert.deepEqual(answer.rows, [[42]]);
	assert.deepEqual([loaded.error, flu.rows], [undefined, FLU]);
}

test('a good copy', async (t) => {
	// So that what follows is refused for what was changed.
	assert.ok(field(PLATFORM) !== '' && field(API_VERSION) === 'v1.2.0' && field(FORMAT) === '4', `the footer is ${footer}`);
	const results = await loadCopy(t, withField(PLATFORM, field(PLATFORM)));
	assert.equal(results[0].error, undefined);
	checkGoesOn(results);
});

for (const [name, [content, refusal]] of Object.entries(BROKEN)) {
	test(name, async (t) => {
		const results = await loadCopy(t, content);
		assert.match(results[0].error ?? '', refusal);
		checkGoesOn(results);
	});
}

test('a file of another name', async (t) => {
	const results = await loadCopy(t, good, 'other.duckdb_extension');
	assert.match(results[0].error ?? '', /did not contain function "other_init_c_api"/);
	checkGoesOn(results);
});

test('without leave for unsigned extensions', async () => {
	const { results } = await runChild({ config: { allow_unsigned_extensions: 'false' }, statements: [LOAD, 'SELECT 42'], close: true });
	assert.match(results[0].error, /signature/);
	assert.deepEqual(results[1].rows, [[42]]);
});
