import type { Block, BlockKind } from '@switchboard/model';
import { type RawBuilder, sql } from 'kysely';

/** Condition on a unit: this blocks it. `unit` is the alias of its table; none by default. */
export function isBlockedBy({ kind, name }: Block, unit?: string): RawBuilder<boolean> {
  const column = (own: string): RawBuilder<unknown> => sql.ref(unit === undefined ? own : `${unit}.${own}`);
  return name === null
    ? sql`${column('blocked_kind')} = ${kind}`
    : sql`${column('blocked_kind')} = ${kind} and ${column('blocked_by')} = ${name}`;
}

/** Assignments of a unit that this blocks; of one that nothing blocks, without it. */
export function blockedBy(block: Block | null): RawBuilder<unknown> {
  return sql`blocked_kind = ${block?.kind ?? null}, blocked_by = ${block?.name ?? null}`;
}

/** Whether two are the same. */
export function isSameBlock(one: Block, other: Block): boolean {
  return one.kind === other.kind && one.name === other.name;
}

/** The columns of a unit that say what blocks it. */
export type BlockColumns = { readonly blocked_kind: BlockKind; readonly blocked_by: string | null };

/** What blocks a unit, as its row has it. */
export function blockOfRow({ blocked_kind: kind, blocked_by: name }: BlockColumns): Block {
  if (kind === 'account' || kind === 'account_slot') return { kind, name: null };
  return { kind, name: name ?? '' };
}
