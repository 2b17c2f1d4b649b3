import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { CONNECTORS, createEgress, type KeyProperties } from '@switchboard/connectors';
import { createFtpServer } from '@switchboard/connectors/testing/ftp';
import { startHttp } from '@switchboard/connectors/testing/http-server';
import { holdMail } from '@switchboard/connectors/testing/mail';
import { createTestBucket } from '@switchboard/connectors/testing/s3';
import { createStandIn } from '@switchboard/connectors/testing/sftp';
import type { Parameters } from '@switchboard/model/plan';
import type { EngineContext } from '../../src/context.ts';

export const TRANSPORTS = ['file', 'http', 'sftp', 'ftp', 's3', 'email'] as const;
export type Transport = (typeof TRANSPORTS)[number];

/** A file as a source finds it. */
export type Delivered = {
  readonly connector: Transport;
  readonly parameters: Parameters;
  readonly key: KeyProperties | null;
  readonly context: Partial<EngineContext>;
};

export type Carrier = {
  /** Puts a file where the source of a transport reads it. */
  deliver(transport: Transport, filename: string, content: Buffer): Promise<Delivered>;
  close(): void;
};

/** Real servers of every transport, below a folder. */
export async function openTransports(folder: string): Promise<Carrier> {
  const [sftp, ftp, bucket] = await Promise.all([createStandIn(), createFtpServer(), createTestBucket()]);
  const answers = new Map<string, Buffer>();
  const http = await startHttp((request, response) => response.end(answers.get(request.url ?? '')));
  const inbox = join(folder, 'inbox');
  await mkdir(inbox, { recursive: true });
  const context: Partial<EngineContext> = {
    connectors: new Map(CONNECTORS.map((connector) => [connector.spec.name, connector])),
    egress: createEgress({ allowPrivate: ['127.0.0.1'], stallTimeoutMs: 10_000, now: Date.now }),
    folders: { read: [inbox], write: [] },
  };
  return {
    async deliver(transport, filename, content) {
      const name = `${randomUUID()}-${filename}`;
      const found = (parameters: Parameters, key: KeyProperties | null = null): Delivered => ({
        connector: transport,
        parameters,
        key,
        context,
      });
      switch (transport) {
        case 'file':
          await writeFile(join(inbox, name), content);
          return found({ path: name });
        case 'http':
          answers.set(`/${name}`, content);
          return found({ url: `http://127.0.0.1:${http.port}/${name}` });
        case 'sftp':
          await writeFile(join(sftp.folder, name), content);
          return found({ path: name }, sftp.key);
        case 'ftp':
          await writeFile(join(ftp.folder, name), content);
          return found({ path: name }, ftp.key);
        case 's3':
          await bucket.bucket.write(name, Readable.from([content]), {
            signal: new AbortController().signal,
            condition: 'any',
          });
          return found({ path: `s3://${bucket.name}/${name}` }, bucket.key);
        default:
          return {
            ...found({ path: 'reports' }),
            context: { ...context, mail: holdMail([{ name, content, contentType: 'application/octet-stream' }]) },
          };
      }
    },
    close() {
      for (const server of [sftp, ftp, http]) server.close();
    },
  };
}
