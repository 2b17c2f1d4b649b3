/** Ids of rows of one account that changed since the previous set. Sets are shared by followers and immutable. */
export type ChangeSet = {
  readonly downloads: readonly string[];
  readonly uploads: readonly string[];
  readonly events: readonly string[];
  readonly changelists: readonly string[];
  /** On which people acted. */
  readonly incidents: readonly string[];
  /** Whether more rows changed than the set contains, or may have. */
  readonly overflow: boolean;
};

/** Kinds of objects that are followed; each has the property of its plural in a set. */
export const CHANGE_KINDS = ['download', 'upload', 'event', 'changelist', 'incident'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Passes changes of an account to its followers. */
export type ChangeFeed = {
  /**
   * Sets from now on, until `return` is called or the feed closes. A slow follower gets the sets it missed merged into one.
   * @param missedMs milliseconds before now from which the follower may have missed changes. The first set has those, possibly with earlier
   *   ones; with `overflow` when they are not known
   */
  follow(accountId: string, missedMs?: number): AsyncIterableIterator<ChangeSet>;
  /**
   * Calls back when the access of a person or an account may have changed, by the id of any of them.
   * @returns stops calling back
   */
  onAccessChange(ids: readonly string[], listener: () => void): () => void;
};

export type ChangeFeedControl = ChangeFeed & {
  change(kind: ChangeKind, accountId: string, id: string): void;
  /** The access of this person or account may have changed. */
  accessChange(id: string): void;
  /** Changes may have been missed: sends every follower a set with `overflow`, and reports a change of access to every listener. */
  gap(): void;
  /** Number of followers. */
  followers(): number;
  close(): void;
};

export type ChangeFeedOptions = {
  /** Milliseconds for which changes are collected into a set. */
  readonly gatherMs?: number;
  /** Maximum ids of one kind in a set. */
  readonly maxIds?: number;
  /** Milliseconds for which changes are kept for followers to come. */
  readonly keepMs?: number;
  /** The time in milliseconds, from any start. */
  readonly now?: () => number;
};

type Account = {
  readonly followers: Set<(set: ChangeSet) => void>;
  pending: ChangeSet | null;
  timer: NodeJS.Timeout | null;
};

const NOTHING: ChangeSet = { downloads: [], uploads: [], events: [], changelists: [], incidents: [], overflow: false };
const ENDED: IteratorReturnResult<undefined> = { done: true, value: undefined };

/** Merges two sets. Ids that exceed the maximum are left out, and `overflow` is set. */
export function mergeChanges(first: ChangeSet, second: ChangeSet, maxIds: number): ChangeSet {
  const merged = (of: Exclude<keyof ChangeSet, 'overflow'>): string[] => [...new Set([...first[of], ...second[of]])];
  const ids = {
    downloads: merged('downloads'),
    uploads: merged('uploads'),
    events: merged('events'),
    changelists: merged('changelists'),
    incidents: merged('incidents'),
  };
  return {
    downloads: ids.downloads.slice(0, maxIds),
    uploads: ids.uploads.slice(0, maxIds),
    events: ids.events.slice(0, maxIds),
    changelists: ids.changelists.slice(0, maxIds),
    incidents: ids.incidents.slice(0, maxIds),
    overflow: first.overflow || second.overflow || Object.values(ids).some((kind) => kind.length > maxIds),
  };
}

type RecentChanges = { readonly set: ChangeSet; readonly last: number };
type Period = { readonly start: number; readonly changes: Map<string, RecentChanges> };

/** The changes of at least the last `keepMs` milliseconds, by account, in two periods of that length. */
function createRecentChanges(keepMs: number, maxIds: number, now: () => number) {
  const begin = (): Period => ({ start: now(), changes: new Map() });
  let current = begin();
  let previous = current;
  const turn = (): void => {
    if (now() - current.start < keepMs) return;
    previous = current;
    current = begin();
  };
  return {
    add(accountId: string, set: ChangeSet): void {
      turn();
      const known = current.changes.get(accountId)?.set ?? NOTHING;
      current.changes.set(accountId, { set: mergeChanges(known, set, maxIds), last: now() });
    },
    forget(): void {
      current = begin();
      previous = current;
    },
    /** The changes of an account since a time; null when there are none. */
    since(accountId: string, time: number): ChangeSet | null {
      turn();
      if (time < previous.start) return { ...NOTHING, overflow: true };
      const earlier = previous.changes.get(accountId);
      const later = current.changes.get(accountId);
      const newest = later ?? earlier;
      if (!newest || newest.last < time) return null;
      if (!earlier || !later || earlier === later) return newest.set;
      return mergeChanges(earlier.set, later.set, maxIds);
    },
  };
}

/** A feed within this process. All followers of an account share one set. */
export function createChangeFeed(options: ChangeFeedOptions = {}): ChangeFeedControl {
  const { gatherMs = 400, maxIds = 200, keepMs = 60_000, now = () => performance.now() } = options;
  const accounts = new Map<string, Account>();
  const recent = createRecentChanges(keepMs, maxIds, now);
  const ends = new Set<() => void>();
  const accessListeners = new Set<{ readonly ids: readonly string[]; readonly listener: () => void }>();
  let closed = false;

  const publish = (account: Account): void => {
    const set = account.pending;
    account.pending = null;
    account.timer = null;
    if (set) for (const follower of account.followers) follower(set);
  };
  const gather = (account: Account, set: ChangeSet): void => {
    account.pending = account.pending ? mergeChanges(account.pending, set, maxIds) : set;
    account.timer ??= setTimeout(publish, gatherMs, account);
  };
  const join = (accountId: string, follower: (set: ChangeSet) => void): (() => void) => {
    const account = accounts.get(accountId) ?? { followers: new Set(), pending: null, timer: null };
    accounts.set(accountId, account);
    account.followers.add(follower);
    return () => {
      account.followers.delete(follower);
      if (account.followers.size > 0 || accounts.get(accountId) !== account) return;
      if (account.timer) clearTimeout(account.timer);
      accounts.delete(accountId);
    };
  };

  return {
    change(kind, accountId, id) {
      const set = { ...NOTHING, [`${kind}s`]: [id] };
      recent.add(accountId, set);
      const account = accounts.get(accountId);
      if (account) gather(account, set);
    },
    accessChange(id) {
      for (const { ids, listener } of [...accessListeners]) if (ids.includes(id)) listener();
    },
    gap() {
      recent.forget();
      for (const account of accounts.values()) gather(account, { ...NOTHING, overflow: true });
      for (const { listener } of [...accessListeners]) listener();
    },
    onAccessChange(ids, listener) {
      const entry = { ids, listener };
      accessListeners.add(entry);
      return () => void accessListeners.delete(entry);
    },
    followers: () => ends.size,
    follow(accountId, missedMs) {
      let waiting: ((result: IteratorResult<ChangeSet>) => void) | null = null;
      let unread = missedMs === undefined ? null : recent.since(accountId, now() - missedMs);
      let over = closed;
      const leave = closed
        ? () => {}
        : join(accountId, (set) => {
            if (!waiting) {
              unread = unread ? mergeChanges(unread, set, maxIds) : set;
              return;
            }
            waiting({ done: false, value: set });
            waiting = null;
          });
      const end = (): void => {
        if (over) return;
        over = true;
        leave();
        ends.delete(end);
        waiting?.(ENDED);
        waiting = null;
      };
      if (!closed) ends.add(end);
      return {
        [Symbol.asyncIterator]() {
          return this;
        },
        next() {
          if (over) return Promise.resolve(ENDED);
          if (unread) {
            const value = unread;
            unread = null;
            return Promise.resolve({ done: false, value });
          }
          return new Promise((resolve) => {
            waiting = resolve;
          });
        },
        return() {
          end();
          return Promise.resolve(ENDED);
        },
      };
    },
    close() {
      closed = true;
      for (const end of [...ends]) end();
    },
  };
}
