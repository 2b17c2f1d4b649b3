import { ERRORS } from '@switchboard/model/errors/errors';
import { administration } from '../../graphql/administration.ts';
import { optional, required } from '../../graphql/arguments.ts';
import { builder } from '../../graphql/builder.ts';
import { boolean, dateTime, int, nullable, string, strings } from '../../graphql/columns.ts';
import { type GraphqlContext, inAdministration } from '../../graphql/context.ts';
import { changeResult, defineMutation } from '../../graphql/mutation.ts';
import { defineObject, hasProperty } from '../../graphql/object-type.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { NotFound, notFoundRef } from '../../graphql/value-types.ts';
import { type FailedSelection, INSTALLATION_CODES, type RetriedPage } from '../../pipeline/recovery/retry-failed.ts';
import { beginRetry } from './retry-failed-work.ts';

const CURSOR = /^(?:download|upload) [0-9a-f-]{36}$/;

const retriedRef = builder.objectRef<RetriedPage>('RetriedWork');

type RetryInput = {
  // Arguments of the type DateTime come as texts.
  readonly from: Date | string;
  readonly to: Date | string;
  readonly causes?: readonly string[] | null | undefined;
  readonly account?: string | null | undefined;
  readonly dry_run?: boolean | null | undefined;
  readonly after?: string | null | undefined;
};

/** @throws RequestError BAD_REQUEST */
function selectionOf({ from, to, causes, account, dry_run: isDryRun }: RetryInput): FailedSelection {
  const unknown = causes?.find((code) => !Object.hasOwn(ERRORS, code));
  if (unknown !== undefined) throw badRequest(`${unknown} is not an error code.`);
  const selection = {
    from: new Date(from),
    to: new Date(to),
    causes: causes ?? INSTALLATION_CODES,
    account: account ?? null,
    isDryRun: isDryRun ?? false,
  };
  if (selection.from > selection.to) throw badRequest('from must not be after to.');
  return selection;
}

async function retry(input: RetryInput, context: GraphqlContext): Promise<RetriedPage | NotFound> {
  const selection = selectionOf(input);
  const after = input.after ?? '';
  if (after !== '' && !CURSOR.test(after)) throw badRequest('after must be next of an earlier answer.');
  const { account, isDryRun } = selection;
  const use = { field: 'retry_failed_work', details: { account, isDryRun } };
  // Each page by itself: a call may begin at any of them.
  const isFound = await inAdministration(context, use, (tx) => beginRetry(tx, context.session, selection));
  if (!isFound) return new NotFound('There is no such active account.');
  return context.installation.retryFailed(selection, context.session.person.name, after);
}

/** The retry of what failed between two times for a cause, in all accounts. */
export function defineRetryOfFailedWork(): void {
  defineObject(retriedRef, {
    description: 'Failed work that was started again.',
    authScopes: { admin: 'manage-accounts' },
    isTypeOf: hasProperty('retried'),
    columns: {
      retried: int('How many were, or of a dry run would be, started again.'),
      left: int('How many were not: a later version exists, or what they are made from has failed.'),
      next: nullable(string('For `after` of the next call; null when there are no more.')),
    },
  });
  defineMutation('retry_failed_work', {
    ...administration('manage-accounts'),
    description:
      'Starts the downloads and uploads again that failed between two times for one of some causes, such as those of an outage, at most 200 a call. What is under way or done is left alone, so that it may be called again.',
    result: changeResult('RetryFailedWorkResult', 'work', [retriedRef, notFoundRef]),
    args: {
      ...required({
        from: dateTime('When the first of them failed.'),
        to: dateTime('The end of the span, which is not part of it.'),
      }),
      ...optional({
        causes: strings(`Error codes; without them ${INSTALLATION_CODES.join(', ')}.`),
        account: string('Url name of an account; all active accounts without it.'),
        dry_run: boolean('Only counts them.'),
        after: string('`next` of the answer before.'),
      }),
    },
    resolve: retry,
  });
}
