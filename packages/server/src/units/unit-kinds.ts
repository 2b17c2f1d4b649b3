import type { FrozenDates } from '@switchboard/model/schedule/frozen-dates';
import type { RawBuilder } from 'kysely';
import type { UnitKind } from '../db/unit-ref.ts';

/** SQL about a row of `unit`: what units know of the work that they stand for. `pipeline` describes it. */
export type UnitKinds = {
  /** The report date as text, by which units of one purpose are ordered; null for a kind without. */
  readonly reportDate: RawBuilder<unknown>;
  /** Joins of the published declaration that a unit of any kind belongs to, and columns of them. */
  readonly declaration: {
    readonly joins: RawBuilder<unknown>;
    readonly status: RawBuilder<unknown>;
    /** Null without a key. */
    readonly keyName: RawBuilder<unknown>;
    readonly keyStatus: RawBuilder<unknown>;
  };
  /** Joins and columns of the facts by which a unit of a kind may start; the columns are those of `KindFacts`. */
  readonly facts: Readonly<
    Record<UnitKind, { readonly joins: RawBuilder<unknown>; readonly columns: RawBuilder<unknown> }>
  >;
};

/** Facts that a kind knows of a waiting unit. */
export type KindFacts = {
  readonly declaration: string | null;
  readonly declaration_status: string | null;
  readonly declaration_reason: string | null;
  readonly key_name: string | null;
  readonly key_status: string | null;
  /** Whether the other side is preparing the result. */
  readonly requested: boolean;
  /** Whether it waits for files, and when they are probed next. */
  readonly checking: boolean;
  readonly next_probe: Date | null;
  /** The freeze that keeps it from replacing what was delivered. */
  readonly frozen: (FrozenDates & { readonly id: string }) | null;
  readonly inputs: readonly { readonly name: string; readonly status: string }[] | null;
};
