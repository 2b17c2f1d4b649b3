import { PipelineError } from '@switchboard/model/errors/errors';

export type SlotLimits = {
  /** Requests that run at once. */
  readonly all: number;
  /** Requests of one group that run at once while no other group asks for a slot. */
  readonly perGroup: number;
  /** Requests of one group that wait. */
  readonly waitingPerGroup: number;
  /** Milliseconds that a request waits. */
  readonly patience: number;
};

/** Slots that groups of requests share: none of them waits behind what another one has sent. */
export type FairSlots = {
  /**
   * Waits for a slot. Returns what gives it back, which may be called again.
   * @throws PipelineError RATE_LIMITED when too many of the group wait, or the wait was too long
   */
  take(group: string): Promise<() => void>;
};

type Waiting = { readonly start: () => void };
type Group = { running: number; readonly waiting: Set<Waiting> };

/** Seconds after which a refused request may be sent again. */
const RETRY_SECONDS = 1;

const refused = (): PipelineError =>
  new PipelineError('RATE_LIMITED', { seconds: RETRY_SECONDS }, { retryAfter: RETRY_SECONDS });

export function createFairSlots(limits: SlotLimits): FairSlots {
  const groups = new Map<string, Group>();
  let running = 0;

  /** Requests that each group may run: with several groups one more share than groups stays free for the next. */
  const share = (): number =>
    groups.size <= 1
      ? limits.perGroup
      : Math.max(1, Math.min(limits.perGroup, Math.floor(limits.all / (groups.size + 1))));

  /** Starts what waits, of the group that runs the fewest first. */
  const startNext = (): void => {
    while (running < limits.all) {
      let next: Group | undefined;
      for (const group of groups.values()) {
        const canStart = group.waiting.size > 0 && group.running < share();
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
      if (group.waiting.size >= limits.waitingPerGroup) throw refused();
      groups.set(name, group);
      const forget = (): void => {
        if (group.running === 0 && group.waiting.size === 0) groups.delete(name);
      };
      await new Promise<void>((resolve, reject) => {
        let timer: NodeJS.Timeout | undefined;
        const waiting: Waiting = {
          start: () => {
            clearTimeout(timer);
            resolve();
          },
        };
        group.waiting.add(waiting);
        startNext();
        if (!group.waiting.has(waiting)) return;
        timer = setTimeout(() => {
          group.waiting.delete(waiting);
          forget();
          reject(refused());
        }, limits.patience);
      });
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
