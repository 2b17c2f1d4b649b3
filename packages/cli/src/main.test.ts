import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runProgram } from '../test/run-command.ts';
import { buildProgram } from './main.ts';
import { openTerminal } from './terminal/terminal.ts';

const SWITCHBOARD = fileURLToPath(new URL('../bin/switchboard.mjs', import.meta.url));
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'switchboard-main-'));
  await writeFile(join(folder, 'good.sbs'), '// nothing yet\n');
  await writeFile(join(folder, 'bad.sbs'), 'table t is select x from nowhere;\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each([
  [['compile', 'good.sbs'], 0, '0 errors, 0 warnings in 1 file'],
  [['compile', 'bad.sbs'], 1, '1 error'],
  [['run', 'bad.sbs'], 2, '1 error'],
  [['run'], 2, "missing required argument 'paths'"],
  [['compil'], 2, 'Did you mean compile?'],
  [['--help'], 0, ''],
])('switchboard %j exits with %i', (args, code, text) => {
  const { status, stderr } = spawnSync(process.execPath, [SWITCHBOARD, ...args], { cwd: folder, encoding: 'utf8' });
  expect(stderr).toContain(text);
  expect(status).toBe(code);
});

test.each(['--version', '-V'])('%s prints the version', async (option) => {
  const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  expect(await runProgram([option], folder)).toEqual({ code: 0, out: `${version}\n`, err: '' });
});

const PRINT_PACKAGES = fileURLToPath(new URL('../test/print-packages.mjs', import.meta.url));

const PROGRAM = ['cli', 'commander', 'picocolors'];
const LANGUAGE = [...PROGRAM, 'language', 'model', 're2js'];

/** Keeps startup short: a command loads no module that only other commands need. */
test.each([
  [['--version'], PROGRAM],
  [['--help'], PROGRAM],
  [['compile', '--help'], PROGRAM],
  [['start', '--help'], PROGRAM],
  [['completion', 'bash'], PROGRAM],
  [['explain', '2004'], LANGUAGE],
  [['format', '--check', 'good.sbs'], LANGUAGE],
  [
    ['compile', 'good.sbs'],
    [...LANGUAGE, 'connectors'],
  ],
])('switchboard %j loads only what it needs', async (args, packages) => {
  const { err } = await runProgram(args, folder, { NODE_OPTIONS: `--import=${PRINT_PACKAGES}` });
  const loaded = [...err.matchAll(/^loaded (.*)$/gm)].map(([, name]) => name);
  expect(loaded.sort()).toEqual(packages.toSorted());
});

test('every command says what it does and shows how it is called', async () => {
  const written: string[] = [];
  const output = { write: (text: string) => written.push(text) };
  const program = buildProgram({
    terminal: openTerminal(output, output, {}),
    env: {},
    cwd: folder,
    readInput: () => Promise.resolve(Buffer.alloc(0)),
    untilStopped: () => AbortSignal.any([]),
    exit: () => undefined,
  });
  expect(program.commands.length).toBeGreaterThan(6);
  for (const command of program.commands) {
    written.length = 0;
    command.outputHelp();
    const help = written.join('');
    expect(command.description()).toMatch(/^[A-Z].*\.$/);
    expect(help).toMatch(new RegExp(`\\nExamples?:\\n  switchboard ${command.name()}`));
    for (const option of [...command.options, ...command.registeredArguments]) expect(option.description).not.toBe('');
  }
});
