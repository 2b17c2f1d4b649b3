import { readAccountPage } from '../../../graphql/account-fields.ts';
import { optional, required } from '../../../graphql/arguments.ts';
import { builder, VIEW } from '../../../graphql/builder.ts';
import { boolean, id, strings } from '../../../graphql/columns.ts';
import { defineConnection, pageArguments } from '../../../graphql/connection.ts';
import { type GraphqlContext, inAccount } from '../../../graphql/context.ts';
import { changeResult, changeRow, defineMutation } from '../../../graphql/mutation.ts';
import { readPage } from '../../../graphql/paging.ts';
import { badRequest } from '../../../graphql/request-error.ts';
import { Conflict, conflictRef, type NotFound, notFoundRef, sortDirectionRef } from '../../../graphql/value-types.ts';
import { archiveTestRun } from '../../../pipeline/state/flow-rows.ts';
import { FLOW, flowRef } from './graphql.ts';
import type { FlowRow } from './queries.ts';
import { FLOW_SORTS, flowFilter, listFlows } from './queries-list.ts';

const PAGE_SIZE = 10;

/** Archives a test run, or restores it. */
function archive(context: GraphqlContext, id: string, archived: boolean): Promise<FlowRow | NotFound | Conflict> {
  return changeRow(context, FLOW, { noun: 'flow', id }, async ({ purpose }) => {
    if (purpose !== 'proof') return new Conflict('Only test runs can be archived.');
    await inAccount(context, (tx, accountId) => archiveTestRun(tx, accountId, id, archived));
    return null;
  });
}

/** The lists of flows, and archiving test runs. */
export function defineFlowLists(): void {
  const connection = defineConnection('Flow', flowRef, VIEW);
  builder.queryField('flows', (t) =>
    t.field({
      type: connection,
      authScopes: VIEW,
      description:
        'Flows of the account, sorted by launch; those of a backfill by report date. Filters combine with AND.',
      args: {
        ...pageArguments(PAGE_SIZE),
        sortDirection: t.arg({ type: sortDirectionRef, description: 'DESC by default.' }),
        ...optional({
          backfill_id: id('Only flows of this backfill.'),
          purpose: strings('production, backfill, proof.'),
          archived: boolean('Only archived flows, or only the others.'),
          status: strings('queued, running, succeeded, failed, cancelled, a phase in progress, or a status.'),
          phase: strings('downloading, processing or uploading: the phase in progress; or succeeded.'),
        }),
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
  defineMutation('save_flow', {
    authScopes: { permission: 'develop-scripts' },
    description: 'Archives a test run, or restores it.',
    result: changeResult('SaveFlowResult', 'flow', [flowRef, notFoundRef, conflictRef]),
    args: { ...required({ id: id('Id of the flow.') }), ...optional({ archived: boolean('Whether it is archived.') }) },
    resolve: ({ id, archived }, context) => {
      if (typeof archived !== 'boolean') throw badRequest('There is nothing to change: give archived.');
      return archive(context, id, archived);
    },
  });
}
