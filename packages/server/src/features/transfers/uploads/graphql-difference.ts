import type { Difference } from '@switchboard/engine';
import { LIMITS } from '@switchboard/model/limits';
import { DAY_MS } from '@switchboard/model/schedule/schedule';
import { sql } from 'kysely';
import { recordRowsShown } from '../../../audit/record-rows-read.ts';
import { builder, VIEW } from '../../../graphql/builder.ts';
import { float, from, id, nullable, object, objects, string, strings } from '../../../graphql/columns.ts';
import { type LoaderDefinition, load } from '../../../graphql/loaders.ts';
import { defineObject } from '../../../graphql/object-type.ts';
import type { KeptDifference } from '../../../pipeline/flows/difference.ts';
import { uploadRef } from './graphql.ts';

type Compared = Extract<KeptDifference, { kind: 'compared' }>;
type Rows = { readonly rows: number };
/** A difference without the rows that it shows. */
type Counts = Omit<Compared, 'kind' | 'added' | 'removed' | 'changed'> & {
  readonly added: Rows;
  readonly removed: Rows;
  readonly changed: Rows;
};
type KeptCounts =
  | (Counts & { readonly kind: 'compared' })
  | { readonly kind: 'failed'; readonly uploadId: string; readonly reason: string };
/** The rows of a difference that are shown. Those of earlier versions do not name the columns that differ. */
type Samples = {
  readonly added: Compared['added']['sample'];
  readonly removed: Compared['removed']['sample'];
  readonly changed: readonly (Omit<ChangedSample, 'columns'> & { readonly columns?: readonly string[] })[];
  readonly columns: readonly string[];
};
type ChangedSample = Compared['changed']['sample'][number];

/** Columns that only uploads of test runs use. */
type TestUpload = {
  readonly difference: KeptCounts | null;
  readonly has_file: boolean;
  readonly finished: Date | null;
};
/** Different rows of the upload of a test run. Those of a difference that is stored nowhere are here. */
type ShownRows = Rows & {
  readonly upload: string;
  readonly kind: 'added' | 'removed';
  readonly sample?: Compared['added']['sample'];
};
type ShownChanges = Rows & { readonly upload: string; readonly sample?: readonly ChangedSample[] };
/** Displayed difference; everything is empty when the results could not be compared. */
export type ShownDifference = Omit<Counts, 'added' | 'removed' | 'changed'> & {
  readonly failure: string | null;
  readonly added: ShownRows;
  readonly removed: ShownRows;
  readonly changed: ShownChanges;
};

export const differenceRef = builder.objectRef<ShownDifference>('UploadDifference');
const rowsRef = builder.objectRef<ShownRows>('DifferentRows');
const changedRef = builder.objectRef<ShownChanges>('ChangedRows');
const changedRowRef = builder.objectRef<ChangedSample>('ChangedRow');
export const columnRef = builder.objectRef<Compared['columnsAdded'][number]>('DifferentColumn');
export const retypedRef = builder.objectRef<Compared['columnsRetyped'][number]>('RetypedColumn');
const changesRef = builder.objectRef<Compared['columnsChanged'][number]>('ChangedColumn');

const SHOWN_ROWS = 'At most 200 rows are shown of all kinds together, fewer of results with more than 100 columns.';
const NO_ROWS = { rows: 0 };
const NOTHING: Omit<Counts, 'uploadId'> = {
  rowsBefore: 0,
  rowsAfter: 0,
  keys: [],
  columns: [],
  added: NO_ROWS,
  removed: NO_ROWS,
  changed: NO_ROWS,
  columnsChanged: [],
  columnsAdded: [],
  columnsRemoved: [],
  columnsRetyped: [],
};

/** Without the shown rows: a list asks for counts only. */
const TEST_UPLOAD: LoaderDefinition<TestUpload> = {
  batch: async (tx, accountId, ids) => {
    const { rows } = await sql<TestUpload & { id: string }>`
      select id, difference #- '{added,sample}' #- '{removed,sample}' #- '{changed,sample}' as difference,
        file_key is not null as has_file, finished
      from upload
      where account_id = ${accountId}::uuid and id = any(${[...ids]}::uuid[]) and purpose = 'proof'
    `.execute(tx);
    return new Map(rows.map((row) => [row.id, row]));
  },
};

const SAMPLES: LoaderDefinition<Samples> = {
  batch: async (tx, accountId, ids) => {
    const { rows } = await sql<Samples & { id: string; name: string }>`
      select id, name, difference #> '{added,sample}' as added, difference #> '{removed,sample}' as removed,
        difference #> '{changed,sample}' as changed, difference -> 'columns' as columns
      from upload
      where account_id = ${accountId}::uuid and id = any(${[...ids]}::uuid[]) and purpose = 'proof'
        and difference ->> 'kind' = 'compared'
    `.execute(tx);
    for (const { id: upload, name } of rows)
      await recordRowsShown(tx, accountId, {
        kind: 'rows_sampled',
        target: { kind: 'upload', id: upload, name },
        file: 'difference',
      });
    return new Map(rows.map((row) => [row.id, row]));
  },
};

/** The changed rows with the columns that differ; by their shown texts where an earlier version has not kept them. */
function changedRows({ changed, columns }: Samples): ChangedSample[] {
  return changed.map((row) => ({
    ...row,
    columns: row.columns ?? columns.filter((_, index) => row.before[index] !== row.after[index]),
  }));
}

function shown(upload: string, difference: KeptCounts): ShownDifference {
  const { added, removed, changed, ...rest } =
    difference.kind === 'compared' ? difference : { ...NOTHING, uploadId: difference.uploadId };
  return {
    ...rest,
    failure: difference.kind === 'failed' ? difference.reason : null,
    added: { ...added, upload, kind: 'added' },
    removed: { ...removed, upload, kind: 'removed' },
    changed: { ...changed, upload },
  };
}

/** A difference that is stored nowhere, with its rows. @param uploadId production's upload with which it was compared */
export const shownDifference = (
  uploadId: string,
  { added, removed, changed, ...rest }: Difference,
): ShownDifference => ({
  ...rest,
  uploadId,
  failure: null,
  added: { ...added, upload: uploadId, kind: 'added' },
  removed: { ...removed, upload: uploadId, kind: 'removed' },
  changed: { ...changed, upload: uploadId },
});

function defineRows(): void {
  defineObject(rowsRef, {
    description: 'Rows that only one of two results contains.',
    authScopes: VIEW,
    columns: { rows: float('Number of rows.') },
    fields: (t) => ({
      sample: t.field({
        type: 'JSON',
        description: `The first rows: arrays of strings and nulls, in the order of the columns. ${SHOWN_ROWS}`,
        resolve: async ({ upload, kind, sample }, _args, context) =>
          sample ?? (await load(context, SAMPLES, upload))?.[kind] ?? [],
      }),
    }),
  });
  defineObject(changedRowRef, {
    description: 'A row that both results contain, with different values.',
    authScopes: VIEW,
    columns: { columns: strings('Names of the columns whose values differ.') },
    fields: (t) => ({
      before: t.expose('before', { type: 'JSON', description: 'Values in production.' }),
      after: t.expose('after', { type: 'JSON', description: 'Values in the test run.' }),
    }),
  });
  defineObject(changedRef, {
    description: 'Rows that both results contain, with different values.',
    authScopes: VIEW,
    columns: { rows: float('Number of rows.') },
    fields: (t) => ({
      sample: t.field({
        type: [changedRowRef],
        description: `The first rows. ${SHOWN_ROWS}`,
        resolve: async ({ upload, sample }, _args, context) => {
          if (sample !== undefined) return [...sample];
          const samples = await load(context, SAMPLES, upload);
          return samples === null ? [] : changedRows(samples);
        },
      }),
    }),
  });
}

function defineColumns(): void {
  defineObject(columnRef, {
    description: 'A column that only one of two results has.',
    authScopes: VIEW,
    columns: { name: string('Name of the column.'), type: string('Type, as written in scripts.') },
  });
  defineObject(retypedRef, {
    description: 'A column whose type differs.',
    authScopes: VIEW,
    columns: {
      name: string('Name of the column.'),
      before: string('Type in production.'),
      after: string('Type in the test run.'),
    },
  });
  defineObject(changesRef, {
    description: 'A column whose values differ.',
    authScopes: VIEW,
    columns: { name: string('Name of the column.'), rows: float('Number of rows with different values.') },
  });
}

/** The difference between the results of a test run and of production, on uploads. */
export function defineDifference(): void {
  defineRows();
  defineColumns();
  defineObject(differenceRef, {
    description: 'The difference of a test run from the newest result that production delivered for the report date.',
    authScopes: VIEW,
    columns: {
      upload_id: from('uploadId', id("Production's upload with which it was compared.")),
      failure: nullable(string('Why the results could not be compared; all other fields are empty then.')),
      rows_before: from('rowsBefore', float('Number of rows in production.')),
      rows_after: from('rowsAfter', float('Number of rows in the test run.')),
      keys: strings('Columns by which rows were matched; empty when whole rows were compared.'),
      columns: strings('Columns that both results have.'),
      added: object(rowsRef, 'Rows that only the test run has.'),
      removed: object(rowsRef, 'Rows that only production has.'),
      changed: object(changedRef, 'Rows with different values.'),
      columns_changed: from('columnsChanged', objects(changesRef, 'Columns with different values.')),
      columns_added: from('columnsAdded', objects(columnRef, 'Columns that only the test run has.')),
      columns_removed: from('columnsRemoved', objects(columnRef, 'Columns that only production has.')),
      columns_retyped: from('columnsRetyped', objects(retypedRef, 'Columns whose type differs.')),
    },
  });
  builder.objectFields(uploadRef, (t) => ({
    difference: t.field({
      type: differenceRef,
      nullable: true,
      description:
        "Difference of a test run from production's result for the same report date; null when production has none.",
      resolve: async (row, _args, context) => {
        const test = row.purpose === 'proof' ? await load(context, TEST_UPLOAD, row.id) : null;
        return test?.difference ? shown(row.id, test.difference) : null;
      },
    }),
    result_file: t.string({
      nullable: true,
      description: 'Name of the result of a test run in the REST API for files; null when the result is not available.',
      resolve: async (row, _args, context) => {
        const test = row.purpose === 'proof' ? await load(context, TEST_UPLOAD, row.id) : null;
        const age = context.now() - (test?.finished?.getTime() ?? 0);
        return test?.has_file && age <= LIMITS.sampleAgeDays * DAY_MS ? `${row.id}_result.csv.gz` : null;
      },
    }),
  }));
}
