import {
  type ColumnChange,
  columnChangeText,
  contractDeviations,
  type DeliveredColumn,
} from '@switchboard/model/lineage/delivered-columns';
import { readAccountPage } from '../../graphql/account-fields.ts';
import { optional, required } from '../../graphql/arguments.ts';
import { builder, VIEW } from '../../graphql/builder.ts';
import {
  boolean,
  dateTime,
  float,
  from,
  id,
  int,
  nullable,
  objects,
  reference,
  string,
  strings,
} from '../../graphql/columns.ts';
import { defineConnection, pageArguments } from '../../graphql/connection.ts';
import { type GraphqlContext, inAccount } from '../../graphql/context.ts';
import { type LoaderDefinition, load } from '../../graphql/loaders.ts';
import { changeResult, defineMutation } from '../../graphql/mutation.ts';
import { defineObject, hasProperty } from '../../graphql/object-type.ts';
import { readPage } from '../../graphql/paging.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { Conflict, conflictRef, NotFound, notFoundRef, reportDatetime } from '../../graphql/value-types.ts';
import type { ColumnsRow } from '../../pipeline/downloads/put-contract.ts';
import { loadPlan } from '../../pipeline/state/plan-queries.ts';
import { sourceRef } from '../declarations/graphql.ts';
import { DECLARED_SOURCES, tableRef } from '../declarations/graphql-declared.ts';
import { PERSON, personRef } from '../users/graphql-person.ts';
import { columnReaders, readersOf } from './column-readers.ts';
import { changeContract, columnsOfSources, listSchemaChanges, type SchemaChangeRow } from './queries.ts';
import { daysOfSources, JUDGED_DAYS, type SourceDay } from './source-days.ts';

const CHANGES_PAGE = 20;
const MANAGE = { permission: 'manage-pipelines' } as const;
const MAX_NAME = 1_000;

/** By name of the source. */
const COLUMNS: LoaderDefinition<readonly ColumnsRow[]> = { keys: 'names', batch: columnsOfSources };

type Column = DeliveredColumn & { readonly uploads: readonly string[] };
/** A change with the uploads that read the column. */
type ReadChange = ColumnChange & { readonly uploads: readonly string[] };
type Dirty = SchemaChangeRow['dirty'][number];

const columnsRef = builder.objectRef<ColumnsRow>('DeliveredColumns');
const columnRef = builder.objectRef<Column>('DeliveredColumn');
const changeRef = builder.objectRef<ReadChange>('ColumnChange');
const dirtyRef = builder.objectRef<Dirty>('ColumnDirtyRows');
const schemaChangeRef = builder.objectRef<SchemaChangeRow>('SchemaChange');
const dayRef = builder.objectRef<SourceDay>('SourceDay');

/** The uploads of the running script that read each column of a table; none when it does not declare the table. */
async function readersIn(
  context: GraphqlContext,
  { source, table_name: table }: Pick<ColumnsRow, 'source' | 'table_name'>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const declared = await load(context, DECLARED_SOURCES, source);
  if (declared === null) return new Map();
  const plan = await inAccount(context, (tx, accountId) => loadPlan(tx, accountId, declared.changelistId));
  return columnReaders(plan, table);
}

const readChanges = (changes: readonly ColumnChange[], readers: ReadonlyMap<string, readonly string[]>): ReadChange[] =>
  changes.map((change) => ({ ...change, uploads: readersOf(readers, { name: change.column, use: 'kept' }) }));

const USE = 'declared, kept (as one of all other columns) or ignored by the script.';

function defineColumns(): void {
  defineObject(columnRef, {
    description: 'A column that the files of a source had.',
    authScopes: VIEW,
    columns: {
      name: string('Its name in the files.'),
      type: nullable(string('The type that it is read as; null for a column that is ignored or had no value.')),
      use: string(USE),
      uploads: strings('The uploads that read it, sorted by name.'),
    },
    fields: (t) => ({
      nullable: t.boolean({
        nullable: true,
        description: 'Whether it may be empty; null for a column that is ignored.',
        resolve: (column) => column.nullable,
      }),
    }),
  });
  defineObject(changeRef, {
    description: 'How a column differs.',
    authScopes: VIEW,
    columns: {
      kind: string('added, removed, renamed, moved, type, nullable or use.'),
      column: string('Its former name, for a column that was renamed.'),
      before: nullable(string('The former name, place, type, nullability or use; null where there was none.')),
      after: nullable(string('The name, place, type, nullability or use after; null where there is none.')),
      cause: string('source, or script: the declaration was changed.'),
      uploads: strings('The uploads of the running script that read the column, sorted by name.'),
    },
    fields: (t) => ({
      text: t.string({ description: 'The change in words.', resolve: columnChangeText }),
    }),
  });
  defineObject(columnsRef, {
    description: 'The columns that a table of a source was delivered with last, and the contract for them.',
    authScopes: VIEW,
    isTypeOf: hasProperty('delivered'),
    columns: {
      since: dateTime('When these columns were delivered first.'),
      revision: int('Raised with each change; a contract is saved for the revision that the person has seen.'),
      contract_on: nullable(dateTime('When the contract was accepted; null without one.')),
      contract_by: reference(personRef, PERSON, 'The person who accepted the contract; null without one.'),
    },
    fields: (t) => ({
      id: t.id({
        description: 'Derived from the names of the source and the table.',
        resolve: (row) => `${row.source}/${row.table_name}`,
      }),
      columns: t.field({
        type: [columnRef],
        description: 'In the order of the files.',
        resolve: async (row, _args, context) => {
          const readers = await readersIn(context, row);
          return row.delivered.columns.map((column) => ({ ...column, uploads: readersOf(readers, column) }));
        },
      }),
      deviations: t.field({
        type: [changeRef],
        description: 'How the columns differ from the contract; empty without one.',
        resolve: async (row, _args, context) =>
          row.contract === null
            ? []
            : readChanges(contractDeviations(row.contract, row.delivered), await readersIn(context, row)),
      }),
    }),
  });
  builder.objectField(tableRef, 'delivered', (t) =>
    t.field({
      type: columnsRef,
      nullable: true,
      description: 'The columns that it was delivered with last; null before the first download.',
      resolve: async ({ source, table }, _args, context) =>
        (await load(context, COLUMNS, source.name))?.find((row) => row.table_name === table.name) ?? null,
    }),
  );
}

function defineSchemaChange(): void {
  defineObject(dirtyRef, {
    description: 'Dirty rows with the same reason.',
    authScopes: VIEW,
    columns: {
      column: string('The column; empty for reasons that concern a whole row.'),
      reason: string('Why they are dirty.'),
      rows: float('How many.'),
    },
  });
  defineObject(schemaChangeRef, {
    description: 'A change of the columns that a table of a source is delivered with.',
    authScopes: VIEW,
    columns: {
      id: id('Opaque identifier.'),
      created: dateTime('When the first download with the changed columns was completed.'),
      source: string('Name of the download declaration.'),
      table: from('table_name', string('Name of the table.')),
      download_id: id('The first download with the changed columns; it may have been deleted.'),
      report_datetime: reportDatetime('Its report date.'),
      row_count: float('Rows of this download.'),
      dirty: objects(dirtyRef, 'The most frequent reasons of its dirty rows.'),
      changelist_id: id('The script version that ran.'),
      script: nullable(string('Description of that version.')),
      published_on: nullable(dateTime('When that version was published.')),
      published_by: reference(personRef, PERSON, 'The person who published that version.'),
    },
    fields: (t) => ({
      changes: t.field({
        type: [changeRef],
        description: 'The columns that differ.',
        resolve: async (row, _args, context) => readChanges(row.changes, await readersIn(context, row)),
      }),
    }),
  });
}

/** By name of the source. */
const DAYS: LoaderDefinition<readonly SourceDay[]> = { keys: 'names', batch: daysOfSources };

function defineDay(): void {
  const limit = (of: string) => nullable(float(`Usual ${of}; null with fewer than three comparable days.`));
  defineObject(dayRef, {
    description: 'Volume of a source for a day, beside the same weekday of the last four weeks.',
    authScopes: VIEW,
    columns: {
      day: string('The report date, or the UTC day of the runs of a source without report dates; yyyy-MM-dd.'),
      rows: nullable(float('Rows; null when nothing has arrived.')),
      bytes: nullable(float('Bytes; null when nothing has arrived.')),
      arrived: nullable(dateTime('When the first download was completed.')),
      compared: int('Comparable days: those of the last four weeks that have arrived, at most 4.'),
      rows_low: limit('rows at least'),
      rows_high: limit('rows at most'),
      rows_verdict: string(
        'usual, low, high, unknown (with fewer than three comparable days) or unfinished (the day is not over).',
      ),
      bytes_verdict: string('The same for bytes.'),
      expected_by: nullable(
        dateTime('When it has usually arrived at the latest; null with fewer than three comparable days.'),
      ),
      arrival_verdict: string('usual, early, late, missing (late and not there yet), expected or unknown.'),
    },
  });
  builder.objectField(sourceRef, 'days', (t) =>
    t.field({
      type: [dayRef],
      description: `Rows, bytes and arrival of the last ${JUDGED_DAYS} days, the newest first, each beside the same weekday of the last four weeks.`,
      resolve: async ({ name }, _args, context) => [...((await load(context, DAYS, name)) ?? [])],
    }),
  );
}

/** @throws RequestError BAD_REQUEST */
function checkedName(name: string): string {
  if (name.length > MAX_NAME || name.includes('\0'))
    throw badRequest(`A name has at most ${MAX_NAME} characters and no NUL character.`);
  return name;
}

/** @throws RequestError BAD_REQUEST */
function readAction(action: string): 'accept' | 'remove' {
  if (action === 'accept' || action === 'remove') return action;
  throw badRequest('action must be accept or remove.');
}

const CHANGES = optional({
  source: string('Name of a download declaration; without it the changes of all of them.'),
  breaking: boolean('true: only changes that a query may notice. Columns that are added or moved harm none.'),
});

function defineQueries(): void {
  builder.queryFields((t) => ({
    schema_changes: t.field({
      type: defineConnection('SchemaChange', schemaChangeRef, VIEW),
      authScopes: VIEW,
      description: 'Changes of the columns that sources are delivered with, the newest first.',
      args: { ...pageArguments(CHANGES_PAGE), ...CHANGES },
      resolve: (_root, { source, breaking, ...args }, context) => {
        const filter = { source: source == null ? null : checkedName(source), isBreaking: breaking === true };
        return readAccountPage(
          context,
          readPage(args, { order: `schema_changes ${JSON.stringify(filter)}`, size: CHANGES_PAGE }),
          (tx, accountId, page) => listSchemaChanges(tx, accountId, filter, page),
        );
      },
    }),
  }));
}

function defineContract(): void {
  defineMutation('save_source_contract', {
    authScopes: MANAGE,
    description:
      'Accepts the columns that a table was delivered with last as the contract for it, or removes the contract. A download with other columns is then an issue.',
    result: changeResult('SaveSourceContractResult', 'contract', [columnsRef, conflictRef, notFoundRef]),
    args: required({
      source: string('Name of the download declaration.'),
      table: string('Name of its table.'),
      revision: int('The revision of the columns that the person has seen.'),
      action: string(
        'accept: the columns that were delivered last become the contract. remove: there is none any more.',
      ),
    }),
    resolve: async ({ source, table, revision, action }, context) => {
      const { person } = context.session;
      const change = {
        source: checkedName(source),
        table: checkedName(table),
        revision,
        action: readAction(action),
        person,
      };
      const outcome = await inAccount(context, (tx, accountId) => changeContract(tx, accountId, change));
      if (outcome.kind === 'saved') return outcome.row;
      return outcome.kind === 'conflict'
        ? new Conflict('The columns have changed meanwhile. Check them, then try again.')
        : new NotFound(`Nothing has been downloaded for ${table.slice(0, 200)} yet.`);
    },
  });
}

/** How the columns, volumes and arrivals of sources change. */
export function defineSourceQuality(): void {
  defineColumns();
  defineSchemaChange();
  defineDay();
  defineQueries();
  defineContract();
}
