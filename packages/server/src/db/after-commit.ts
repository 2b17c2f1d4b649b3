import type { Tx } from './database.ts';

const waiting = new WeakMap<Tx, (() => void)[]>();

/** Has something told once the transaction has committed; never if it does not. It must not throw. */
export function afterCommit(tx: Tx, tell: () => void): void {
  const known = waiting.get(tx);
  if (known) known.push(tell);
  else waiting.set(tx, [tell]);
}

/** For whoever opened the transaction: it has committed. */
export function committed(tx: Tx): void {
  for (const tell of waiting.get(tx) ?? []) tell();
  waiting.delete(tx);
}
