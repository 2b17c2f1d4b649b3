import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { writeAdFile } from '../ingest/ad-file.ts';

/** Rows of the piece of a report that is sent again and again. */
const PIECE_ROWS = 40_000;

export type StreamSource = {
  /** Answers `/{bytes}.csv` and `/{bytes}.csv.gz` with a report of about as many bytes, unpacked. */
  readonly url: string;
  /** Returns the size of such a report. */
  report(bytes: number): { readonly rows: number; readonly bytes: number };
  close(): Promise<void>;
};

/** A source that makes its reports while it sends them, one piece after another; packed pieces are one gzip file together. */
export async function startSource(folder: string): Promise<StreamSource> {
  const scratch = await mkdtemp(join(folder, 'source-'));
  await writeAdFile(join(scratch, 'piece.csv'), { rows: PIECE_ROWS, dirtyShare: 0, seed: 7 });
  const text = await buffer(createReadStream(join(scratch, 'piece.csv')));
  await rm(scratch, { recursive: true });
  const headerEnd = text.indexOf('\n') + 1;
  const [header, rows] = [text.subarray(0, headerEnd), text.subarray(headerEnd)];
  const packed = { header: gzipSync(header), rows: gzipSync(rows, { level: 6 }) };
  const piecesOf = (bytes: number): number => Math.round(bytes / rows.length);
  const send = (response: ServerResponse, content: typeof packed, pieces: number): void => {
    response.writeHead(200, { 'content-length': content.header.length + pieces * content.rows.length });
    const all = function* (): Generator<Buffer> {
      yield content.header;
      for (let piece = 0; piece < pieces; piece += 1) yield content.rows;
    };
    // Whoever hangs up has had enough.
    pipeline(Readable.from(all()), response, () => undefined);
  };
  const server = createServer((request, response) => {
    const [, bytes, ending] = /^\/(\d+)\.csv(\.gz)?$/.exec(request.url ?? '') ?? [];
    if (bytes === undefined) response.writeHead(404).end();
    else send(response, ending === undefined ? { header, rows } : packed, piecesOf(Number(bytes)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    report: (bytes) => ({ rows: piecesOf(bytes) * PIECE_ROWS, bytes: header.length + piecesOf(bytes) * rows.length }),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
