import { join } from 'node:path';
import { createLocalStore } from '@switchboard/engine';
import { type Fault, type FaultPoint, noFault } from '@switchboard/model/faults';
import { openDatabase } from '@switchboard/server/database';
import { currentScope } from '@switchboard/server/scope';
import { startRoles } from '@switchboard/server/start-roles';
import { createVault } from '@switchboard/server/vault';

/** Settings of a worker process of a fault test, as JSON in the setting WORKER. */
export type WorkerSettings = {
  readonly url: string;
  /** Its own folder; what it stores and exports is below `storeFolder` and its folder `exports`, which may be a link. */
  readonly folder: string;
  readonly storeFolder: string;
  /** Base64. */
  readonly masterKey: string;
  readonly host: string;
  /** Whether it may end the leases of this host's earlier programs. */
  readonly alone: boolean;
  /** Sends itself a signal once so many units of work, of one account if it is named, have got to a point. */
  readonly signal: {
    readonly signal: NodeJS.Signals;
    readonly point: FaultPoint;
    readonly units: number;
    readonly account?: string;
  } | null;
};

/** A point at which units gather until all that are expected have come; then the process gets its signal. */
function gathering(trigger: WorkerSettings['signal']): Fault {
  if (trigger === null) return noFault;
  let waiting = 0;
  const all = Promise.withResolvers<void>();
  return async (point) => {
    if (point !== trigger.point) return;
    if (trigger.account !== undefined && currentScope()?.fields['account'] !== trigger.account) return;
    waiting += 1;
    if (waiting > trigger.units) return;
    if (waiting === trigger.units) {
      process.kill(process.pid, trigger.signal);
      all.resolve();
    }
    await all.promise;
  };
}

const settings = JSON.parse(process.env['WORKER'] ?? '') as WorkerSettings;
const { url, folder, host, alone } = settings;
const logError = (error: unknown, about: string): void => void process.stderr.write(`${about}: ${String(error)}\n`);
const database = openDatabase({ url, onError: (error) => logError(error, 'database') });
const roles = await startRoles({
  database,
  url,
  vault: createVault(Buffer.from(settings.masterKey, 'base64')),
  roles: ['worker', 'scheduler'],
  dataFolder: folder,
  store: createLocalStore(join(settings.storeFolder)),
  host,
  alone,
  concurrency: 4,
  egressAllow: ['127.0.0.1'],
  retryBaseMs: 1_000,
  fault: gathering(settings.signal),
  onError: logError,
});
process.once('SIGTERM', () => {
  void roles
    .stop()
    .then(() => database.close())
    .then(() => process.stdout.write('stopped\n'));
});
process.stdout.write('ready\n');
