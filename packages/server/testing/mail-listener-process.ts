import { createLocalStore } from '@switchboard/engine';
import type { FaultPoint } from '@switchboard/model/faults';
import { pino } from 'pino';
import { openDatabase } from '../src/db/database.ts';
import { startMailListener } from '../src/pipeline/mail-ingest/smtp-listener.ts';
import { armFault } from '../src/programs/fault.ts';
import { INGEST_DOMAIN } from './mail.ts';

/** Receives mail in a process of its own, which kills itself at a fault point: database, folder, `point:count`. Prints its port. */
const [url = '', folder = '', fault = ''] = process.argv.slice(2);
const [point = '', count = '1'] = fault.split(':');
const unlimited = { burst: 1_000_000, perMinute: 1_000_000 };
const listener = await startMailListener({
  database: openDatabase({ url }),
  store: createLocalStore(`${folder}/files`),
  fault: armFault({ point: point as FaultPoint, count: Number(count) }, () => process.kill(process.pid, 'SIGKILL')),
  now: Date.now,
  host: '127.0.0.1',
  port: 0,
  domain: INGEST_DOMAIN,
  maxBytes: 1_000_000,
  tls: null,
  dnsServers: null,
  scratch: `${folder}/scratch-${process.pid}`,
  limits: { connectionsPerClient: 50, mailsPerClient: unlimited, mailsPerRecipient: unlimited },
  log: pino({ level: 'silent' }),
});
process.stdout.write(`${listener.port}\n`);
