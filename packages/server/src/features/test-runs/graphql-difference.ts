import { DAY_MS, LIMITS } from '@switchboard/model';
import { sql } from 'kysely';
import { builder, VIEW } from '../../graphql/builder.ts';
import { float, from, id, nullable, object, objects, string, strings } from '../../graphql/columns.ts';
import { type LoaderDefinition, load } from '../../graphql/loaders.ts';
import { defineObject } from '../../graphql/object-type.ts';
import type { KeptDifference } from '../../pipeline/flows/difference.ts';
import { uploadRef } from '../uploads/graphql.ts';

/** Columns that only uploads of test runs use. */
type TestUpload = {
  readonly difference: KeptDifference | null;
  readonly has_file: boolean;
  readonly finished: Date | null;
};
type Compared = Extract<KeptDifference, { kind: 'compared' }>;
/** What is shown of a difference; everything is empty when the results could not be compared. */
type ShownDifference = Omit<Compared, 'kind'> & { readonly failure: string | null };

const differenceRef = builder.objectRef<ShownDifference>('UploadDifference');
const rowsRef = builder.objectRef<Compared['added']>('DifferentRows');
const changedRef = builder.objectRef<Compared['changed']>('ChangedRows');
const changedRowRef = builder.objectRef<Compared['changed']['sample'][number]>('ChangedRow');
const columnRef = builder.objectRef<Compared['columnsAdded'][number]>('DifferentColumn');
const retypedRef = builder.objectRef<Compared['columnsRetyped'][number]>('RetypedColumn');
const changesRef = builder.objectRef<Compared['columnsChanged'][number]>('ChangedColumn');

const NOTHING: Omit<Compared, 'kind' | 'uploadId'> = {
  rowsBefore: 0,
  rowsAfter: 0,
  keys: [],
  columns: [],
  added: { rows: 0, sample: [] },
  removed: { rows: 0, sample: [] },
  changed: { rows: 0, sample: [] },
  columnsChanged: [],
  columnsAdded: [],
  columnsRemoved: [],
  columnsRetyped: [],
};

const TEST_UPLOAD: LoaderDefinition<TestUpload> = {
  batch: async (tx, accountId, ids) => {
    const { rows } = await sql<TestUpload & { id: string }>`
      select id, difference, file_key is not null as has_file, finished from upload
      where account_id = ${accountId}::uuid and id = any(${[...ids]}::uuid[]) and purpose = 'proof'
    `.execute(tx);
    return new Map(rows.map((row) => [row.id, row]));
  },
};

const shown = (difference: KeptDifference): ShownDifference =>
  difference.kind === 'compared'
    ? { ...difference, failure: null }
    : { ...NOTHING, uploadId: difference.uploadId, failure: difference.reason };

function defineRows(): void {
  defineObject(rowsRef, {
    description: 'Rows that only one of two results contains.',
    authScopes: VIEW,
    columns: { rows: float('Number of rows.') },
    fields: (t) => ({
      sample: t.field({
        type: 'JSON',
        description: 'The first 20 rows: arrays of strings and nulls, in the order of the columns.',
        resolve: (rows) => rows.sample,
      }),
    }),
  });
  defineObject(changedRowRef, {
    description: 'A row that both results contain, with different values.',
    authScopes: VIEW,
    fields: (t) => ({
      before: t.expose('before', { type: 'JSON', description: 'Values in production.' }),
      after: t.expose('after', { type: 'JSON', description: 'Values in the test run.' }),
    }),
  });
  defineObject(changedRef, {
    description: 'Rows that both results contain, with different values.',
    authScopes: VIEW,
    columns: { rows: float('Number of rows.'), sample: objects(changedRowRef, 'The first 20 rows.') },
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
        "Of a test run: the difference from production's result for the same report date; null when production has none.",
      resolve: async (row, _args, context) => {
        const test = row.purpose === 'proof' ? await load(context, TEST_UPLOAD, row.id) : null;
        return test?.difference ? shown(test.difference) : null;
      },
    }),
    result_file: t.string({
      nullable: true,
      description:
        'Of a test run: name of its result in the REST API for files; null when the result is not available.',
      resolve: async (row, _args, context) => {
        const test = row.purpose === 'proof' ? await load(context, TEST_UPLOAD, row.id) : null;
        const age = context.now() - (test?.finished?.getTime() ?? 0);
        return test?.has_file && age <= LIMITS.sampleAgeDays * DAY_MS ? `${row.id}_result.csv.gz` : null;
      },
    }),
  }));
}
