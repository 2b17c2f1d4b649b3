import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { CATALOG } from '@switchboard/language/testing/catalog';
import { describeServer } from '@switchboard/language/testing/lsp-cases';
import { Session, type Started, type Transport } from '@switchboard/language/testing/lsp-session';
import { expect, test } from 'vitest';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';

const SWITCHBOARD = fileURLToPath(new URL('../../bin/switchboard.mjs', import.meta.url));
const CHANGED = 2;
const DELETED = 3;

function startProgram(args: readonly string[], cwd: string): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [SWITCHBOARD, 'lsp', ...args], { cwd, stdio: ['pipe', 'pipe', 'pipe'] });
}

async function write(folder: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

async function start(files: Readonly<Record<string, string>>, args?: readonly string[]): Promise<Started> {
  const folder = await mkdtemp(join(tmpdir(), 'switchboard-lsp-'));
  for (const [path, text] of Object.entries(files)) await write(folder, path, text);
  await write(folder, 'catalog.json', JSON.stringify(CATALOG));
  const child = startProgram(args ?? ['--catalog', 'catalog.json'], folder);
  const ended = once(child, 'close').then(([code]): number | null => (typeof code === 'number' ? code : null));
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const rootUri = pathToFileURL(folder).href;
  return {
    connection,
    rootUri,
    initializationOptions: undefined,
    store: async (path, text) => {
      if (text === null) await rm(join(folder, path));
      else await write(folder, path, text);
      const changes = [{ uri: pathToFileURL(join(folder, path)).href, type: text === null ? DELETED : CHANGED }];
      await connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
    },
    ended: () => ended,
    dispose: async () => {
      connection.dispose();
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const STDIO: Transport = { name: 'standard input and output', start: (files) => start(files) };

/** The browser tests take all cases, at a server in a worker. */
const SHARES = 6;

describeServer(STDIO, SHARES);

test('knows the connectors of this program, and takes the keys that scripts name as stored', async () => {
  const files = {
    'a.sbs': `download a from { type: "http"; key: "partner"; url: "https://example.com/a"; format: "csv"; } using { x: integer; };
upload a to { type: "postgres"; key: "warehouse"; table: "a"; };
upload a as b to { type: "nowhere"; };
`,
  };
  const started = await start(files, []);
  try {
    const session = new Session(started, files);
    await session.initialize();
    const { diagnostics } = await session.messages('a.sbs', (codes) => codes.length > 0);
    expect(diagnostics.map(({ code, range }) => [code, range.start.line])).toEqual([['SBS4001', 2]]);
    expect(session.registered).toEqual(['workspace/didChangeWatchedFiles']);
  } finally {
    await started.dispose();
  }
});

test('shuts down on request, and then exits with 0', async () => {
  const started = await start({}, []);
  try {
    const session = new Session(started, {});
    await session.initialize();
    expect(await session.request('shutdown', undefined)).toBeNull();
    await started.connection.sendNotification('exit');
    expect(await started.ended()).toBe(0);
  } finally {
    await started.dispose();
  }
});

test('a wrong catalog ends it with the reason, on the error output alone', async () => {
  const child = startProgram(['--catalog', 'nowhere.json'], tmpdir());
  let [out, err] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (err += text.toString()));
  expect(await once(child, 'close')).toEqual([2, null]);
  expect(out).toBe('');
  expect(err).toContain('The catalog');
});

test('ends when the editor goes away', async () => {
  const child = startProgram([], tmpdir());
  child.stdin.end();
  expect(await once(child, 'close')).toEqual([1, null]);
});
