// Programs of a user of the package, each a process of its own in the folder
// that the package is installed in.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

if (!process.env.SKYLINE_NODE_PACKAGE) {
	throw new Error('set SKYLINE_NODE_PACKAGE to the folder in whose node_modules skyline-privacy is');
}

/** The folder that the package is installed in. */
export const INSTALLED = resolve(process.env.SKYLINE_NODE_PACKAGE);

/** The extension's file in the installed package, for the one platform that the tests run on. */
export function packaged() {
	const platforms = join(INSTALLED, 'node_modules/skyline-privacy/platforms');
	const platform = `linux_${{ x64: 'amd64', arm64: 'arm64' }[process.arch]}`;
	return join(platforms, platform, 'skyline.duckdb_extension');
}

/** How long a program may take before it counts as hanging. */
const LIMIT_MILLISECONDS = 300_000;

/** Gives a test a folder from which the installed packages can be imported; it is removed at the test's end. */
export function userFolder(t) {
	const folder = mkdtempSync(join(INSTALLED, 'user-'));
	t.after(() => rmSync(folder, { recursive: true }));
	return folder;
}

/** Runs a program of Node to its end, which must be a good one, and returns what it printed. */
export function node(parameters, cwd) {
	// The tests' own environment must not name a file.
	const options = { cwd, env: { ...process.env, SKYLINE_EXTENSION: '' }, timeout: LIMIT_MILLISECONDS };
	return new Promise((done, failed) => {
		execFile(process.execPath, parameters, options, (error, stdout, stderr) => {
			if (error || stderr) {
				failed(new Error(`status ${error?.code}, signal ${error?.signal}\n${stdout}\n${stderr}`));
			} else {
				done(stdout);
			}
		});
	});
}

/** Runs the text of an ES module. */
export function runModule(text, cwd = INSTALLED) {
	return node(['--input-type=module', '--eval', text], cwd);
}

// What programs below begin with: the package, DuckDB, a question
// whose answer is known, and the message of an error.
const PRELUDE = `
	import { create, load } from 'skyline-privacy';
	import { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
	import { strict as assert } from 'node:assert';
	const UNSIGNED = { allow_unsigned_extensions: 'true' };
	const open = async (path, options = UNSIGNED) => (await DuckDBInstance.create(path, options)).connect();
	const rows = async (connection, sql) => (await connection.run(sql)).getRows();
	// Two people of one group, with two diseases.
	async function check(connection) {
		const sql = "SELECT max(breach) FROM skyline_check('(VALUES (20, ''Flu''), (20, ''AIDS'')) t(age, disease)', ['age'], 'disease')";
		assert.deepEqual(await rows(connection, sql), [[1 / 2]]);
	}
	async function refusal(promise) {
		try {
			await promise;
		} catch (error) {
			return error;
		}
		assert.fail('nothing was refused');
	}
`;

/** Runs a program in which the names of the prelude are known, and which must print nothing. */
export async function runProgram(text, cwd) {
	assert.equal(await runModule(PRELUDE + text, cwd), '');
}
