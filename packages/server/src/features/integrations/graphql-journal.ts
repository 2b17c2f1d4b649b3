import { type Builder, builder as schemaBuilder } from '../../graphql/builder.ts';
import { defineConnection, pageArguments } from '../../graphql/connection.ts';
import { type GraphqlContext, inAccount } from '../../graphql/context.ts';
import { type Connection, type PageArguments, toConnection } from '../../graphql/paging.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { DECLARATIONS_PAGE, readDeclarationsPage } from './queries.ts';
import { type Journal, type JournalDay, type JournalRequest, listJournals } from './queries-journal.ts';

const VIEW = { permission: 'view' } as const;
const LOOKBACK = 30;
const LONGEST_LOOKBACK = 92;

const dayRef = schemaBuilder.objectRef<JournalDay>('StatusDay');
const importRef = schemaBuilder.objectRef<Journal>('ImportStatus');
const exportRef = schemaBuilder.objectRef<Journal>('ExportStatus');

function defineTypes(): void {
  dayRef.implement({
    description:
      'How the published runs of one declaration went on one day. Rows and bytes are those of completed runs.',
    authScopes: VIEW,
    fields: (t) => ({
      date: t.exposeString('date', { nullable: true, description: 'yyyy-MM-dd; null for runs without a report date.' }),
      running: t.exposeInt('running', { description: 'Runs that are not over.' }),
      completed: t.exposeInt('completed', { description: 'Completed runs.' }),
      failed: t.exposeInt('failed', { description: 'Failed runs.' }),
      total_rows: t.exposeFloat('total_rows', { description: 'Rows of all.' }),
      min_rows: t.exposeFloat('min_rows', { nullable: true, description: 'Rows of the smallest; null without any.' }),
      max_rows: t.exposeFloat('max_rows', { nullable: true, description: 'Rows of the largest; null without any.' }),
      total_bytes: t.exposeFloat('total_bytes', { description: 'Bytes of all.' }),
      min_bytes: t.exposeFloat('min_bytes', {
        nullable: true,
        description: 'Bytes of the smallest; null without any.',
      }),
      max_bytes: t.exposeFloat('max_bytes', { nullable: true, description: 'Bytes of the largest; null without any.' }),
      dirty_rows: t.exposeFloat('dirty_rows', { description: 'Dirty rows of all; none for uploads.' }),
    }),
  });
  for (const [ref, noun] of [
    [importRef, 'download'],
    [exportRef, 'upload'],
  ] as const) {
    ref.implement({
      description: `A published ${noun} declaration and how its last days went.`,
      authScopes: VIEW,
      fields: (t) => ({
        id: t.exposeID('id', { description: "The declaration's." }),
        name: t.exposeString('name', { description: "The declaration's name." }),
        project: t.exposeString('project', { description: 'The project that declares it.' }),
        status: t.exposeString('status', { description: 'active or suspended.' }),
        journal: t.field({
          type: [dayRef],
          description: 'A day each, without those on which nothing ran; runs without a date first, then oldest first.',
          resolve: ({ journal }) => [...journal],
        }),
      }),
    });
  }
}

type Arguments = PageArguments & {
  readonly lookback_days?: number | null | undefined;
  readonly name?: string | null | undefined;
  readonly project?: string | null | undefined;
};

/** @throws RequestError BAD_REQUEST */
function checkRange(name: string, value: number | null | undefined, most: number, fallback: number): number {
  if (value === null || value === undefined) return fallback;
  if (value < 1 || value > most) throw badRequest(`${name} is 1 to ${most}.`);
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
    lookbackDays: checkRange('lookback_days', args.lookback_days, LONGEST_LOOKBACK, LOOKBACK),
    name: args.name ?? null,
    project: args.project ?? null,
    today: new Date().toISOString().slice(0, 10),
  };
  return inAccount(context, async (tx, accountId) =>
    toConnection(await listJournals(tx, accountId, request, page), page),
  );
}

/** How each declaration's last days went: `import_status` and `export_status`. */
export function defineJournals(builder: Builder): void {
  defineTypes();
  const importGroup = schemaBuilder.enumType('ImportStatusGroupBy', {
    description: 'Which day a download counts for: its report date, or the UTC day on which it finished.',
    values: ['reportDate', 'downloadDate'] as const,
  });
  const exportGroup = schemaBuilder.enumType('ExportStatusGroupBy', {
    description: 'Which day an upload counts for: its report date, or the UTC day on which it finished.',
    values: ['reportDate', 'uploadDate'] as const,
  });
  const imports = defineConnection('ImportStatus', importRef, VIEW);
  const exports = defineConnection('ExportStatus', exportRef, VIEW);
  const own = schemaBuilder.args((t) => ({
    lookback_days: t.int({ description: 'Days before today that are counted, up to 92; 30 without.' }),
    name: t.string({ description: 'Only the declaration of this name.' }),
    project: t.string({ description: 'Only declarations of this project.' }),
  }));
  const args = { ...pageArguments(DECLARATIONS_PAGE, DECLARATIONS_PAGE), ...own };
  builder.queryFields((t) => ({
    import_status: t.field({
      type: imports,
      authScopes: VIEW,
      description:
        'How the last days of each published download went, by name. What is not finished counts as of today.',
      args: { ...args, group_by: t.arg({ type: importGroup, description: 'reportDate without.' }) },
      resolve: (_root, { group_by, ...rest }, context) =>
        journals(context, rest, { kind: 'import', groupBy: group_by === 'downloadDate' ? 'transfer' : 'report' }),
    }),
    export_status: t.field({
      type: exports,
      authScopes: VIEW,
      description: 'How the last days of each published upload went, by name. What is not finished counts as of today.',
      args: { ...args, group_by: t.arg({ type: exportGroup, description: 'reportDate without.' }) },
      resolve: (_root, { group_by, ...rest }, context) =>
        journals(context, rest, { kind: 'export', groupBy: group_by === 'uploadDate' ? 'transfer' : 'report' }),
    }),
  }));
}
