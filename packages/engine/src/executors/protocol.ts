import type { SqlRow } from './executor.ts';

/** What parent and child say to each other: one JSON object a line. The child answers in the order it was asked. */

/** A statement for the child. */
export type ChildRequest = { readonly sql: string };

export type ChildAnswer =
  /** Sent once, when the database is open. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'rows'; readonly rows: readonly SqlRow[] }
  | { readonly kind: 'error'; readonly message: string };

/** Cuts a stream of text into lines and hands over each complete one. */
export function lineReader(onLine: (line: string) => void): (text: string) => void {
  let pending = '';
  return (text) => {
    const lines = (pending + text).split('\n');
    pending = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  };
}
