import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { CATALOG } from '@switchboard/language/testing/catalog';
import type { Position, PublishDiagnosticsParams } from 'vscode-languageserver-protocol';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';

const SWITCHBOARD = fileURLToPath(new URL('../../packages/cli/bin/switchboard.mjs', import.meta.url));

/** Milliseconds from an edit to its messages, and of processor time of all threads of the server. */
type Cost = { readonly ms: number; readonly cpuMs: number };

export type Client = {
  /** Opens the file; its time counts from the start of the server. */
  open(text: string): Promise<Cost>;
  type(offset: number, text: string): Promise<Cost>;
  /** Takes one character away. */
  erase(offset: number): Promise<Cost>;
  stop(): Promise<void>;
};

/** Nanoseconds on a processor of all threads of a process. Linux. */
function cpuNanoseconds(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce(
    (total, thread) => total + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
    0,
  );
}

/** Starts `switchboard lsp` in an empty folder, as an editor does. */
export async function startClient(): Promise<Client> {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-bench-lsp-'));
  writeFileSync(join(folder, 'catalog.json'), JSON.stringify(CATALOG));
  const started = performance.now();
  const server = spawn(process.execPath, [SWITCHBOARD, 'lsp', '--catalog', 'catalog.json'], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(server, 'close');
  const { pid } = server;
  if (pid === undefined) throw new Error('The server did not start.');
  const connection = createProtocolConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  const [rootUri, uri] = [folder, join(folder, 'large.sbs')].map((path) => pathToFileURL(path).href);
  let [version, content] = [1, ''];
  let published: (params: PublishDiagnosticsParams) => void = () => undefined;
  connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => published(params));
  connection.listen();
  await connection.sendRequest('initialize', {
    processId: null,
    rootUri,
    capabilities: { textDocument: { publishDiagnostics: { versionSupport: true } } },
  });
  await connection.sendNotification('initialized', {});

  /** Sends a version of the file and waits for its messages. */
  const messagesAfter = async (send: () => Promise<void>, from = performance.now()): Promise<Cost> => {
    const before = cpuNanoseconds(pid);
    const arrived = new Promise<void>((resolve) => {
      published = (params) => {
        if (params.version === version) resolve();
      };
    });
    await send();
    await arrived;
    return { ms: performance.now() - from, cpuMs: (cpuNanoseconds(pid) - before) / 1e6 };
  };
  const change = (offset: number, removed: number, text: string): Promise<Cost> => {
    const range = { start: positionAt(content, offset), end: positionAt(content, offset + removed) };
    content = content.slice(0, offset) + text + content.slice(offset + removed);
    version += 1;
    return messagesAfter(() =>
      connection.sendNotification('textDocument/didChange', {
        textDocument: { uri, version },
        contentChanges: [{ range, text }],
      }),
    );
  };
  return {
    open: (text) => {
      content = text;
      const textDocument = { uri, languageId: 'switchboard', version, text };
      return messagesAfter(() => connection.sendNotification('textDocument/didOpen', { textDocument }), started);
    },
    type: (offset, text) => change(offset, 0, text),
    erase: (offset) => change(offset, 1, ''),
    stop: async () => {
      await connection.sendRequest('shutdown');
      await connection.sendNotification('exit');
      await ended;
      connection.dispose();
      rmSync(folder, { recursive: true });
    },
  };
}

function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}
