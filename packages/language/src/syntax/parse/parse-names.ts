import { SYMBOL } from '../tokens/codes.generated.ts';
import { exact } from '../tree/exact.ts';
import type { Name } from '../tree/name.ts';
import type { Cursor } from './cursor.ts';

/** Names separated by commas. `what` is one of them, for messages. */
export function parseNames(cursor: Cursor, what: string): readonly Name[] {
  const names: Name[] = [];
  do names.push(cursor.expectName(what));
  while (cursor.take(SYMBOL.comma));
  return exact(names);
}
