import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { detectSandbox, PERL, SANDBOX_PARTS, type Sandbox } from './detect-sandbox.ts';
import { startSandboxed } from './start-sandboxed.ts';
import { systemCallFilter } from './system-call-filter.ts';

/** Tries everything that a stranger in the sandbox would, and prints what succeeded. */
const WALK = `
const fs = require('node:fs'), net = require('node:net'), { spawnSync } = require('node:child_process');
const paths = JSON.parse(fs.readFileSync(0, 'utf8'));
const does = (act) => { try { act(); return true; } catch { return false; } };
const read = (path) => does(() => fs.readFileSync(path));
const found = {
  root: fs.readdirSync('/'),
  user: process.getuid(),
  input: read(paths.input),
  output: does(() => fs.writeFileSync(paths.output + '/rows', 'rows')),
  changesInput: does(() => fs.writeFileSync(paths.input, 'changed')),
  masterKey: read(paths.masterKey),
  otherAccount: does(() => fs.readdirSync(paths.otherAccount)),
  passwords: read('/etc/passwd'),
  environment: read('/proc/' + paths.server + '/environ'),
  processes: does(() => fs.readdirSync('/proc')),
  devices: does(() => fs.readdirSync('/dev')),
  writesElsewhere: ['/', '/tmp', '/usr/lib'].filter((folder) => does(() => fs.accessSync(folder, fs.constants.W_OK))),
  signal: does(() => process.kill(paths.server, 0)),
  startsProgram: spawnSync(process.execPath, ['--version']).error === undefined,
};
const end = (network) => { console.log(JSON.stringify({ ...found, network })); process.exit(); };
try {
  net.connect(paths.port, '127.0.0.1').on('connect', () => end(true)).on('error', () => end(false));
} catch { end(false); }
`;

type Found = Readonly<Record<string, unknown>>;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchboard-walk-'));
  for (const name of ['acct-one', 'acct-two', 'out']) mkdirSync(join(folder, name), { mode: 0o700 });
  writeFileSync(join(folder, 'master.key'), 'secret', { mode: 0o600 });
  writeFileSync(join(folder, 'acct-one', 'input'), 'rows', { mode: 0o600 });
  writeFileSync(join(folder, 'acct-two', 'input'), 'rows of another account', { mode: 0o600 });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Walks through a sandbox, entered as the programs of the service enter it. */
async function walk(sandbox: Sandbox): Promise<Found> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const [input, output] = [join(folder, 'acct-one', 'input'), join(folder, 'out')];
  const { child, allow } = startSandboxed(sandbox, [process.execPath, '-e', WALK], []);
  try {
    const limits = { memoryBytes: 64 * 1024 ** 3, cpuSeconds: 60, fileBytes: 1024 ** 2 };
    expect(await allow({ reads: [input], writes: [output], limits })).toBe(true);
    child.stdin.end(
      JSON.stringify({
        input,
        output,
        masterKey: join(folder, 'master.key'),
        otherAccount: join(folder, 'acct-two'),
        server: process.pid,
        port: typeof address === 'object' ? address?.port : 0,
      }),
    );
    const [said, problem] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect(problem).toBe('');
    return JSON.parse(said) as Found;
  } finally {
    child.kill('SIGKILL');
    server.close();
  }
}

const WITHOUT: Sandbox = { parts: new Set(), reason: '', kind: 'open', prefix: [], ownUser: false, limits: false };

test('a stranger in the sandbox of a child reads its input, writes its output, and reaches nothing else', async (context) => {
  const sandbox = detectSandbox();
  const missing = SANDBOX_PARTS.filter((part) => !sandbox.parts.has(part));
  context.skip(missing.length > 0, `this machine refuses ${missing.join(', ')}: ${sandbox.reason}`);
  const before = await walk(WITHOUT);
  writeFileSync(join(folder, 'acct-one', 'input'), 'rows');
  const after = await walk(sandbox);
  process.stdout.write(`without the sandbox: ${JSON.stringify(before)}\nin the sandbox: ${JSON.stringify(after)}\n`);
  // Proves that the walk finds what there is.
  expect(before).toMatchObject({ masterKey: true, otherAccount: true, environment: true, signal: true, network: true });
  expect(before).toMatchObject({ processes: true, devices: true, startsProgram: true, passwords: true });
  const { root, user, ...acts } = after;
  expect(acts).toEqual({
    input: true,
    output: true,
    changesInput: false,
    masterKey: false,
    otherAccount: false,
    passwords: false,
    environment: false,
    processes: false,
    devices: false,
    writesElsewhere: [],
    signal: false,
    startsProgram: false,
    network: false,
  });
  expect(root).not.toContain('home');
  expect(root).not.toContain('var');
  if (sandbox.ownUser) expect(user).toBeGreaterThanOrEqual(1_900_000_000);
  expect(readFileSync(join(folder, 'acct-one', 'input'), 'utf8')).toBe('rows');
  // The service owns what the child wrote, whatever its user was.
  expect(statSync(join(folder, 'out', 'rows')).uid).toBe(process.getuid?.());
});

test('a program of the sandbox ends with the signal that ended it, and with its launcher', async (context) => {
  const sandbox = detectSandbox();
  context.skip(sandbox.kind !== 'launcher', sandbox.reason);
  const killed = startSandboxed(sandbox, [process.execPath, '-e', 'setInterval(() => {}, 1000)'], []);
  const ended = once(killed.child, 'close');
  process.kill(await killed.pid, 'SIGTERM');
  expect(await ended).toEqual([null, 'SIGTERM']);
  const left = startSandboxed(sandbox, [process.execPath, '-e', 'setInterval(() => {}, 1000)'], []);
  const pid = await left.pid;
  const over = once(left.child, 'close');
  left.child.kill('SIGKILL');
  await over;
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test('a program of the sandbox loses the files of a job and gets the limits of the next', async (context) => {
  const sandbox = detectSandbox();
  context.skip(!sandbox.parts.has('systemCalls') || !sandbox.parts.has('files'), sandbox.reason);
  const output = join(folder, 'out');
  const program = `process.stdin.on('data', () => console.log(require('node:fs').existsSync(${JSON.stringify(output)})))`;
  const { child, pid, allow, clear } = startSandboxed(sandbox, [process.execPath, '-e', program], []);
  const state = async (): Promise<readonly (string | undefined)[]> => {
    child.stdin.write('?');
    const [answer] = (await once(child.stdout, 'data')) as [Buffer];
    const limits = readFileSync(`/proc/${await pid}/limits`, 'utf8');
    return [answer.toString().trim(), /^Max file size\s+(\S+)/m.exec(limits)?.[1]];
  };
  try {
    const limits = { memoryBytes: 8 * 1024 ** 3, cpuSeconds: 60, fileBytes: 1024 ** 2, isRaised: true };
    expect(await allow({ reads: [], writes: [output], limits })).toBe(true);
    expect(await state()).toEqual(['true', '1048576']);
    expect(await clear()).toBe(true);
    expect(await state()).toEqual(['false', '1048576']);
    expect(await allow({ reads: [], writes: [], limits: { ...limits, fileBytes: 4 * 1024 ** 2 } })).toBe(true);
    expect(await state()).toEqual(['false', '4194304']);
  } finally {
    child.kill('SIGKILL');
  }
});

test('a program of the sandbox reads its limits and cannot set them', async (context) => {
  const sandbox = detectSandbox();
  context.skip(!sandbox.parts.has('systemCalls'), sandbox.reason);
  const call = process.arch === 'x64' ? 302 : 261;
  const program = join(folder, 'limits.pl');
  const [read, set] = [`syscall(${call}, 0, 1, 0, $old)`, `syscall(${call}, 0, 1, $new, 0)`];
  writeFileSync(program, `my ($old, $new) = ("\\0" x 16, pack('QQ', 7, 7)); print ${read}, ' ', ${set};`);
  const { child } = startSandboxed(sandbox, [PERL, program], [PERL, program]);
  try {
    expect(await text(child.stdout)).toBe('0 -1');
  } finally {
    child.kill('SIGKILL');
  }
});

const isRunning = (pid: number): boolean => {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

test('the filter of kernel calls has a whole number of instructions within the jumps that BPF allows', () => {
  for (const arch of ['x64', 'arm64'] as const) {
    const length = systemCallFilter(arch).length / 16;
    expect(Number.isInteger(length)).toBe(true);
    expect(length).toBeLessThan(255);
  }
});
