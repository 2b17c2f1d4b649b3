import { type Builder, builder } from '../../graphql/builder.ts';
import { load, reload } from '../../graphql/loaders.ts';
import { Conflict, conflictRef, NotFound, notFoundRef } from '../../graphql/value-types.ts';
import { FLOW, flowRef } from './graphql.ts';

const NOT_FAILED = 'The flow has not failed in processing, so it cannot be tried again.';
const INPUT_FAILED = 'A download that the flow reads has failed. Try that download again, and the flow goes on.';

/** Trying a flow again. */
export function defineFlowRetry(builder_: Builder): void {
  const retried = builder.unionType('RetryFlowResult', {
    description: 'The flow as it is now, or why it stays as it was.',
    types: [flowRef, notFoundRef, conflictRef],
  });
  builder_.mutationField('retry_flow', (t) =>
    t.field({
      type: retried,
      authScopes: { permission: 'manage-pipelines' },
      description: 'Tries the processing of a failed flow again. Its downloads are not repeated.',
      args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
      resolve: async (_root, { id }, context) => {
        const notFound = new NotFound('There is no such flow.');
        if (!(await load(context, FLOW, id))) return notFound;
        const outcome = await context.transfers.retryFlow(context.session, id);
        if (outcome === 'not_found') return notFound;
        if (outcome !== 'ok') return new Conflict(outcome === 'inputs' ? INPUT_FAILED : NOT_FAILED);
        return (await reload(context, FLOW, id)) ?? notFound;
      },
    }),
  );
}
