import type { ScriptSubject } from '@switchboard/language';
import type { Plan, PlanUpload, Position, Source } from '@switchboard/model/plan';
import { failureOf } from '@switchboard/model/presentation/failure';
import type { Failing, RecordedFailure } from './queries.ts';

/** Known facts of a failure. */
export type KnownFailure = {
  readonly code: string;
  readonly kind: Failing;
  /** Name of the source or of the upload; empty for a flow. */
  readonly name: string;
  readonly parameters: RecordedFailure['parameters'];
  /** The source table with dirty rows, and the column that most of them violate; empty for the whole row. */
  readonly dirty: { readonly table: string; readonly column: string } | null;
  /** The assertion that failed. */
  readonly assertion: string | null;
};

/** The part of a script that a failure is about, and the file that declares it. */
export type BlamedPart = {
  readonly subject: ScriptSubject;
  /** Position of the declaration when the script was compiled. */
  readonly position: Position;
  /** Name of the key that the failed transfer uses; null without one. */
  readonly key: string | null;
};

type Named = { readonly name: string; readonly position: Position };

const named = <Item extends { readonly name: string }>(items: readonly Item[], name: string): Item | undefined =>
  items.find((item) => item.name === name);

/** The declaration, and what of it, that a failure is about. Null when the plan does not have it. */
export function blamedPart(plan: Plan, failure: KnownFailure): BlamedPart | null {
  const { kind, name, assertion } = failure;
  const source = kind === 'download' ? named(plan.sources, name) : undefined;
  const upload = kind === 'upload' ? named(plan.uploads, name) : undefined;
  const key = (source ?? upload)?.key?.name ?? null;
  const part = (type: ScriptSubject['kind'], { name: of, position }: Named, more: Partial<ScriptSubject> = {}) => ({
    subject: { kind: type, name: of, ...more },
    position,
    key,
  });
  const claimed = assertion === null ? undefined : named(plan.assertions ?? [], assertion);
  if (claimed !== undefined) return part('assertion', claimed);
  if (source !== undefined) return part('download', source, ofDownload(source, failure));
  const table = tableOf(plan, upload, failure);
  if (table !== undefined) {
    const { column } = failure.parameters;
    return part('table', table, column === undefined ? {} : { column });
  }
  // A value of a download that no table of the script reads first.
  const read = named(plan.sources, failure.parameters.table ?? '');
  if (upload === undefined) return read === undefined ? null : part('download', read);
  return part('upload', upload, { parameters: parametersOf(failure) });
}

/** Codes of a query, which belongs to a table and not to the upload that its flow feeds. */
const OF_QUERIES: readonly string[] = [
  'QUERY_MEMORY',
  'QUERY_TIME',
  'QUERY_NOT_PLANNED',
  'QUERY_FAILED',
  'QUERY_UNFIT',
  'SQL_NOT_ALLOWED',
];

/** The table whose query failed. Without a name it is the one that the upload sends. */
function tableOf(plan: Plan, upload: PlanUpload | undefined, { code, parameters }: KnownFailure): Named | undefined {
  if (!OF_QUERIES.includes(code)) return undefined;
  return named(plan.tables, parameters.table ?? upload?.table ?? '');
}

function ofDownload(source: Source, failure: KnownFailure): Partial<ScriptSubject> {
  const { dirty, parameters: found } = failure;
  const column = dirty?.column || found.column;
  const isOne = source.tables.length === 1;
  return {
    ...(dirty === null || isOne ? {} : { table: dirty.table }),
    ...(column === undefined || column === '' ? {} : { column }),
    parameters: parametersOf(failure),
  };
}

function parametersOf({ code, parameters: { parameter } }: KnownFailure): readonly string[] {
  return parameter === undefined ? (failureOf(code).parameters ?? []) : [parameter];
}
