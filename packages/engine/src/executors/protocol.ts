import type { SqlRow } from './executor.ts';

/** The protocol between the service and a database process: one JSON object a line, replies in the order of requests. */

export type ChildRequest =
  | { readonly sql: string }
  /** Closes the database and opens an empty one. */
  | { readonly reset: true };

export type ChildReply =
  /** Sent once, when the database is open. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'reset' }
  | { readonly kind: 'rows'; readonly rows: readonly SqlRow[] }
  | { readonly kind: 'error'; readonly message: string };

/** Splits a stream of text into lines and passes on each complete one. */
export function lineReader(onLine: (line: string) => void): (text: string) => void {
  let pending = '';
  return (text) => {
    const lines = (pending + text).split('\n');
    pending = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  };
}
