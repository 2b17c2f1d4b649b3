import { type ConnectorSpec, describeDestination } from '@switchboard/model/catalog';
import { fillTemplate } from '@switchboard/model/plan';
import { CommitConflict } from '../delivery/commit-conflict.ts';
import { superseded } from '../delivery/deliver.ts';
import { fileFormat } from '../delivery/file-form.ts';
import { judgeDelivery } from '../delivery/ledger.ts';
import { deliverObject } from '../delivery/object-store.ts';
import { isPlainPath } from '../listing/match-files.ts';
import type { Delivered, DeliveryContext, DeliveryRequest, DestinationConnector } from '../spec.ts';
import type { FileServer, FindServer } from './file-server.ts';
import {
  asideOf,
  earlierAttempts,
  entryText,
  type Place,
  partOf,
  placeOf,
  readEntry,
  replaceEntry,
  settleAttempt,
  sweepAbandoned,
  undoHalves,
} from './ledger.ts';
import { hasOwnLock, withLock } from './lock.ts';
import { DESTINATION_PARAMETERS } from './parameters.ts';
import { isConnectionFailure } from './remote-failure.ts';
import { makeFolders, type RemoteFiles, replaceFile } from './remote-files.ts';

/** Files at a server: written aside, then renamed, so that readers see all or nothing. */
export const fileServerDestination = (connector: ConnectorSpec, find: FindServer): DestinationConnector => ({
  formatOf: fileFormat,
  deliver: async (request, context) =>
    deliverFile(connector, placeOf(targetOf(request), request), find(request), request, context),
});

/** The time limit for a cancelled delivery to remove its files. */
const CLEANING_MS = 3_000;

function targetOf(request: DeliveryRequest): string {
  const { path: template, refuse } = DESTINATION_PARAMETERS.read(request.name, request.parameters);
  if (request.mode === 'append' || request.mode === 'upsert')
    refuse('mode', 'cannot be used with files, which are replaced as a whole; use replace_date or truncate');
  const path = fillTemplate(template, request.reportDate, { name: request.name });
  if (/\{[^{}]*\}/.test(path))
    refuse('path', 'holds a token that cannot be filled in; this upload may have no report dates');
  if (!isPlainPath(path)) refuse('path', 'must be without empty, . or .. steps, or a slash at the end');
  return path;
}

async function deliverFile(
  connector: ConnectorSpec,
  place: Place,
  server: FileServer,
  request: DeliveryRequest,
  context: DeliveryContext,
): Promise<Delivered> {
  let opened: RemoteFiles | null = null;
  /** The files of the round: a new one where the last one broke. */
  const prepare = async (): Promise<RemoteFiles> => {
    if (opened?.isOpen() === true) return opened;
    opened = await server.open(context);
    await makeFolders(opened, place.ledgerFolder);
    if (await recover(opened, place, request, context)) {
      opened.close();
      opened = await server.open(context);
    }
    return opened;
  };
  try {
    return await deliverObject(request, context, {
      destination: describeDestination(connector, request.parameters, request.name, request.reportDate),
      translateError: (error) => server.destinationFailure(error),
      prepare,
      readLedger: (files) => readEntry(files, place.ledger),
      exists: async (files) => (await files.stat(place.path)) !== null,
      async write(files, open) {
        const data = partOf(place.path, request);
        const entry = partOf(place.ledger, request);
        /** Once the data is in its place, the entry belongs to it and is kept for `recover`. */
        const discard = async (): Promise<void> => {
          files.ignoreAbort(CLEANING_MS);
          let cleaning = files;
          try {
            if (!files.isOpen())
              cleaning = await server.open({ egress: context.egress, signal: AbortSignal.timeout(CLEANING_MS) });
            if (await cleaning.remove(data)) await cleaning.remove(entry);
          } catch {
            // The next attempt removes what the broken connection left.
          } finally {
            cleaning.close();
            files.close();
          }
        };
        try {
          const written = await files.write(data, open());
          await files.write(entry, [Buffer.from(await entryText(request, written))]);
          return { bytes: written.bytes, commit: () => commit(files, place, request, context), discard };
        } catch (error) {
          await discard();
          throw error;
        }
      },
      sweep: (files) => sweepAbandoned(files, place, context.now()).catch(() => undefined),
    });
  } finally {
    (opened as RemoteFiles | null)?.close();
  }
}

/** Settles what earlier attempts of this unit left. Gives whether there was anything. */
async function recover(
  files: RemoteFiles,
  place: Place,
  request: DeliveryRequest,
  { signal }: DeliveryContext,
): Promise<boolean> {
  const attempts = await earlierAttempts(files, place, request);
  if (attempts.length === 0 && !(await hasOwnLock(files, place, request))) return false;
  await withLock(files, place, request, signal, async () => {
    await undoHalves(files, place);
    for (const attempt of attempts) await settleAttempt(files, place, attempt);
  });
  return true;
}

/** Shows the data, then records it. A crash in between leaves the entry, which `recover` recognizes by the content. */
async function commit(
  files: RemoteFiles,
  place: Place,
  request: DeliveryRequest,
  context: DeliveryContext,
): Promise<void> {
  const { fence, epoch, content } = request;
  const own = { fence, epoch, sha256: await content.sha256 };
  try {
    await withLock(files, place, request, context.signal, async () => {
      await undoHalves(files, place);
      if (judgeDelivery(own, await readEntry(files, place.ledger)) !== 'newer')
        throw new CommitConflict('changed', superseded(request, fence), { mayBeOwn: false });
      await replaceFile(files, partOf(place.path, request), place.path, asideOf(place.path));
      await replaceEntry(files, partOf(place.ledger, request), place.ledger);
    });
  } catch (error) {
    // Whether the data came into its place is seen only in the next round.
    throw isConnectionFailure(error) ? new CommitConflict('unknown', error, { mayBeOwn: true }) : error;
  }
}
