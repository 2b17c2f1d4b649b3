import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleCells } from '@switchboard/model/testing/sample-cells';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFtpServer, type FtpServer } from '../../testing/ftp.ts';
import type { Trouble } from '../../testing/ftp-stand-in.ts';
import {
  NEW,
  testFileLeftAside,
  testMissingFolders,
  testRefusedWriting,
  useRemoteFile,
} from '../../testing/remote-file-promises.ts';
import { destination } from './destination.ts';

describe.each([
  ['replaces in one step', { tls: 'explicit' }],
  ['is old and refuses to replace', { isModern: false, renamesOver: false }],
] as const)('a file at an FTP server that %s', (_, options) => {
  let server: FtpServer;
  beforeEach(async () => {
    server = await createFtpServer(options);
  });
  afterEach(() => server.close());

  const file = useRemoteFile(destination, () => server);
  const { request, deliver, held, leftovers } = file;
  const plant = (trouble: (operation: string) => Trouble | undefined): void => {
    server.server.trouble = trouble;
  };

  testMissingFolders(file, 'ftp · out/2026/ads.csv');
  testRefusedWriting<Trouble>({ ...file, plant }, [
    ['denied', 'DESTINATION_REFUSED', 'permanent'],
    ['no space', 'DESTINATION_FULL', 'transient'],
    ['vague', 'DESTINATION_BUSY', 'transient'],
    ['cut', 'DESTINATION_UNREACHABLE', 'transient'],
    ['cut after', 'DESTINATION_UNREACHABLE', 'transient'],
  ]);

  // A server that replaces in two steps renames more often, so that all is tried there.
  it.each<Trouble>('isModern' in options ? ['cut', 'cut after'] : ['cut after'])(
    'a file is delivered once when the connection is %s at each rename',
    async (trouble) => {
      let renames = 0;
      const count = (operation: string): number => (renames += operation === 'rename' ? 1 : 0);
      await deliver(request(['a,1']));
      server.server.trouble = (operation) => {
        count(operation);
        return undefined;
      };
      await deliver(request(['a,1'], { fence: 2, unitId: 'counted' }));
      const all = renames;
      expect(all).toBeGreaterThanOrEqual(4);
      const each = Array.from({ length: all }, (_rename, index) => index + 1);
      for (const at of sampleCells(each, 4)) {
        const one = request([`c,${at}`], { fence: 10 * at, unitId: `of ${at}` });
        renames = 0;
        server.server.trouble = (operation) =>
          operation === 'rename' && count(operation) === at ? trouble : undefined;
        const first = await deliver(one).catch((error: unknown) => error);
        server.server.trouble = () => undefined;
        if (first instanceof Error) expect(first).toMatchObject({ code: 'DESTINATION_UNREACHABLE' });
        await deliver({ ...one, attempt: 2 });
        expect([held(), leftovers()]).toEqual([`site,clicks\nc,${at}\n`, []]);
        expect(await deliver({ ...one, attempt: 3 })).toMatchObject({ alreadyDelivered: true });
      }
    },
  );

  testFileLeftAside<Trouble>({ ...file, plant }, 'denied');

  it('a file is delivered where a server refuses without a reason what others remove and make again', async () => {
    await deliver(request(['a,1']));
    let refusals = 0;
    server.server.trouble = (operation, path) => {
      if (operation !== 'read' || !path.endsWith('.json') || refusals === 3) return undefined;
      refusals += 1;
      return 'vague';
    };
    await deliver(request(['b,2'], { fence: 2 }));
    expect([refusals, held()]).toEqual([3, NEW]);
  });

  it('a file is locked by a folder, which a delivery that died leaves to the next one', async () => {
    await deliver(request(['a,1']));
    const folder = join(server.folder, 'out/2026/.switchboard');
    let lock = '';
    server.server.trouble = (operation) => {
      if (operation === 'rename') lock ||= readdirSync(folder).find((name) => name.endsWith('.lock')) ?? '';
      return undefined;
    };
    await deliver(request(['z,9'], { fence: 2, unitId: 'seen' }));
    server.server.trouble = () => undefined;
    expect(lock).not.toBe('');
    const [ledger = ''] = readdirSync(folder).filter((name) => name.endsWith('.json'));
    mkdirSync(join(folder, lock));
    const owner = { unitId: 'u1', attempt: 1, ledger: `out/2026/.switchboard/${ledger}` };
    writeFileSync(join(folder, lock, 'owner'), JSON.stringify(owner));
    writeFileSync(join(server.folder, 'out/2026/.ads.csv.u1.1.part'), 'half');
    await deliver(request(['b,2'], { fence: 3, attempt: 2 }));
    expect([held(), leftovers()]).toEqual([NEW, []]);
  });
});
