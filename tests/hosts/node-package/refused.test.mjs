// Why the extension cannot be loaded, and what to do.

import { test } from 'node:test';
import { runProgram, userFolder } from './user.mjs';

const program = (name, text) => test(name, (t) => runProgram(text, userFolder(t)));

program('without leave for unsigned extensions', `
	const way = /without leave for unsigned extensions; open it with create\\(\\).* DuckDBInstance.create\\(path, { allow_unsigned_extensions: 'true' }\\)/;
	const connection = await open(':memory:', {});
	const error = await refusal(load(connection));
	assert.match(error.message, way);
	assert.match(error.cause.message, /signature/);
	assert.deepEqual(await rows(connection, 'SELECT 42'), [[42]]);
	assert.match((await refusal(create(':memory:', { allow_unsigned_extensions: 'false' }))).message, way);
`);

program('what is no connection', `
	for (const given of [undefined, await create()]) {
		assert.match((await refusal(load(given))).message, /connection must be one of @duckdb.node-api, as instance.connect\\(\\) returns it/);
	}
`);

program('a database attached as skyline', `
	const connection = await open();
	await connection.run("ATTACH ':memory:' AS skyline");
	assert.match((await refusal(load(connection))).message, /attach the database AS something else/);
	await connection.run('DETACH skyline');
	await check(await load(connection));
`);

program('a transaction that the refusal ends', `
	const connection = await open(':memory:', {});
	await connection.run('BEGIN');
	assert.match((await refusal(load(connection))).message, /unsigned extensions|signature/);
`);

for (const [platform, processor, name] of [['linux', 'riscv64', 'linux_riscv64'], ['win32', 'arm64', 'windows_arm64'], ['freebsd', 'x64', 'freebsd_amd64']]) {
	program(`no file for ${name}`, `
		Object.defineProperty(process, 'platform', { value: '${platform}' });
		Object.defineProperty(process, 'arch', { value: '${processor}' });
		const { message } = await refusal(load({ run: () => assert.fail('nothing is to be asked') }));
		assert.match(message, /this package has no file for ${name}, only for .*linux_(amd|arm)64.*SKYLINE_EXTENSION/);
	`);
}

program('musl', `
	// There is no such system here. This is what its DuckDB answers.
	const connection = {
		async run(sql) {
			if (sql.startsWith('LOAD')) {
				throw new Error("The file was built for the platform 'linux_amd64', but we can only load extensions built for platform 'linux_amd64_musl'");
			}
			return { getRows: async () => [[true, 'linux_amd64_musl']] };
		},
	};
	assert.match((await refusal(load(connection))).message, /no file for linux_amd64_musl.* Alpine Linux .* glibc, such as Debian/);
`);
