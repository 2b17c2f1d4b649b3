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
  /** Milliseconds that a request waits. */
  readonly patience: number;
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
type Group = { running: number; readonly waiting: Set<Waiting> };

/** @param isCrowded whether a group sends more than it may, and is to leave room for others before they ask */
export function createFairSlots(limits: SlotLimits, isCrowded: (group: string) => boolean): FairSlots {
  const groups = new Map<string, Group>();
  let running = 0;

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
        const canStart = group.waiting.size > 0 && group.running < shareOf(name);
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
      const group = groups.get(name) ?? { running: 0, waiting: new Set() };
      const maxWaiting = isCrowded(name) ? limits.waitingPerCrowded : limits.waitingPerGroup;
      if (group.waiting.size >= maxWaiting) return null;
      groups.set(name, group);
      const forget = (): void => {
        if (group.running === 0 && group.waiting.size === 0) groups.delete(name);
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
        timer = setTimeout(() => {
          group.waiting.delete(waiting);
          forget();
          resolve(false);
        }, limits.patience);
      });
      if (!isStarted) return null;
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        group.running -= 1;
        running -= 1;
        forget();
        startNext();
      };
    },
  };
}
