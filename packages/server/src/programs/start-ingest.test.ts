import { createServer } from 'node:net';
import { join } from 'node:path';
import { createLocalStore } from '@switchboard/engine';
import { noFault } from '@switchboard/model/faults';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freePort } from '../../testing/free-port.ts';
import { useAccount } from '../../testing/hooks/use-account.ts';
import { useDatabase } from '../../testing/hooks/use-database.ts';
import { addRecipient, INGEST_DOMAIN, sendMail } from '../../testing/mail.ts';
import { createVault } from '../identity/vault.ts';
import type { IngestOptions } from './start-ingest.ts';
import { startRoles } from './start-roles.ts';

const used = useDatabase();
const account = useAccount(used);
const folder = useFolder('ingest');

const start = (ingest: Partial<IngestOptions>) =>
  startRoles({
    database: used.database,
    url: used.url,
    vault: createVault(Buffer.alloc(32, 7)),
    roles: ['ingest'],
    dataFolder: folder,
    store: createLocalStore(join(folder, 'files')),
    host: 'test',
    alone: false,
    concurrency: 1,
    egressAllow: [],
    retryBaseMs: 50,
    fault: noFault,
    onError: () => undefined,
    ingest: {
      domain: INGEST_DOMAIN,
      host: '127.0.0.1',
      port: null,
      maxBytes: 10_000,
      tls: null,
      dnsServers: null,
      ...ingest,
    },
  });

test('the role ingest receives mail on its port, and no more once it is stopped', async () => {
  const port = await freePort();
  const roles = await start({ port });
  const { address } = await addRecipient(used.database, account);
  await sendMail(port, { to: address, subject: 'Hello' });
  expect(await account.rows(sql`select subject from received_mail`)).toEqual([{ subject: 'Hello' }]);
  await roles.stop();
  await expect(sendMail(port, { to: address, subject: 'Late' })).rejects.toMatchObject({ code: 'ESOCKET' });
});

test('a port that is in use and a certificate that cannot be read are named', async () => {
  const port = await freePort();
  const server = createServer().listen(port, '127.0.0.1');
  await expect(start({ port })).rejects.toThrow(`INGEST_PORT ${port} on 127.0.0.1 cannot be used (EADDRINUSE).`);
  server.close();
  const missing = join(folder, 'missing.pem');
  await expect(start({ port, tls: { certFile: missing, keyFile: missing } })).rejects.toThrow(
    `INGEST_TLS_CERT cannot be read: ${missing} (ENOENT).`,
  );
});
