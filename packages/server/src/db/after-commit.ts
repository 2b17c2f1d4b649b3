import type { Transaction } from 'kysely';
import type { Tables } from './tables.generated.ts';

const waiting = new WeakMap<Transaction<Tables>, (() => void)[]>();

/** Runs `report` once the transaction has committed; never if it does not commit. `report` must not throw. */
export function afterCommit(tx: Transaction<Tables>, report: () => void): void {
  const known = waiting.get(tx);
  if (known) known.push(report);
  else waiting.set(tx, [report]);
}

/** Runs what waits for the commit of this transaction. Called by what opened it. */
export function runAfterCommit(tx: Transaction<Tables>): void {
  for (const report of waiting.get(tx) ?? []) report();
  waiting.delete(tx);
}
