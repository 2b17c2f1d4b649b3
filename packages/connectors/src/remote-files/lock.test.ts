import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { buildDelivery } from '../testing/delivery.ts';
import { withLock } from './lock.ts';
import type { RemoteFiles } from './remote-files.ts';

const PLACE = {
  path: 'out/a.csv',
  folder: 'out',
  ledgerFolder: 'out/.switchboard',
  ledger: 'out/.switchboard/a.json',
  lock: 'out/.switchboard/a.lock',
  takeover: 'out/.switchboard/a.takeover.lock',
};
const SIGNAL = new AbortController().signal;

/** A server with nothing but locks. Each call takes a turn; `beforeRelease` delays a release. */
function lockServer(held: Map<string, string>, beforeRelease: () => Promise<void> = turn): RemoteFiles {
  const server: Pick<RemoteFiles, 'stat' | 'readText' | 'remove' | 'locks' | 'ignoreAbort'> = {
    stat: async () => null,
    readText: async () => null,
    remove: async () => false,
    ignoreAbort: () => undefined,
    locks: {
      take: async (path, text) => {
        await turn();
        if (held.has(path)) return false;
        held.set(path, text);
        return true;
      },
      read: async (path) => {
        await turn();
        return held.get(path) ?? null;
      },
      release: async (path) => {
        await beforeRelease();
        held.delete(path);
      },
    },
  };
  return server as RemoteFiles;
}

const NO_CONTENT = { format: 'csv', path: '', bytes: 0, rows: 0, sha256: '' } as const;
const DEAD = JSON.stringify({ unitId: 'dead', attempt: 1, ledger: PLACE.ledger });
/** Far longer than a commit takes here. */
const ABANDONED_MS = 2_000;

it('a lock of a dead program is taken over by one of two that find it at once, however slow the other is', async () => {
  const held = new Map([[PLACE.lock, DEAD]]);
  let inside = 0;
  let most = 0;
  let isInside = (): void => undefined;
  const entered = new Promise<void>((resolve) => {
    isInside = resolve;
  });
  const commit = async (): Promise<void> => {
    inside += 1;
    most = Math.max(most, inside);
    isInside();
    await turns(50);
    inside -= 1;
  };
  const deliver = (unitId: string, files: RemoteFiles): Promise<void> =>
    withLock(files, PLACE, buildDelivery(NO_CONTENT, { unitId }), SIGNAL, commit, ABANDONED_MS);
  // The second one releases what it took for abandoned when the first one is already inside.
  const slow = (): Promise<void> => Promise.race([entered, turns(200)]);
  await Promise.all([deliver('u1', lockServer(held)), deliver('u2', lockServer(held, slow))]);
  expect(most).toBe(1);
  expect([...held.keys()]).toEqual([]);
});

async function turns(count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) await turn();
}
