import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { DeliveryRequest } from '../../spec.ts';
import { FAILURE, SftpFailure } from './failures.ts';
import { closeFile, openFile, readText, removeFile, writePiece } from './files.ts';
import { type Place, settleAttempt, undoHalves } from './ledger.ts';
import type { Session } from './session.ts';

/** A commit takes a few requests. A lock that stays the same for so long belongs to a program that died. */
const ABANDONED_MS = 15_000;
const PAUSE_MS = 50;
const MAX_REFUSALS = 40;
/** Longest wait for the lock. */
const WAIT_MS = 60_000;
/** What a commit may take that has the lock. */
const COMMIT_MS = 60_000;

const ownerSchema = z.object({ unitId: z.string(), attempt: z.number(), ledger: z.string() });
type Owner = z.infer<typeof ownerSchema>;

/**
 * Runs a commit while no other one changes the same file. The lock is a file that only one can make. Who finds the lock of a
 * program that died first takes away the data which that program was about to show, so that it cannot show it any more.
 */
export async function withLock<Result>(
  session: Session,
  place: Place,
  request: DeliveryRequest,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  const own: Owner = { unitId: request.unitId, attempt: request.attempt, ledger: place.ledger };
  await acquire(session, place, own, signal);
  // It is a few requests from here on: cutting them short would leave others to wait.
  session.ignoreAbort(COMMIT_MS);
  try {
    return await work();
  } finally {
    await removeFile(session, place.lock).catch(() => undefined);
  }
}

async function acquire(session: Session, place: Place, own: Owner, signal: AbortSignal): Promise<void> {
  const began = performance.now();
  let refusals = 0;
  let seen = { text: '', since: began };
  while (!(await tryLock(session, place.lock, own))) {
    const now = performance.now();
    if (now - began > WAIT_MS) throw new SftpFailure(FAILURE, place.lock, 'other deliveries keep the file locked');
    const text = await readText(session, place.lock);
    // It was released meanwhile, unless the server refuses for another reason, which it does not give.
    if (text === null) {
      refusals += 1;
      if (refusals > MAX_REFUSALS) throw new SftpFailure(FAILURE, place.lock, 'the lock cannot be made');
      await wait(PAUSE_MS, undefined, { signal });
      continue;
    }
    if (seen.text !== text) seen = { text, since: now };
    const owner = ownerOf(text);
    if (isEarlier(owner, own) || now - seen.since > ABANDONED_MS) {
      await undoHalves(session, place);
      if (owner !== null) await settleAttempt(session, { ...place, ledger: owner.ledger }, owner);
      await removeFile(session, place.lock);
    } else await wait(PAUSE_MS, undefined, { signal });
  }
}

const isEarlier = (owner: Owner | null, own: Pick<Owner, 'unitId' | 'attempt'>): boolean =>
  owner !== null && owner.unitId === own.unitId && owner.attempt <= own.attempt;

/** Whether an attempt of this unit up to the present one died while it had the lock. */
export async function hasOwnLock(session: Session, place: Place, request: DeliveryRequest): Promise<boolean> {
  const text = await readText(session, place.lock);
  return text !== null && isEarlier(ownerOf(text), request);
}

/** Makes the lock file. False when there is one. */
async function tryLock(session: Session, lock: string, own: Owner): Promise<boolean> {
  let file: Awaited<ReturnType<typeof openFile>>;
  try {
    file = await openFile(session, lock, 'wx');
  } catch (error) {
    if (error instanceof SftpFailure && error.status === FAILURE) return false;
    throw error;
  }
  try {
    await writePiece(session, file, Buffer.from(JSON.stringify(own)), 0);
    await closeFile(session, file);
    return true;
  } catch (error) {
    await removeFile(session, lock).catch(() => undefined);
    throw error;
  }
}

/** Null for a lock that was only just made, or whose making was cut short. */
function ownerOf(text: string): Owner | null {
  try {
    return ownerSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
