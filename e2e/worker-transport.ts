import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CATALOG } from '@switchboard/language/testing/catalog';
import type { Started, Transport } from '@switchboard/language/testing/lsp-session';
import type { Browser } from 'playwright-core';
import { build, preview } from 'vite';
import {
  AbstractMessageReader,
  AbstractMessageWriter,
  createProtocolConnection,
  type DataCallback,
  type Disposable,
  type Message,
} from 'vscode-languageserver-protocol/node';
import type { WorkerPage } from './worker-page.ts';

const ROOT_URI = 'file:///project';

/** Reads messages that a page passes on. */
class PageReader extends AbstractMessageReader {
  #receive: DataCallback | null = null;
  #early: Message[] = [];

  listen(receive: DataCallback): Disposable {
    this.#receive = receive;
    for (const message of this.#early.splice(0)) receive(message);
    const dispose = (): void => {
      this.#receive = null;
    };
    return { dispose };
  }

  hand(message: Message): void {
    if (this.#receive) this.#receive(message);
    else this.#early.push(message);
  }
}

/** Passes messages to a page, in batches of one tick. */
class PageWriter extends AbstractMessageWriter {
  readonly #hand: (messages: readonly Message[]) => Promise<void>;
  #waiting: Message[] = [];
  #handed = Promise.resolve();

  constructor(hand: (messages: readonly Message[]) => Promise<void>) {
    super();
    this.#hand = hand;
  }

  async write(message: Message): Promise<void> {
    this.#waiting.push(message);
    if (this.#waiting.length === 1) {
      await new Promise(setImmediate);
      const together = this.#waiting.splice(0);
      this.#handed = this.#handed.then(() => this.#hand(together));
    }
    await this.#handed;
  }

  end(): void {
    // The page is closed by its owner.
  }
}

/** A page with the built and minified worker. */
export type WorkerSite = { readonly url: string; readonly stop: () => Promise<void> };

export async function serveWorker(): Promise<WorkerSite> {
  const outDir = mkdtempSync(join(tmpdir(), 'switchboard-worker-'));
  const root = import.meta.dirname;
  const shared = { root, configFile: false, logLevel: 'warn', worker: { format: 'es' } } as const;
  await build({
    ...shared,
    build: { outDir, emptyOutDir: true, rollupOptions: { input: join(root, 'worker-page.html') } },
  });
  const server = await preview({ ...shared, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } });
  return {
    url: `${server.resolvedUrls?.local[0]}worker-page.html`,
    stop: async () => {
      await server.close();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}

async function start(browser: Browser, url: string, files: Readonly<Record<string, string>>): Promise<Started> {
  const page = await browser.newPage();
  const reader = new PageReader();
  await page.exposeFunction('fromServer', (message: Message) => reader.hand(message));
  await page.goto(url);
  await page.waitForFunction(() => 'toServer' in globalThis);
  const writer = new PageWriter((messages) =>
    page.evaluate((all) => {
      for (const message of all) (globalThis as unknown as WorkerPage).toServer(message);
    }, messages),
  );
  const connection = createProtocolConnection(reader, writer);
  const stored = Object.entries(files).map(([path, text]) => ({ uri: `${ROOT_URI}/${encodeURI(path)}`, text }));
  return {
    connection,
    rootUri: ROOT_URI,
    initializationOptions: { catalog: CATALOG, files: stored },
    store: async (path, text) => {
      const uri = `${ROOT_URI}/${encodeURI(path)}`;
      await connection.sendRequest(
        'switchboard/files',
        text === null ? { removed: [uri] } : { files: [{ uri, text }] },
      );
    },
    ended: () => Promise.resolve(null),
    dispose: async () => {
      connection.dispose();
      await page.close();
    },
  };
}

/** The language server in a web worker; each start is a page of its own. */
export function workerTransport(browser: () => Browser, site: () => WorkerSite): Transport {
  return { name: 'the messages of a web worker', start: (files) => start(browser(), site().url, files) };
}
