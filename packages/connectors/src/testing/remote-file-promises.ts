import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { expect, it } from 'vitest';
import type { DeliveryRequest, DestinationConnector, KeyProperties } from '../spec.ts';
import { buildContext } from './context.ts';
import { buildContent, buildDelivery } from './delivery.ts';

const PATH = 'out/2026/ads.csv';
/** The file of `request(['a,1'])`, and of `request(['b,2'])`. */
export const OLD = 'site,clicks\na,1\n';
export const NEW = 'site,clicks\nb,2\n';

type RemoteServer = { readonly key: KeyProperties; readonly folder: string };

/** Deliveries of a test file to one file of a server of files, whose folder lies on this machine. */
export function useRemoteFile(destination: DestinationConnector, server: () => RemoteServer) {
  const scratch = useFolder('remote-results');
  const request = (rows: readonly string[], overrides: Partial<DeliveryRequest> = {}): DeliveryRequest =>
    buildDelivery(buildContent(scratch, 'site,clicks', rows), {
      key: server().key,
      parameters: { path: 'out/{YYYY}/ads.csv' },
      ...overrides,
    });
  const deliver = (one: DeliveryRequest) => destination.deliver(one, buildContext());
  const held = (): string | null => {
    const path = join(server().folder, PATH);
    return existsSync(path) ? readFileSync(path, 'utf8') : null;
  };
  const leftovers = (): readonly string[] =>
    readdirSync(server().folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:part|lock)$/.test(name));
  return { server, request, deliver, held, leftovers };
}

type RemoteFile<Trouble> = ReturnType<typeof useRemoteFile> & {
  /** Sets what goes wrong with an operation of the server. */
  plant(trouble: (operation: string) => Trouble | undefined): void;
};

export function testMissingFolders(
  { request, deliver, held, leftovers }: ReturnType<typeof useRemoteFile>,
  destination: string,
): void {
  it('makes missing folders, and says where the file went', { tags: 'case:missing' }, async () => {
    expect(await deliver(request(['a,1']))).toEqual({
      rows: 1,
      bytes: OLD.length,
      destination,
      alreadyDelivered: false,
    });
    expect([held(), leftovers()]).toEqual([OLD, []]);
  });
}

type RefusedWriting<Trouble> = readonly [trouble: Trouble, code: string, errorClass: string];

export function testRefusedWriting<Trouble>(
  { request, deliver, held, leftovers, plant }: RemoteFile<Trouble>,
  cells: readonly RefusedWriting<Trouble>[],
): void {
  it.each(cells)(
    'leaves the file as it was when writing meets %s',
    { tags: ['case:denied', 'case:full'] },
    async (trouble, code, errorClass) => {
      await deliver(request(['a,1']));
      plant((operation) => (operation === 'write' ? trouble : undefined));
      await expect(deliver(request(['b,2'], { fence: 2 }))).rejects.toMatchObject({ code, class: errorClass });
      plant(() => undefined);
      expect(held()).toBe(OLD);
      await deliver(request(['b,2'], { fence: 2, attempt: 2 }));
      expect([held(), leftovers()]).toEqual([NEW, []]);
    },
  );
}

/** @param denied a server that does not permit it */
export function testFileLeftAside<Trouble>(
  { server, request, deliver, held, plant }: RemoteFile<Trouble>,
  denied: Trouble,
): void {
  it('brings back a file that a crash left aside', async () => {
    const { folder } = server();
    mkdirSync(join(folder, 'out/2026'), { recursive: true });
    writeFileSync(join(folder, 'out/2026/.ads.csv.former.part'), OLD);
    plant((operation) => (operation === 'rename' && held() !== null ? denied : undefined));
    await expect(deliver(request(['b,2']))).rejects.toMatchObject({ code: 'DESTINATION_REFUSED' });
    expect(held()).toBe(OLD);
  });
}
