import { readFileSync } from 'node:fs';
import { noFault } from '@switchboard/model/faults';
import { createEgress } from '../network/egress.ts';
import { connectorByName } from '../registry.ts';
import type { ConnectorContext, DeliveryRequest } from '../spec.ts';
import { buildContext } from './context.ts';

/** The task of this program, as JSON in the file that its argument names. */
export type Errand = {
  readonly connector: string;
  readonly request: DeliveryRequest;
  readonly folders: ConnectorContext['folders'];
  /** Where it dies, as a machine does that loses its power; `report`: it lives, and prints its largest memory in bytes. */
  readonly end: 'in the middle' | 'when delivered' | 'report';
};

const die = (): Promise<never> => {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => undefined);
};

const [, , path = ''] = process.argv;
const errand = JSON.parse(readFileSync(path, 'utf8')) as Errand;
const destination = await connectorByName().get(errand.connector)?.destination?.();
if (destination === undefined) throw new Error(`there is no destination ${errand.connector}`);
// Sampled, because the system's own record of the largest counts what the parent held when it started us.
let largest = 0;
await destination.deliver(
  errand.request,
  buildContext({
    folders: errand.folders,
    // A server of a busy machine may be silent for longer than tests of silence wait.
    egress: createEgress({ allowPrivate: ['127.0.0.1'], stallTimeoutMs: 10_000, now: Date.now }),
    fault: errand.end === 'in the middle' ? die : noFault,
    onBytes: () => {
      largest = Math.max(largest, process.memoryUsage.rss());
    },
  }),
);
if (errand.end === 'when delivered') await die();
process.stdout.write(String(largest));
