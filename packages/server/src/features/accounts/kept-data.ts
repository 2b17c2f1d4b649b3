import {
  isRetentionKind,
  MAX_KEPT_DAYS,
  minKeptDays,
  RETENTION_KINDS,
  type Retention,
  type RetentionKind,
} from '@switchboard/model/kept/retention';
import type { Database } from '../../db/database.ts';
import { countExpired } from '../../pipeline/retention/prune-account.ts';
import { ownRetention, retentionOf, setRetention } from '../../pipeline/retention/retention.ts';

const KINDS = Object.keys(RETENTION_KINDS).filter(isRetentionKind);

export type KeptKind = {
  readonly kind: RetentionKind;
  readonly label: string;
  /** Null: for ever. */
  readonly days: number | null;
  readonly is_own: boolean;
  /** Days of the installation. Null: for ever. */
  readonly installation_days: number | null;
  readonly min_days: number;
  /** The number that would go now, and its bytes in the store; null of what is kept for ever. */
  readonly due: number | null;
  readonly due_bytes: number | null;
};
export type KeptData = { readonly kept_kinds: readonly KeptKind[] };

export type KeptDataActions = {
  read(accountId: string): Promise<KeptData>;
  /** @param days null: for ever; undefined: as the installation does */
  save(accountId: string, kind: RetentionKind, days: number | null | undefined): Promise<KeptData>;
};

export type KeptDataOptions = {
  readonly database: Database;
  /** Days of the installation. */
  readonly retention?: Retention | undefined;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

declare module '../../graphql/context.ts' {
  interface GraphqlServices {
    readonly keptData: KeptDataActions;
  }
}

/** Why a kind cannot be kept for so many days; null when it can. */
export function keptDaysProblem(kind: RetentionKind, days: number): string | null {
  if (days >= minKeptDays(kind) && days <= MAX_KEPT_DAYS) return null;
  return `Give between ${minKeptDays(kind)} and ${MAX_KEPT_DAYS} days.`;
}

const FOR_EVER: Retention = {
  raw_files: null,
  tables: null,
  results: null,
  samples: null,
  events: null,
  units: null,
  archive: null,
};

export function createKeptDataActions({ database, retention = FOR_EVER, now }: KeptDataOptions): KeptDataActions {
  const read = async (accountId: string): Promise<KeptData> => {
    const due = await countExpired({ database, retention, now }, accountId);
    return database.withSystem(async (tx) => {
      const [own, kept] = [await ownRetention(tx, accountId), await retentionOf(tx, accountId, retention)];
      return {
        kept_kinds: KINDS.map((kind) => ({
          kind,
          label: RETENTION_KINDS[kind],
          days: kept[kind],
          is_own: Object.hasOwn(own, kind),
          installation_days: retention[kind],
          min_days: minKeptDays(kind),
          due: due[kind]?.count ?? null,
          due_bytes: due[kind]?.bytes ?? null,
        })),
      };
    });
  };
  return {
    read,
    async save(accountId, kind, days) {
      await database.withSystem((tx) => setRetention(tx, accountId, { [kind]: days }));
      return read(accountId);
    },
  };
}
