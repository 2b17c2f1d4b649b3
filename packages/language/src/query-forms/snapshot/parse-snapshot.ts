import type { Cursor } from '../../syntax/parse/cursor.ts';
import { type KeptNode, parseKept } from '../upsert/parse-kept.ts';
import { parseWhenEmpty } from '../upsert/parse-when-empty.ts';

export type SnapshotNode = KeptNode & { readonly kind: 'snapshot' };

/** `sites by id order by updated desc when empty replace` */
export function parseSnapshot(cursor: Cursor, start: number): SnapshotNode {
  const kept = parseKept(cursor, 'A snapshot is written snapshot table by key.');
  const whenEmpty = parseWhenEmpty(cursor, ['order']);
  return { kind: 'snapshot', ...kept, whenEmpty, start, end: cursor.end };
}
