import { sql } from 'kysely';
import { readAccountPage } from '../../graphql/account-fields.ts';
import { type Builder, builder } from '../../graphql/builder.ts';
import { defineConnection, pageArguments } from '../../graphql/connection.ts';
import { type GraphqlContext, inAccount } from '../../graphql/context.ts';
import { load, reload } from '../../graphql/loaders.ts';
import { readPage } from '../../graphql/paging.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { Conflict, conflictRef, NotFound, notFoundRef, sortDirectionRef } from '../../graphql/value-types.ts';
import { FLOW, flowRef } from './graphql.ts';
import type { FlowRow } from './queries.ts';
import { FLOW_SORTS, flowFilter, listFlows } from './queries-list.ts';

const PAGE_SIZE = 10;

/** Puts a test run aside, or takes it back. */
async function archive(context: GraphqlContext, id: string, archived: boolean): Promise<FlowRow | NotFound | Conflict> {
  const notFound = new NotFound('There is no such flow.');
  const flow = await load(context, FLOW, id);
  if (!flow) return notFound;
  if (flow.purpose !== 'proof') return new Conflict('Only test runs can be archived.');
  await inAccount(context, (tx, accountId) =>
    sql`update flow set archived = ${archived} where account_id = ${accountId} and id = ${id} and purpose = 'proof'`.execute(
      tx,
    ),
  );
  return (await reload(context, FLOW, id)) ?? notFound;
}

/** The runs of backfills, test runs, and all other flows. */
export function defineFlowLists(builder_: Builder): void {
  const connection = defineConnection('Flow', flowRef, { permission: 'view' });
  builder_.queryField('flows', (t) =>
    t.field({
      type: connection,
      authScopes: { permission: 'view' },
      description: "The account's flows: of a backfill by report date, else by when they were launched.",
      args: {
        ...pageArguments(PAGE_SIZE),
        backfill_id: t.arg.id({ description: 'Only those of this backfill.' }),
        purpose: t.arg.stringList({ description: 'production, backfill, proof.' }),
        archived: t.arg.boolean({ description: 'Only those put aside, or only the others.' }),
        status: t.arg.stringList({
          description: 'queued, running, succeeded, failed, cancelled, a running phase, or a status itself.',
        }),
        phase: t.arg.stringList({
          description: 'downloading, processing, uploading: what is running in it; succeeded.',
        }),
        sortDirection: t.arg({ type: sortDirectionRef, description: 'DESC without.' }),
      },
      resolve: (_root, args, context) => {
        const by = args.backfill_id ? 'backfill' : 'all';
        const direction = args.sortDirection ?? 'DESC';
        const page = readPage(args, { order: `flows ${by} ${direction}`, size: PAGE_SIZE });
        return readAccountPage(context, page, (tx, accountId) =>
          listFlows(tx, { accountId, sort: FLOW_SORTS[by], direction, filter: flowFilter(accountId, args) }, page),
        );
      },
    }),
  );
  const saved = builder.unionType('SaveFlowResult', {
    description: 'The flow as it is now, or why it stays as it was.',
    types: [flowRef, notFoundRef, conflictRef],
  });
  builder_.mutationField('save_flow', (t) =>
    t.field({
      type: saved,
      authScopes: { permission: 'develop-scripts' },
      description: 'Puts a test run aside, or takes it back.',
      args: {
        id: t.arg.id({ required: true, description: 'Its id.' }),
        archived: t.arg.boolean({ description: 'Whether it is put aside.' }),
      },
      resolve: (_root, { id, archived }, context) => {
        if (typeof archived !== 'boolean') throw badRequest('There is nothing to change: give archived.');
        return archive(context, id, archived);
      },
    }),
  );
}
