import { createHash } from 'node:crypto';
import { PipelineError } from '@switchboard/model/errors/errors';
import { ledgerDate, ledgerPurpose } from '../../delivery/ledger.ts';
import type { DeliveryRequest } from '../../spec.ts';
import { readKeyColumns } from '../../sql/table-parameters.ts';
import { DESTINATION_PARAMETERS } from './connector.ts';

/** The column that holds the report date. `inRows`: the rows bring it; else it is filled in. */
export type DateColumn = { readonly name: string; readonly inRows: boolean };

/** Where a delivery goes, checked against its mode and columns. */
export type Target = {
  readonly project: string;
  readonly dataset: string;
  readonly table: string;
  /** The table beside it that records what it holds. One for each, since changes of one table wait for each other. */
  readonly ledger: string;
  readonly create: boolean;
  /** Absent where a missing column is an error. */
  readonly evolve?: 'add_columns';
  readonly dateColumn: DateColumn | null;
  /** Empty but for upsert. */
  readonly keyColumns: readonly string[];
  /** Names the upload, report date and purpose in the ledger. */
  readonly ledgerId: string;
};

/** Ids of projects, those with a domain before them included. */
export const PROJECT = /^[a-z0-9][a-z0-9.:-]{0,100}$/;
const DATASET = /^\w{1,1024}$/;
const TABLE = /^[\p{L}\p{M}\p{N}\p{Pc}\p{Pd} ]{1,900}$/u;
/** Names of columns, those that BigQuery calls flexible included. */
const COLUMN = /^[\p{L}\p{M}\p{N}\p{Pc}\p{Pd}&%=+:'<>#| ]{1,300}$/u;

/** Reads the parameters of a delivery. Throws PARAMETER_INVALID or DESTINATION_SCHEMA. */
export function readTarget(request: DeliveryRequest, ownProject: string | null): Target {
  const { refuse, ...values } = DESTINATION_PARAMETERS.read(request.name, request.parameters);
  const { mode, reportDate } = request;
  const project = values.project ?? ownProject ?? refuse('project', 'is missing, and the key names none');
  const { dataset, table, create, evolve, date_column: dateName } = values;
  if (!PROJECT.test(project)) refuse('project', 'is not the id of a project');
  if (!DATASET.test(dataset)) refuse('dataset', 'is not a valid name in BigQuery (letters, digits and _)');
  if (!TABLE.test(table)) refuse('table', 'is not a valid name in BigQuery (letters, digits, _, - and spaces)');
  if (!COLUMN.test(dateName)) refuse('date_column', 'is not a valid name in BigQuery');
  const names = request.columns.map((column) => column.name);
  const bad = names.filter((name) => !COLUMN.test(name));
  if (bad.length > 0) throw unfit(dataset, table, `BigQuery takes no column named ${bad.join(', ')}`);
  const lower = names.map((name) => name.toLowerCase());
  const twice = names.filter((name, index) => lower.indexOf(name.toLowerCase()) !== index);
  if (twice.length > 0) throw unfit(dataset, table, `BigQuery does not distinguish ${twice.join(', ')} by case`);
  if (mode === 'replace_date' && reportDate === null)
    refuse('mode', 'cannot be replace_date for rows without a report date; use truncate');
  const keyColumns = readKeyColumns(request, refuse);
  const isDateDeclared = typeof request.parameters['date_column'] === 'string';
  const needsDate = (mode === 'replace_date' || isDateDeclared) && reportDate !== null;
  return {
    project,
    dataset,
    table,
    ledger: `_switchboard_loads_${table}`,
    create,
    ...(evolve && { evolve }),
    keyColumns,
    dateColumn: needsDate ? { name: dateName, inRows: lower.includes(dateName.toLowerCase()) } : null,
    ledgerId: createHash('sha256')
      .update(
        JSON.stringify([
          request.accountId,
          request.name,
          ledgerDate(request, mode === 'truncate') ?? '',
          ledgerPurpose(request),
        ]),
      )
      .digest('hex'),
  };
}

/** The table does not take these rows. */
export const unfit = (dataset: string, table: string, reason: string): PipelineError =>
  new PipelineError('DESTINATION_SCHEMA', { table: `${dataset}.${table}`, reason });
