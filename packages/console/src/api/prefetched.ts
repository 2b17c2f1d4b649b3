import type { Client } from 'urql';

/** The first pages that were asked for ahead, by client, until their lists use them. */
const prefetched = new WeakMap<Client, Set<string>>();

const keyOf = (title: string, question: string): string => `${title} ${question}`;

/** Records that the first page of a list was asked for ahead. */
export function recordPrefetched(client: Client, title: string, question: string): void {
  const keys = prefetched.get(client) ?? new Set();
  prefetched.set(client, keys.add(keyOf(title, question)));
}

/** Whether the first page of a list was asked for ahead, so that it need not be asked for again. True once. */
export function takePrefetched(client: Client, title: string, question: string): boolean {
  return prefetched.get(client)?.delete(keyOf(title, question)) ?? false;
}

/** Makes lists that open later ask again: what was asked for ahead may be older than a change that they did not see. */
export function forgetPrefetched(client: Client): void {
  prefetched.delete(client);
}
