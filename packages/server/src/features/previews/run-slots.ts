/** A person who runs something, in their account. */
export type Runner = { readonly accountId: string; readonly personId: string };

/** A slot that is taken. `signal` is aborted when the caller's is, when a later run of the person takes its place, and at the time limit. */
export type Slot = { readonly signal: AbortSignal; release(): void };

export type SlotLimits = {
  /** Runs of one account at once. */
  readonly perAccount: number;
  /** Runs of this process at once. */
  readonly all: number;
};

/** A later run of the same person has taken the place of this one. */
export class SupersededError extends Error {
  override readonly name = 'SupersededError';
}

/** The run took too long. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';
}

/** Bounds runs: one at a time for a person, a few for an account and for this process, shared out by account. Runs beyond that are refused, never queued. */
export class RunSlots {
  readonly #limits: SlotLimits;
  readonly #running = new Map<string, { readonly accountId: string; readonly controller: AbortController }>();

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /**
   * Takes a slot. The person's earlier run is aborted and gives its place.
   * @param limitMs time after which the run is aborted
   * @returns null when too many others run
   */
  take({ accountId, personId }: Runner, signal: AbortSignal, limitMs: number): Slot | null {
    const key = `${accountId} ${personId}`;
    const others = [...this.#running].filter(([other]) => other !== key);
    const ofAccount = others.filter(([, run]) => run.accountId === accountId);
    // Each further run of an account leaves one more slot to the others: two accounts never hold all.
    const isCrowded = this.#limits.all - others.length - 1 < ofAccount.length;
    const isFull = isCrowded || ofAccount.length >= this.#limits.perAccount;
    if (isFull && !this.#running.has(key)) return null;
    this.#running.get(key)?.controller.abort(new SupersededError('A later run took its place.'));
    const controller = new AbortController();
    const run = { accountId, controller };
    this.#running.set(key, run);
    const timer = setTimeout(() => controller.abort(new TimeLimitError('It took too long.')), limitMs);
    return {
      signal: AbortSignal.any([signal, controller.signal]),
      release: () => {
        clearTimeout(timer);
        if (this.#running.get(key) === run) this.#running.delete(key);
      },
    };
  }
}
