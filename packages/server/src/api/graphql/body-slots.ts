/** Places for large bodies, each of which is in memory more than once while it is parsed. */
export type BodySlots = {
  /** Returns what gives the place back; null when there is none. */
  take(accountId: string): (() => void) | null;
};

/** Bounds the large bodies that are read at once: of an account, and of all. */
export function createBodySlots(limits: { readonly perAccount: number; readonly all: number }): BodySlots {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    take(accountId) {
      const own = taken.get(accountId) ?? 0;
      if (all >= limits.all || own >= limits.perAccount) return null;
      all += 1;
      taken.set(accountId, own + 1);
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        all -= 1;
        const left = (taken.get(accountId) ?? 1) - 1;
        if (left === 0) taken.delete(accountId);
        else taken.set(accountId, left);
      };
    },
  };
}
