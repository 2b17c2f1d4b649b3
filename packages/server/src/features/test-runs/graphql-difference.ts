import { LIMITS } from '@switchboard/model';
import { sql } from 'kysely';
import { builder } from '../../graphql/builder.ts';
import { type LoaderDefinition, load } from '../../graphql/loaders.ts';
import type { KeptDifference } from '../../pipeline/flows/difference.ts';
import { uploadRef } from '../uploads/graphql.ts';

/** What only uploads of test runs have. */
type TestUpload = {
  readonly difference: KeptDifference | null;
  readonly has_file: boolean;
  readonly finished: Date | null;
};
type Compared = Extract<KeptDifference, { kind: 'compared' }>;
type Texts = readonly (string | null)[];

const differenceRef = builder.objectRef<KeptDifference>('UploadDifference');
const rowsRef = builder.objectRef<Compared['added']>('DifferentRows');
const changedRef = builder.objectRef<Compared['changed']>('ChangedRows');
const changedRowRef = builder.objectRef<Compared['changed']['sample'][number]>('ChangedRow');
const columnRef = builder.objectRef<Compared['columnsAdded'][number]>('DifferentColumn');
const retypedRef = builder.objectRef<Compared['columnsRetyped'][number]>('RetypedColumn');
const changesRef = builder.objectRef<Compared['columnsChanged'][number]>('ChangedColumn');

const VIEW = { permission: 'view' } as const;
const DAY = 86_400_000;
const NONE: Compared['added'] = { rows: 0, sample: [] };

const TEST_UPLOAD: LoaderDefinition<TestUpload> = {
  batch: async (tx, accountId, ids) => {
    const { rows } = await sql<TestUpload & { id: string }>`
      select id, difference, file_key is not null as has_file, finished from upload
      where account_id = ${accountId}::uuid and id = any(${[...ids]}::uuid[]) and purpose = 'proof'
    `.execute(tx);
    return new Map(rows.map((row) => [row.id, row]));
  },
};

const compared = (difference: KeptDifference): Compared | null => (difference.kind === 'compared' ? difference : null);
const copied = (rows: readonly Texts[]): (string | null)[][] => rows.map((row) => [...row]);

function defineRows(): void {
  rowsRef.implement({
    description: 'Rows that only one of two results has.',
    authScopes: VIEW,
    fields: (t) => ({
      rows: t.exposeFloat('rows', { description: 'How many.' }),
      sample: t.field({
        type: 'JSON',
        description: 'The first 20: lists of texts and nulls, in the order of the columns.',
        resolve: (rows) => copied(rows.sample),
      }),
    }),
  });
  changedRowRef.implement({
    description: 'A row that both results have, with other values.',
    authScopes: VIEW,
    fields: (t) => ({
      before: t.field({ type: 'JSON', description: 'Its values in production.', resolve: (row) => [...row.before] }),
      after: t.field({ type: 'JSON', description: 'Its values in the test run.', resolve: (row) => [...row.after] }),
    }),
  });
  changedRef.implement({
    description: 'Rows that both results have, with other values.',
    authScopes: VIEW,
    fields: (t) => ({
      rows: t.exposeFloat('rows', { description: 'How many.' }),
      sample: t.field({ type: [changedRowRef], description: 'The first 20.', resolve: (rows) => [...rows.sample] }),
    }),
  });
}

function defineColumns(): void {
  columnRef.implement({
    description: 'A column that only one of two results has.',
    authScopes: VIEW,
    fields: (t) => ({
      name: t.exposeString('name', { description: 'Its name.' }),
      type: t.exposeString('type', { description: 'Its type, as a script writes it.' }),
    }),
  });
  retypedRef.implement({
    description: 'A column with another type.',
    authScopes: VIEW,
    fields: (t) => ({
      name: t.exposeString('name', { description: 'Its name.' }),
      before: t.exposeString('before', { description: 'Its type in production.' }),
      after: t.exposeString('after', { description: 'Its type in the test run.' }),
    }),
  });
  changesRef.implement({
    description: 'A column with other values.',
    authScopes: VIEW,
    fields: (t) => ({
      name: t.exposeString('name', { description: 'Its name.' }),
      rows: t.exposeFloat('rows', { description: 'In how many rows.' }),
    }),
  });
}

/** How a test run's result differs from production's, on uploads. */
export function defineDifference(): void {
  defineRows();
  defineColumns();
  differenceRef.implement({
    description: "How a test run's result differs from the newest one that was really delivered for its report date.",
    authScopes: VIEW,
    fields: (t) => ({
      upload_id: t.exposeID('uploadId', { description: "Production's upload that it was compared with." }),
      failure: t.string({
        nullable: true,
        description: 'Why the two could not be compared; everything else is empty then.',
        resolve: (difference) => (difference.kind === 'failed' ? difference.reason : null),
      }),
      rows_before: t.float({ description: 'Rows in production.', resolve: (of) => compared(of)?.rowsBefore ?? 0 }),
      rows_after: t.float({ description: 'Rows in the test run.', resolve: (of) => compared(of)?.rowsAfter ?? 0 }),
      keys: t.stringList({
        description: 'The columns that rows were matched by; empty when whole rows were compared.',
        resolve: (of) => [...(compared(of)?.keys ?? [])],
      }),
      columns: t.stringList({
        description: 'The columns that both have, which are compared and shown.',
        resolve: (of) => [...(compared(of)?.columns ?? [])],
      }),
      added: t.field({
        type: rowsRef,
        description: 'Rows that are new.',
        resolve: (of) => compared(of)?.added ?? NONE,
      }),
      removed: t.field({
        type: rowsRef,
        description: 'Rows that are gone.',
        resolve: (of) => compared(of)?.removed ?? NONE,
      }),
      changed: t.field({
        type: changedRef,
        description: 'Rows with other values.',
        resolve: (of) => compared(of)?.changed ?? { rows: 0, sample: [] },
      }),
      columns_changed: t.field({
        type: [changesRef],
        description: 'Columns with other values.',
        resolve: (of) => [...(compared(of)?.columnsChanged ?? [])],
      }),
      columns_added: t.field({
        type: [columnRef],
        description: 'Columns that are new.',
        resolve: (of) => [...(compared(of)?.columnsAdded ?? [])],
      }),
      columns_removed: t.field({
        type: [columnRef],
        description: 'Columns that are gone.',
        resolve: (of) => [...(compared(of)?.columnsRemoved ?? [])],
      }),
      columns_retyped: t.field({
        type: [retypedRef],
        description: 'Columns with another type.',
        resolve: (of) => [...(compared(of)?.columnsRetyped ?? [])],
      }),
    }),
  });
  builder.objectFields(uploadRef, (t) => ({
    difference: t.field({
      type: differenceRef,
      nullable: true,
      description: "Of a test run: the difference from production's result of the same date; null when there is none.",
      resolve: async (row, _args, context) =>
        row.purpose === 'proof' ? ((await load(context, TEST_UPLOAD, row.id))?.difference ?? null) : null,
    }),
    result_file: t.string({
      nullable: true,
      description: 'Of a test run: the name under which its result can be fetched from files; null when it cannot.',
      resolve: async (row, _args, context) => {
        const test = row.purpose === 'proof' ? await load(context, TEST_UPLOAD, row.id) : null;
        const age = context.now() - (test?.finished?.getTime() ?? 0);
        return test?.has_file && age <= LIMITS.sampleAgeDays * DAY ? `${row.id}_result.csv.gz` : null;
      },
    }),
  }));
}
