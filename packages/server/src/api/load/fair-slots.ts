export type SlotLimits = {
  /** Requests that run at once. */
  readonly all: number;
  /** Requests of one group that run at once while no other group asks for a slot. */
  readonly perGroup: number;
  /** Requests of one group that wait. */
  readonly waitingPerGroup: number;
  /** Requests of a crowded group that run at once, and that wait. */
  readonly perCrowded: number;
  readonly waitingPerCrowded: number;
  /** Milliseconds that a request waits, and that one of a crowded group does. */
  readonly patience: number;
  readonly crowdedPatience: number;
  /** Beside other groups, a crowded one rests so many times as long as its request ran, and at most so many milliseconds. */
  readonly crowdedRest: number;
  readonly longestRest: number;
};

/** Slots that groups of requests share: none of them waits behind what another one has sent. */
export type FairSlots = {
  /**
   * Waits for a slot. Returns what gives it back, which may be called again; null when too many of the group wait, or the wait
   * was too long.
   */
  take(group: string): Promise<(() => void) | null>;
};

type Waiting = { readonly start: () => void };
/** @property rested when the group may run its next request, in milliseconds; 0 when it may now */
type Group = { running: number; rested: number; readonly waiting: Set<Waiting> };
type Asked = { readonly group: string; readonly at: number };

/** Milliseconds for which a group that asked counts as one that works. */
const AT_WORK = 1_000;

/**
 * @param isCrowded whether a group sends more than it may, and is to leave room for others before they ask
 * @param now milliseconds
 */
export function createFairSlots(
  limits: SlotLimits,
  isCrowded: (group: string) => boolean,
  now: () => number = Date.now,
): FairSlots {
  const groups = new Map<string, Group>();
  let running = 0;
  /** The group that asked last, and the other one that asked last before it. */
  let last: Asked = { group: '', at: 0 };
  let other: Asked = last;

  const note = (group: string): void => {
    if (group !== last.group) other = last;
    last = { group, at: now() };
  };
  /** A crowded group takes a part of the processor only, while others work: requests that run one after the other leave no gap. */
  const restAfter = (name: string, began: number): number => {
    const time = now();
    const { at } = last.group === name ? other : last;
    if (!isCrowded(name) || time - at > AT_WORK) return 0;
    return Math.min(limits.longestRest, (time - began) * limits.crowdedRest);
  };

  /** Requests that a group may run: with several groups one more share than groups stays free for the next. */
  const shareOf = (name: string): number => {
    const most = isCrowded(name) ? limits.perCrowded : limits.perGroup;
    return groups.size <= 1 ? most : Math.max(1, Math.min(most, Math.floor(limits.all / (groups.size + 1))));
  };

  /** Starts what waits, of the group that runs the fewest first. */
  const startNext = (): void => {
    while (running < limits.all) {
      let next: Group | undefined;
      for (const [name, group] of groups) {
        const canStart = group.waiting.size > 0 && group.rested === 0 && group.running < shareOf(name);
        if (canStart && (next === undefined || group.running < next.running)) next = group;
      }
      const [first] = next?.waiting ?? [];
      if (next === undefined || first === undefined) return;
      next.waiting.delete(first);
      next.running += 1;
      running += 1;
      first.start();
    }
  };

  return {
    async take(name) {
      note(name);
      const group = groups.get(name) ?? { running: 0, rested: 0, waiting: new Set() };
      const maxWaiting = isCrowded(name) ? limits.waitingPerCrowded : limits.waitingPerGroup;
      if (group.waiting.size >= maxWaiting) return null;
      groups.set(name, group);
      const forget = (): void => {
        if (group.running === 0 && group.waiting.size === 0 && group.rested === 0) groups.delete(name);
      };
      const isStarted = await new Promise<boolean>((resolve) => {
        let timer: NodeJS.Timeout | undefined;
        const waiting: Waiting = {
          start: () => {
            clearTimeout(timer);
            resolve(true);
          },
        };
        group.waiting.add(waiting);
        startNext();
        if (!group.waiting.has(waiting)) return;
        timer = setTimeout(
          () => {
            group.waiting.delete(waiting);
            forget();
            resolve(false);
          },
          isCrowded(name) ? limits.crowdedPatience : limits.patience,
        );
      });
      if (!isStarted) return null;
      const began = now();
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        group.running -= 1;
        running -= 1;
        const rest = restAfter(name, began);
        if (rest > 0) {
          const rested = now() + rest;
          group.rested = rested;
          setTimeout(() => {
            if (group.rested === rested) group.rested = 0;
            forget();
            startNext();
          }, Math.ceil(rest)).unref();
        }
        forget();
        startNext();
      };
    },
  };
}
