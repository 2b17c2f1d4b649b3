import { useCallback, useState } from 'react';
import { useLocation } from 'react-router';
import { type Client, useClient } from 'urql';
import { useLatest } from '../../lib/use-latest.ts';

/** Older visits are forgotten. */
const VISITS = 20;

/** State that parts of a page remember, by history entry and part. */
type Visits = Map<string, Map<string, unknown>>;

/** Kept per client: a client belongs to one session in one account. */
const visitsOfClients = new WeakMap<Client, Visits>();

function visitsOf(client: Client): Visits {
  const known = visitsOfClients.get(client) ?? new Map<string, Map<string, unknown>>();
  visitsOfClients.set(client, known);
  return known;
}

/** The notes of a history entry. It becomes the most recent one. */
function notesOf(visits: Visits, entry: string): Map<string, unknown> {
  const notes = visits.get(entry) ?? new Map<string, unknown>();
  visits.delete(entry);
  visits.set(entry, notes);
  for (const oldest of visits.keys()) {
    if (visits.size <= VISITS) break;
    visits.delete(oldest);
  }
  return notes;
}

export type VisitMemory<T> = {
  /** State from when the person left this history entry; undefined on a first visit. Read once, on mount. */
  readonly recalled: T | undefined;
  readonly remember: (value: T) => void;
};

/**
 * Remembers a value for the history entry that a person leaves, and recalls it when Back or Forward leads there again.
 * @param part of the page; a value is recalled only by the part that remembered it
 */
export function useVisitMemory<T>(part: string): VisitMemory<T> {
  const client = useClient();
  const { key } = useLocation();
  const [recalled] = useState(() => visitsOf(client).get(key)?.get(part) as T | undefined);
  const at = useLatest({ key, part });
  const remember = useCallback(
    (value: T) => void notesOf(visitsOf(client), at.current.key).set(at.current.part, value),
    [client],
  );
  return { recalled, remember };
}
