import { readAccountPage } from '../../graphql/account-fields.ts';
import { optional } from '../../graphql/arguments.ts';
import { builder, VIEW } from '../../graphql/builder.ts';
import { float, id, int, nullable, objects, string } from '../../graphql/columns.ts';
import { defineConnection, pageArguments } from '../../graphql/connection.ts';
import type { GraphqlContext } from '../../graphql/context.ts';
import { defineObject } from '../../graphql/object-type.ts';
import type { Connection, PageArguments } from '../../graphql/paging.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { DECLARATIONS_PAGE, readDeclarationsPage } from './queries.ts';
import { type Journal, type JournalDay, type JournalRequest, listJournals } from './queries-journal.ts';

const LOOKBACK = 30;
const MAX_LOOKBACK = 92;

const dayRef = builder.objectRef<JournalDay>('StatusDay');
const importRef = builder.objectRef<Journal>('ImportStatus');
const exportRef = builder.objectRef<Journal>('ExportStatus');

function defineTypes(): void {
  defineObject(dayRef, {
    description: 'Production runs of one declaration on one day. Rows and bytes are those of completed runs.',
    authScopes: VIEW,
    columns: {
      date: nullable(string('The day, yyyy-MM-dd; null for runs without a report date.')),
      running: int('Runs that have not ended.'),
      completed: int('Completed runs.'),
      failed: int('Failed runs.'),
      total_rows: float('Rows of all runs.'),
      min_rows: nullable(float('Rows of the smallest run; null without completed runs.')),
      max_rows: nullable(float('Rows of the largest run; null without completed runs.')),
      total_bytes: float('Bytes of all runs.'),
      min_bytes: nullable(float('Bytes of the smallest run; null without completed runs.')),
      max_bytes: nullable(float('Bytes of the largest run; null without completed runs.')),
      dirty_rows: float('Dirty rows of all runs; 0 for uploads.'),
    },
  });
  const columns = {
    id: id('Id of the declaration.'),
    name: string('Name of the declaration.'),
    project: string('Project that declares it.'),
    status: string('active, suspended, or paused by a person.'),
    journal: objects(dayRef, 'The days with runs, oldest first, after the runs without a report date.'),
  };
  defineObject(importRef, {
    description: 'A published download declaration and its runs of the last days.',
    authScopes: VIEW,
    columns,
  });
  defineObject(exportRef, {
    description: 'A published upload declaration and its runs of the last days.',
    authScopes: VIEW,
    columns,
  });
}

type Arguments = PageArguments & {
  readonly lookback_days?: number | null | undefined;
  readonly name?: string | null | undefined;
  readonly project?: string | null | undefined;
};

/** @throws RequestError BAD_REQUEST */
function checkRange(name: string, value: number | null | undefined, max: number, fallback: number): number {
  if (value === null || value === undefined) return fallback;
  if (value < 1 || value > max) throw badRequest(`${name} must be 1 to ${max}.`);
  return value;
}

function journals(
  context: GraphqlContext,
  args: Arguments,
  which: Pick<JournalRequest, 'kind' | 'groupBy'>,
): Promise<Connection<Journal>> {
  checkRange('first', args.first, DECLARATIONS_PAGE, DECLARATIONS_PAGE);
  const page = readDeclarationsPage(`${which.kind}_status`, args);
  const request: JournalRequest = {
    ...which,
    lookbackDays: checkRange('lookback_days', args.lookback_days, MAX_LOOKBACK, LOOKBACK),
    name: args.name ?? null,
    project: args.project ?? null,
    today: new Date().toISOString().slice(0, 10),
  };
  return readAccountPage(context, page, (tx, accountId) => listJournals(tx, accountId, request, page));
}

const ARGUMENTS = {
  ...pageArguments(DECLARATIONS_PAGE, DECLARATIONS_PAGE),
  ...optional({
    lookback_days: int('Days before today: 30 by default, at most 92.'),
    name: string('Only the declaration with this name.'),
    project: string('Only declarations of this project.'),
  }),
};

/** @param transferDay the name by which runs are grouped by the day on which they ended */
function defineJournal(
  kind: JournalRequest['kind'],
  name: string,
  ref: typeof importRef,
  noun: 'download' | 'upload',
  transferDay: 'downloadDate' | 'uploadDate',
): void {
  const groupBy = builder.enumType(`${name}GroupBy`, {
    description: `The day to which a run of the ${noun} belongs: its report date, or the UTC day on which it ended.`,
    values: ['reportDate', transferDay] as const,
  });
  builder.queryField(`${kind}_status`, (t) =>
    t.field({
      type: defineConnection(name, ref, VIEW),
      authScopes: VIEW,
      description: `Runs of the last days of each published ${noun}, sorted by name. A run in progress belongs to today.`,
      args: { ...ARGUMENTS, group_by: t.arg({ type: groupBy, description: 'reportDate by default.' }) },
      resolve: (_root, { group_by, ...rest }, context) =>
        journals(context, rest, { kind, groupBy: group_by === transferDay ? 'transfer' : 'report' }),
    }),
  );
}

/** The journals of declarations: `import_status` and `export_status`. */
export function defineJournals(): void {
  defineTypes();
  defineJournal('import', 'ImportStatus', importRef, 'download', 'downloadDate');
  defineJournal('export', 'ExportStatus', exportRef, 'upload', 'uploadDate');
}
