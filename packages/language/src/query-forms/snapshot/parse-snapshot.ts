import type { Cursor } from '../../syntax/parse/cursor.ts';
import { type KeptNode, parseKept } from '../upsert/parse-kept.ts';

export type SnapshotNode = KeptNode & { readonly kind: 'snapshot' };

/** `sites by id order by updated desc` */
export function parseSnapshot(cursor: Cursor, start: number): SnapshotNode {
  const kept = parseKept(cursor, 'A snapshot is written snapshot table by key.');
  return { kind: 'snapshot', ...kept, start, end: cursor.end };
}
