import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeKey } from '../../testing/harness.ts';
import {
  NEW,
  testFileLeftAside,
  testMissingFolders,
  testRefusedWriting,
  useRemoteFile,
} from '../../testing/remote-file-promises.ts';
import { createStandIn, type TestStandIn } from '../../testing/sftp.ts';
import type { Trouble } from '../../testing/sftp-stand-in.ts';
import { destination } from './destination.ts';

let server: TestStandIn;
beforeEach(async () => {
  server = await createStandIn();
});
afterEach(() => server.close());

const file = useRemoteFile(destination, () => server);
const { request, deliver, held, leftovers } = file;
const plant = (trouble: (operation: string) => Trouble | undefined): void => {
  server.server.trouble = trouble;
};

describe('sftp destination', () => {
  testMissingFolders(file, 'sftp · out/2026/ads.csv');
  testRefusedWriting<Trouble>({ ...file, plant }, [
    ['denied', 'DESTINATION_REFUSED', 'permanent'],
    ['no space', 'DESTINATION_FULL', 'transient'],
    ['cut', 'DESTINATION_UNREACHABLE', 'transient'],
  ]);

  it.each(['cut', 'cut after'] as const)('delivers once when the connection is %s at each rename', async (trouble) => {
    await deliver(request(['a,1']));
    let renames = 0;
    server.server.trouble = (operation) => {
      renames += operation === 'rename' ? 1 : 0;
      return undefined;
    };
    await deliver(request(['a,1'], { fence: 2, unitId: 'counted' }));
    const all = renames;
    expect(all).toBe(4);
    for (let at = 1; at <= all; at += 1) {
      const content = `c,${trouble === 'cut' ? at : at + 10}`;
      const one = request([content], { fence: 10 * at, unitId: `of ${at}` });
      renames = 0;
      server.server.trouble = (operation) => {
        renames += operation === 'rename' ? 1 : 0;
        return operation === 'rename' && renames === at ? trouble : undefined;
      };
      const first = await deliver(one).catch((error: unknown) => error);
      server.server.trouble = () => undefined;
      if (first instanceof Error) expect(first).toMatchObject({ code: 'DESTINATION_UNREACHABLE' });
      else expect(held()).toBe(`site,clicks\n${content}\n`);
      await deliver({ ...one, attempt: 2 });
      expect([held(), leftovers()]).toEqual([`site,clicks\n${content}\n`, []]);
      expect(await deliver({ ...one, attempt: 3 })).toMatchObject({ alreadyDelivered: true });
    }
  });

  it('takes over the lock of an earlier attempt that died, which can show nothing any more', async () => {
    await deliver(request(['a,1']));
    const folder = join(server.folder, 'out/2026');
    const ledgers = readdirSync(join(folder, '.switchboard'));
    const [ledger = ''] = ledgers.filter((name) => name.endsWith('.json'));
    const lock = await lockOf(folder);
    const owner = { unitId: 'u1', attempt: 1, ledger: `out/2026/.switchboard/${ledger}` };
    writeFileSync(join(folder, '.switchboard', lock), JSON.stringify(owner));
    writeFileSync(join(folder, '.ads.csv.u1.1.part'), 'half');
    await deliver(request(['b,2'], { fence: 2, attempt: 2, epoch: 1 }));
    expect([held(), leftovers()]).toEqual([NEW, []]);
  });

  /** The name of the lock, seen while a delivery holds it. */
  async function lockOf(folder: string): Promise<string> {
    let lock = '';
    server.server.trouble = (operation) => {
      if (operation === 'rename')
        lock ||= readdirSync(join(folder, '.switchboard')).find((n) => n.endsWith('.lock')) ?? '';
      return undefined;
    };
    await deliver(request(['z,9'], { fence: 1, unitId: 'seen', epoch: 1 }));
    server.server.trouble = () => undefined;
    expect(lock).not.toBe('');
    return lock;
  }

  testFileLeftAside<Trouble>({ ...file, plant }, 'denied');

  it('refuses what cannot be a file', async () => {
    await expect(deliver(request(['a,1'], { mode: 'append' }))).rejects.toMatchObject({ code: 'PARAMETER_INVALID' });
    for (const path of ['../x.csv', 'out/', 'out/{HH}.csv'])
      await expect(deliver(request(['a,1'], { parameters: { path } }))).rejects.toMatchObject({
        code: 'PARAMETER_INVALID',
      });
    writeFileSync(join(server.folder, 'out'), 'a file');
    await expect(deliver(request(['a,1']))).rejects.toMatchObject({
      code: 'DESTINATION_REFUSED',
      message: expect.stringContaining('there is a file where the path needs a folder') as unknown,
    });
  });

  it('reports a server that cannot be reached, and a host key that changed', async () => {
    const key = changeKey(server.key, { port: 1 });
    await expect(deliver(request(['a,1'], { key }))).rejects.toMatchObject({ code: 'DESTINATION_UNREACHABLE' });
    const pinned = changeKey(server.key, { host_fingerprint: `SHA256:${'A'.repeat(43)}` });
    await expect(deliver(request(['a,1'], { key: pinned }))).rejects.toMatchObject({
      code: 'HOST_KEY_CHANGED',
      class: 'authentication',
    });
    expect(held()).toBeNull();
  });
});
