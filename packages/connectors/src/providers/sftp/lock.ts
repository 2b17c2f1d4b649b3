import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { DeliveryRequest } from '../../spec.ts';
import { SftpFailure } from './failures.ts';
import { readText, removeFile, statFile, writeFile } from './files.ts';
import { type Place, settleAttempt } from './ledger.ts';
import type { Session } from './session.ts';

/** A commit takes a few requests. A lock that stays the same for so long belongs to a program that died. */
const ABANDONED_MS = 15_000;
const PAUSE_MS = 50;
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
  let seen = { text: '', since: performance.now() };
  while (!(await tryLock(session, place.lock, own))) {
    const text = await readText(session, place.lock);
    if (text === null) continue;
    if (seen.text !== text) seen = { text, since: performance.now() };
    const owner = ownerOf(text);
    const isEarlier = owner !== null && owner.unitId === own.unitId && owner.attempt <= own.attempt;
    if (isEarlier || performance.now() - seen.since > ABANDONED_MS) {
      if (owner !== null) await settleAttempt(session, { ...place, ledger: owner.ledger }, owner);
      await removeFile(session, place.lock);
    } else await wait(PAUSE_MS, undefined, { signal });
  }
}

/** Makes the lock file. False when there is one. */
async function tryLock(session: Session, lock: string, own: Owner): Promise<boolean> {
  try {
    await writeFile(session, lock, [Buffer.from(JSON.stringify(own))]);
    return true;
  } catch (error) {
    if (error instanceof SftpFailure && (await statFile(session, lock)) !== null) return false;
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
