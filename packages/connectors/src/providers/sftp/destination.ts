import { describeDestination, fillTemplate } from '@switchboard/model';
import { CommitConflict } from '../../delivery/commit-conflict.ts';
import { superseded } from '../../delivery/deliver.ts';
import { fileFormat } from '../../delivery/file-form.ts';
import { judgeDelivery } from '../../delivery/ledger.ts';
import { deliverObject } from '../../delivery/object-store.ts';
import { isPlainPath } from '../../listing/match-files.ts';
import type { Delivered, DeliveryContext, DeliveryRequest, DestinationConnector } from '../../spec.ts';
import { connector, DESTINATION_PARAMETERS } from './connector.ts';
import { isConnectionFailure, sftpDestinationFailure } from './failures.ts';
import { makeFolder, removeFile, replaceFile, writeFile } from './files.ts';
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
import { loginOf } from './login.ts';
import { openSession, type Session } from './session.ts';

/** Files of a server that speaks SFTP: written aside, then renamed, so that readers see all or nothing. */
export const destination: DestinationConnector = { formatOf: fileFormat, deliver: deliverFile };

/** What a cancelled delivery may take to remove what it wrote. */
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

async function deliverFile(request: DeliveryRequest, context: DeliveryContext): Promise<Delivered> {
  const place = placeOf(targetOf(request), request);
  const login = loginOf(request.name, request.key);
  let opened: Session | null = null;
  /** The session of the round: a new one where the last one broke. */
  const prepare = async (): Promise<Session> => {
    if (opened?.isOpen() === true) return opened;
    opened = await openSession(login, context);
    await makeFolder(opened, place.ledgerFolder);
    if (await recover(opened, place, request, context)) {
      opened.close();
      opened = await openSession(login, context);
    }
    return opened;
  };
  try {
    return await deliverObject(request, context, {
      destination: describeDestination(connector, request.parameters, request.name, request.reportDate),
      translateError: (error) => sftpDestinationFailure(error, request, login),
      prepare,
      readLedger: (session) => readEntry(session, place.ledger),
      async write(session, open) {
        const data = partOf(place.path, request);
        const entry = partOf(place.ledger, request);
        /** Once the data is in its place, the entry belongs to it and is kept for `recover`. */
        const discard = async (): Promise<void> => {
          session.ignoreAbort(CLEANING_MS);
          try {
            if (await removeFile(session, data)) await removeFile(session, entry);
          } catch {
            // The next attempt removes what the broken connection left.
          } finally {
            session.close();
          }
        };
        try {
          const written = await writeFile(session, data, open());
          await writeFile(session, entry, [Buffer.from(await entryText(request, written))]);
          return { bytes: written.bytes, commit: () => commit(session, place, request, context), discard };
        } catch (error) {
          await discard();
          throw error;
        }
      },
      sweep: (session) => sweepAbandoned(session, place, context.now()).catch(() => undefined),
    });
  } finally {
    (opened as Session | null)?.close();
  }
}

/** Settles what earlier attempts of this unit left. Gives whether there was anything. */
async function recover(
  session: Session,
  place: Place,
  request: DeliveryRequest,
  { signal }: DeliveryContext,
): Promise<boolean> {
  const attempts = await earlierAttempts(session, place, request);
  if (attempts.length === 0 && !(await hasOwnLock(session, place, request))) return false;
  await withLock(session, place, request, signal, async () => {
    await undoHalves(session, place);
    for (const attempt of attempts) await settleAttempt(session, place, attempt);
  });
  return true;
}

/** Shows the data, then records it. A crash in between leaves the entry, which `recover` recognizes by the content. */
async function commit(
  session: Session,
  place: Place,
  request: DeliveryRequest,
  context: DeliveryContext,
): Promise<void> {
  const { fence, epoch, content } = request;
  const own = { fence, epoch, sha256: await content.sha256 };
  try {
    await withLock(session, place, request, context.signal, async () => {
      await undoHalves(session, place);
      if (judgeDelivery(own, await readEntry(session, place.ledger)) !== 'newer')
        throw new CommitConflict('changed', superseded(request, fence), { mayBeOwn: false });
      await replaceFile(session, partOf(place.path, request), place.path, asideOf(place.path));
      await replaceEntry(session, partOf(place.ledger, request), place.ledger);
    });
  } catch (error) {
    // Whether the data came into its place is seen only in the next round.
    throw isConnectionFailure(error) ? new CommitConflict('unknown', error, { mayBeOwn: true }) : error;
  }
}
