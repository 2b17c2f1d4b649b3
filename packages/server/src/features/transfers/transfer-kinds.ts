import {
  DOWNLOAD_ABORTABLE,
  DOWNLOAD_STATUSES,
  DOWNLOAD_UNFINISHED,
  UPLOAD_ABORTABLE,
  UPLOAD_STATUSES,
  UPLOAD_UNFINISHED,
} from '@switchboard/model/status/status';
import { type RawBuilder, sql } from 'kysely';
import type { Searched } from '../../graphql/lists/search-hits.ts';
import type { CountedState } from '../../graphql/lists/state-counts.ts';
import { isAllDirtyIn } from '../../pipeline/state/unit-status.ts';
import {
  among,
  DIRTY,
  DIRTY_EQUALS_NEW_DIRTY,
  LATE_DOWNLOAD,
  LATE_UPLOAD,
  NEW_DIRTY_GREATER,
} from './status-conditions.ts';

/** The kinds that are listed, abandoned and retried alike. Each names its table. */
export type TransferKind = 'download' | 'upload';

export type TransferAction = 'abandon' | 'retry';
/** Actions on many of them at once. */
export type BulkAction = TransferAction | 'run_again';

/** The step from which a retry repeats the work. */
export type RetryFrom = 'download' | 'loading' | 'processing' | 'delivery';

type Condition = RawBuilder<unknown>;

/** The differences between the kinds. Conditions are on a row `d` of the table. */
type TransferTraits = {
  /** The column with the name of the declaration. */
  readonly declaration: 'source' | 'name';
  readonly searched: Searched;
  /** By each word that the status filter knows. */
  readonly statuses: ReadonlyMap<string, Condition>;
  /** The states that are counted above the list. */
  readonly counted: Readonly<Record<'failed' | 'running' | 'late', CountedState>>;
  /** Whether the status allows the action. */
  readonly allows: Readonly<Record<BulkAction, Condition>>;
  /** An expression for the step from which a retry repeats the work. */
  readonly retryFrom: RawBuilder<RetryFrom>;
  /** Mutations: of the one that takes a status, and of the one that abandons. */
  readonly mutations: Readonly<Record<'save' | 'abandon', { readonly field: string; readonly result: string }>>;
};

const BY_REPORT_DATE = sql`d.report_date desc nulls last, d.id desc`;
const FAILED: CountedState = { condition: among(['failed']), order: BY_REPORT_DATE, byValueScan: true };

/** Completed work of production. */
const DELIVERED = sql`(${among(['completed'])} and d.purpose = 'production')`;

const byStatus = (statuses: readonly string[]): (readonly [string, Condition])[] =>
  statuses.map((status) => [status, among([status])]);

/** Downloads with dirty rows, which uploads have not. */
export const DIRTY_DOWNLOADS: CountedState = { condition: DIRTY, order: BY_REPORT_DATE, byValueScan: true };

export const TRANSFER_KINDS: Readonly<Record<TransferKind, TransferTraits>> = {
  download: {
    declaration: 'source',
    searched: { table: 'download', shown: sql`(d.source || ' ' || d.description)`, dated: 'report_date' },
    statuses: new Map([
      ...byStatus(DOWNLOAD_STATUSES),
      ['completed', among(['completed', 'STOPPED'])],
      ['unfinished', among(DOWNLOAD_UNFINISHED)],
      ['dirty', DIRTY],
      ['late', LATE_DOWNLOAD],
      ['dirtyEqualsNewDirty', DIRTY_EQUALS_NEW_DIRTY],
      ['newDirtyGreaterThanDirty', NEW_DIRTY_GREATER],
    ]),
    counted: {
      failed: FAILED,
      running: { condition: among(DOWNLOAD_UNFINISHED), order: BY_REPORT_DATE, byValueScan: false },
      late: { condition: LATE_DOWNLOAD, order: sql`d.due, d.id`, byValueScan: false },
    },
    allows: {
      abandon: among(DOWNLOAD_ABORTABLE),
      retry: sql`(${among(['failed'])} or ${isAllDirtyIn('d')})`,
      run_again: DELIVERED,
    },
    // Files that were fetched are kept, unless another script was published since.
    retryFrom: sql`case when d.raw is null or d.purpose = 'production' and exists (
        select from changelist c
        join download_declaration s on s.account_id = c.account_id and s.name = d.source and s.status <> 'removed'
        where c.account_id = d.account_id and c.status = 'running' and c.id <> d.changelist_id
      ) then 'download' else 'loading' end`,
    mutations: {
      save: { field: 'save_download', result: 'SaveDownloadResult' },
      abandon: { field: 'abort_download', result: 'AbortDownloadResult' },
    },
  },
  upload: {
    declaration: 'name',
    searched: { table: 'upload', shown: sql`(d.name || ' ' || d.destination)`, dated: 'report_date' },
    statuses: new Map([...byStatus(UPLOAD_STATUSES), ['unfinished', among(UPLOAD_UNFINISHED)], ['late', LATE_UPLOAD]]),
    counted: {
      failed: FAILED,
      running: { condition: among(UPLOAD_UNFINISHED), order: BY_REPORT_DATE, byValueScan: false },
      late: { condition: LATE_UPLOAD, order: BY_REPORT_DATE, byValueScan: false },
    },
    allows: { abandon: among(UPLOAD_ABORTABLE), retry: among(['failed']), run_again: DELIVERED },
    // Without a result, the processing before it has failed.
    retryFrom: sql`case when d.result_key is null then 'processing' else 'delivery' end`,
    mutations: {
      save: { field: 'save_upload', result: 'SaveUploadResult' },
      abandon: { field: 'abandon_upload', result: 'AbandonUploadResult' },
    },
  },
};
