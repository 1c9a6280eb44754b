// The types, in TypeScript at its strictest.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { INSTALLED, node, userFolder } from './user.mjs';

test('the types', async (t) => {
	const text = `
		import { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
		import { create, load, type LoadOptions } from 'skyline-privacy';
		const options: LoadOptions = { extension: 'skyline.duckdb_extension' };
		const instance: DuckDBInstance = await create('my.db', { threads: '1' }, options);
		class Mine extends DuckDBConnection { mine = 1 }
		declare const mine: Mine;
		export const found: Mine = await load(mine, options);
		export const count: number = (await (await load(await instance.connect())).run('SELECT 1')).rowCount;
		// @ts-expect-error
		await load(instance);
		// @ts-expect-error
		await create({ threads: '1' });
		// @ts-expect-error
		await load(mine, { file: 'x' });
	`;
	const folder = userFolder(t);
	for (const [extension, module] of [['mts', 'nodenext'], ['ts', 'preserve']]) {
		writeFileSync(join(folder, `example.${extension}`), text);
		const flags = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--target', 'es2022', '--module', module, `example.${extension}`];
		assert.equal(await node([join(INSTALLED, 'node_modules/typescript/bin/tsc'), ...flags], folder), '');
	}
});
