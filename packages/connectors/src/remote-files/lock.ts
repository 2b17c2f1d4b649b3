import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { DeliveryRequest } from '../spec.ts';
import { type Place, settleAttempt, undoHalves } from './ledger.ts';
import { RemoteFailure } from './remote-failure.ts';
import type { RemoteFiles } from './remote-files.ts';

/** A commit takes a few requests. A lock that stays the same for so long belongs to a program that died. */
const ABANDONED_MS = 15_000;
const PAUSE_MS = 50;
const MAX_REFUSALS = 40;
/** Longest wait for the lock. */
const WAIT_MS = 60_000;
/** The time limit of a commit that holds the lock. */
const COMMIT_MS = 60_000;

const ownerSchema = z.object({ unitId: z.string(), attempt: z.number(), ledger: z.string() });
type Owner = z.infer<typeof ownerSchema>;

/**
 * Runs a commit while no other one changes the same file. The lock is what only one can make. Who finds the lock of a
 * program that died first takes away the data which that program was about to show, so that it cannot show it any more.
 */
export async function withLock<Result>(
  files: RemoteFiles,
  place: Place,
  request: DeliveryRequest,
  signal: AbortSignal,
  work: () => Promise<Result>,
  abandonedMs = ABANDONED_MS,
): Promise<Result> {
  const own: Owner = { unitId: request.unitId, attempt: request.attempt, ledger: place.ledger };
  await acquire(files, place, own, signal, abandonedMs);
  // It is a few requests from here on: cutting them short would leave others to wait.
  files.ignoreAbort(COMMIT_MS);
  try {
    return await work();
  } finally {
    await files.locks.release(place.lock).catch(() => undefined);
  }
}

async function acquire(
  files: RemoteFiles,
  place: Place,
  own: Owner,
  signal: AbortSignal,
  abandonedMs: number,
): Promise<void> {
  const began = performance.now();
  let refusals = 0;
  const isAbandoned = watchLocks(own, abandonedMs);
  while (!(await files.locks.take(place.lock, JSON.stringify(own)))) {
    if (performance.now() - began > WAIT_MS)
      throw new RemoteFailure('unclear', place.lock, 0, 'other deliveries keep the file locked');
    const text = await files.locks.read(place.lock);
    // It was released meanwhile, unless the server refuses for another reason, which it does not give.
    if (text === null) {
      refusals += 1;
      if (refusals > MAX_REFUSALS) throw new RemoteFailure('unclear', place.lock, 0, 'the lock cannot be made');
    } else if (isAbandoned(place.lock, text) && (await takeOver(files, place, own, text, isAbandoned))) continue;
    await wait(PAUSE_MS, undefined, { signal });
  }
}

type IsAbandoned = (lock: string, text: string) => boolean;

/** Shows whether the program that made a lock died: an earlier attempt of the unit, or one whose lock has stayed the same for long. */
function watchLocks(own: Owner, abandonedMs: number): IsAbandoned {
  const seen = new Map<string, { readonly text: string; readonly since: number }>();
  return (lock, text) => {
    const now = performance.now();
    const before = seen.get(lock);
    if (before?.text !== text) seen.set(lock, { text, since: now });
    return isEarlier(ownerOf(text), own) || (before?.text === text && now - before.since > abandonedMs);
  };
}

/**
 * Removes an abandoned lock. One delivery at a time does it, under a lock of its own: another one that found the same lock
 * would remove that of its successor. False when another delivery is at it.
 */
async function takeOver(
  files: RemoteFiles,
  place: Place,
  own: Owner,
  abandoned: string,
  isAbandoned: IsAbandoned,
): Promise<boolean> {
  const { takeover } = place;
  if (!(await files.locks.take(takeover, JSON.stringify(own)))) {
    const text = await files.locks.read(takeover);
    if (text !== null && isAbandoned(takeover, text)) await files.locks.release(takeover);
    return false;
  }
  try {
    if ((await files.locks.read(place.lock)) !== abandoned) return true;
    await undoHalves(files, place);
    const owner = ownerOf(abandoned);
    if (owner !== null) await settleAttempt(files, { ...place, ledger: owner.ledger }, owner);
    await files.locks.release(place.lock);
    return true;
  } finally {
    await files.locks.release(takeover).catch(() => undefined);
  }
}

const isEarlier = (owner: Owner | null, own: Pick<Owner, 'unitId' | 'attempt'>): boolean =>
  owner !== null && owner.unitId === own.unitId && owner.attempt <= own.attempt;

/** Whether an attempt of this unit up to the present one died while it had the lock. */
export async function hasOwnLock(files: RemoteFiles, place: Place, request: DeliveryRequest): Promise<boolean> {
  const text = await files.locks.read(place.lock);
  return text !== null && isEarlier(ownerOf(text), request);
}

/** Null for a lock that was only just made, or whose making was cut short. */
function ownerOf(text: string): Owner | null {
  try {
    return ownerSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
