import { textProblem } from '@switchboard/model/presentation/text-problem';
import type { GraphqlContext } from '../../graphql/context.ts';
import { reload } from '../../graphql/loaders.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { Conflict, NotFound } from '../../graphql/value-types.ts';
import { CHANGELIST, type ChangelistRow } from '../changelists/graphql-changelist.ts';
import { StaleChangelist } from '../changelists/graphql-refusals.ts';
import type { ReviewOutcome } from './service.ts';

/** The changelist after a change of its review, or why it was not changed. */
export async function reviewedChangelist(
  context: GraphqlContext,
  outcome: ReviewOutcome,
): Promise<ChangelistRow | StaleChangelist | NotFound | Conflict> {
  switch (outcome.kind) {
    case 'done':
      return (await reload(context, CHANGELIST, outcome.changelistId)) ?? new NotFound('There is no such changelist.');
    case 'not_found':
      return new NotFound('There is no such comment or draft.');
    case 'stale':
      return new StaleChangelist(outcome);
    case 'refused':
      return new Conflict(outcome.reason);
  }
}

/** @throws RequestError BAD_REQUEST */
export function readPlainText(name: string, text: string, limit: number): string {
  const trimmed = text.trim().toWellFormed();
  const problem = textProblem(name, trimmed, limit);
  if (problem !== null) throw badRequest(problem);
  return trimmed;
}
