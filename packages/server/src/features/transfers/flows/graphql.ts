import { flowPhase, isFailedFlow } from '@switchboard/model/status/flow-phase';
import { defineQueryById } from '../../../graphql/account-fields.ts';
import { builder, VIEW } from '../../../graphql/builder.ts';
import {
  boolean,
  dateTime,
  float,
  from,
  id,
  nullable,
  object,
  reference,
  references,
  string,
  strings,
} from '../../../graphql/columns.ts';
import type { GraphqlContext } from '../../../graphql/context.ts';
import { type LoaderDefinition, load, loadAll } from '../../../graphql/loaders.ts';
import { defineObject, hasProperty } from '../../../graphql/object-type.ts';
import { changelistRef, loadChangelist } from '../../changelists/graphql-changelist.ts';
import { savedRef } from '../../changelists/graphql-compilation.ts';
import { PERSON, personRef } from '../../users/graphql-person.ts';
import { downloadRef, partRef, sourceTableRef } from '../downloads/graphql.ts';
import { DOWNLOAD, PARTS } from '../downloads/loaders.ts';
import type { DownloadRow, PartRow } from '../downloads/queries.ts';
import { waiting } from '../graphql-waiting.ts';
import { RUN_COLUMNS } from '../transfer-columns.ts';
import { uploadRef } from '../uploads/graphql.ts';
import { FLOW_UPLOADS } from '../uploads/loaders.ts';
import {
  type AssertionRow,
  assertionsOfFlows,
  type FlowInputIds,
  type FlowRow,
  flowsById,
  inputsOfFlows,
} from './queries.ts';

export const flowRef = builder.objectRef<FlowRow>('Flow');
const processingRef = builder.objectRef<FlowRow>('FlowProcessing');
const assertionRef = builder.objectRef<AssertionRow>('FlowAssertion');
const inputRef = builder.objectRef<FlowInput>('FlowInput');

export const FLOW: LoaderDefinition<FlowRow> = { batch: flowsById };

/** By flow. */
const FLOW_INPUTS: LoaderDefinition<FlowInputIds[]> = { batch: inputsOfFlows };

const ASSERTIONS: LoaderDefinition<AssertionRow[]> = { batch: assertionsOfFlows };

/** The file of the rows that contradict an assertion, by the id of its result. */
export const assertionFileName = (id: string): string => `${id}_assertion_rows.csv.gz`;

type FlowInput = { readonly download: DownloadRow; readonly part: PartRow | null };

async function inputsOf(context: GraphqlContext, flowId: string): Promise<FlowInput[]> {
  const inputs = (await load(context, FLOW_INPUTS, flowId)) ?? [];
  const found = await Promise.all(
    inputs.map(async ({ downloadId, partId }) => {
      const download = await load(context, DOWNLOAD, downloadId);
      const parts = partId === null ? null : await load(context, PARTS, downloadId);
      return download && { download, part: parts?.find(({ id }) => id === partId) ?? null };
    }),
  );
  return found.filter((input) => input !== null);
}

function defineSmallTypes(): void {
  defineObject(processingRef, {
    description: 'One run of the queries of a flow.',
    authScopes: VIEW,
    columns: {
      id: id('Id of the flow.'),
      started: nullable(dateTime('When it started.')),
      finished: nullable(dateTime('When it ended; null before.')),
      status: string('PENDING, STARTED, … or STOPPED.'),
    },
  });
  defineObject(assertionRef, {
    description: 'Outcome of an assertion of the script for the rows of a flow.',
    authScopes: VIEW,
    columns: {
      id: id('Opaque identifier.'),
      name: string('Name of the assertion.'),
      table: from('table_name', string('The table that it is about.')),
      severity: string('stop: a failure stops the uploads of the report date; warn: it only makes an event.'),
      outcome: string('passed, failed, or skipped when there is no earlier report date to compare with.'),
      row_count: float('Rows that contradict it; of an assertion on the row count, the number of rows.'),
      allowed_low: nullable(float('Smallest row count that it allows; null when it is not about the row count.')),
      allowed_high: nullable(float('Largest row count that it allows; null when it is not about the row count.')),
      uploads: strings('Names of the uploads that are made from the table.'),
    },
    fields: (t) => ({
      rows_file: t.string({
        nullable: true,
        description:
          'Name of the file with the first ten rows that contradict it, below /api/{account}/files; null without any.',
        resolve: (row) => (row.has_rows ? assertionFileName(row.id) : null),
      }),
    }),
  });
  defineObject(inputRef, {
    description: 'A source table that a flow reads.',
    authScopes: VIEW,
    columns: {
      download: object(downloadRef, 'The download that loads the table.'),
      download_part: from('part', nullable(object(partRef, 'The loaded table; null until it is loaded.'))),
    },
    fields: (t) => ({
      source_table: t.field({
        type: sourceTableRef,
        description: 'The source table; until it is known, a table with the name of the source.',
        resolve: ({ part, download }) =>
          part ?? { source: download.source, name: download.source, project: download.project },
      }),
    }),
  });
}

/** Flows: the processing between downloads and uploads. */
export function defineFlows(): void {
  defineSmallTypes();
  defineObject(flowRef, {
    description: 'A run that processes downloads into the results of uploads.',
    authScopes: VIEW,
    isTypeOf: hasProperty('launched_by'),
    columns: {
      ...RUN_COLUMNS,
      id: id('Opaque identifier; newer flows have greater ids.'),
      launched_by: reference(personRef, PERSON, 'The person who launched it; null for a scheduled flow.'),
      archived: boolean('Whether a user has archived it.'),
      backfill_id: nullable(id('The backfill that it belongs to.')),
      created: dateTime('When its inputs were complete, or when it was launched before they were.'),
      kept_rows: float('Rows of earlier results that stay at destinations although its results for them have no rows.'),
      status: string('PENDING, STARTED, … or STOPPED.'),
      waiting: waiting('flow'),
      outputs: from('id', references(uploadRef, FLOW_UPLOADS, 'The uploads that it feeds, sorted by name.')),
    },
    fields: (t) => ({
      changelist: t.field({
        type: changelistRef,
        description: 'The script version that it runs.',
        resolve: (row, _args, context) => loadChangelist(context, row.changelist_id),
      }),
      failed: t.boolean({
        description: 'Whether it failed; false for a flow that was cancelled or abandoned.',
        resolve: (row) => isFailedFlow(row.status),
      }),
      phase: t.string({
        description:
          'downloading, processing, uploading or succeeded: the current phase, or the one in which it failed or was cancelled.',
        resolve: (row) => flowPhase({ ...row, started: row.started !== null }),
      }),
      inputs: t.field({
        type: [inputRef],
        description: 'The source tables that it reads, those of the newest download first.',
        resolve: (row, _args, context) => inputsOf(context, row.id),
      }),
      assertions: t.field({
        type: [assertionRef],
        description: 'The assertions that were evaluated, those that failed first; empty before its queries have run.',
        resolve: async (row, _args, context) => (await load(context, ASSERTIONS, row.id)) ?? [],
      }),
      processing: t.field({
        type: [processingRef],
        description: 'Its run; empty until it has started.',
        resolve: (row) => (row.started === null ? [] : [row]),
      }),
    }),
  });
  builder.objectField(savedRef, 'flows', (t) =>
    t.field({
      type: [flowRef],
      description: 'The launched test runs.',
      resolve: (saved, _args, context) => loadAll(context, FLOW, saved.flowIds),
    }),
  );
  defineQueryById('flow', flowRef, FLOW, { authScopes: VIEW });
}
