import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConsoleApp } from '@switchboard/server/testing/console-app';
import { build } from 'vite';

const CONFIG = join(import.meta.dirname, '../../packages/console/gallery/vite.config.ts');

export type Gallery = {
  /** The gallery's origin, without a trailing slash. */
  readonly url: string;
  readonly stop: () => Promise<void>;
};

/**
 * Serves the gallery of the console's parts, built as the product is and under its Content-Security-Policy. The first request
 * builds it, which takes about 10 seconds.
 */
export async function serveGallery(): Promise<Gallery> {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-gallery-'));
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let starting: ReturnType<typeof createApp> | undefined;
  server.on('request', (request, response) => {
    starting ??= createApp(folder, url);
    starting.then(
      (app) => app.routing(request, response),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  return {
    url,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await (await starting?.catch(() => undefined))?.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function createApp(folder: string, url: string): ReturnType<typeof createConsoleApp> {
  await build({
    configFile: CONFIG,
    mode: 'production',
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true },
  });
  const app = await createConsoleApp(folder, url);
  await app.ready();
  return app;
}
