// A DuckDB that is too old says so.

import { test } from 'node:test';
import { runProgram, userFolder } from './user.mjs';

test('a DuckDB that is too old', (t) => runProgram(`
	const old = /DuckDB v1\\.3\\.[0-9]+ is too old; load the extension into DuckDB v1\\.4\\.0 or newer/;
	assert.match((await refusal(load(await open()))).message, old);
	assert.match((await refusal(create())).message, old);
`, userFolder(t)));
