import { LIMITS } from '@switchboard/model/limits';
import { required } from '../../graphql/arguments.ts';
import { id, string } from '../../graphql/columns.ts';
import { type GraphqlContext, inAccount } from '../../graphql/context.ts';
import { changeResult, changeRow, defineMutation } from '../../graphql/mutation.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { type NotFound, notFoundRef } from '../../graphql/value-types.ts';
import { commentEvent } from '../../journal/comment-event.ts';
import { EVENT, eventRef } from './graphql.ts';
import type { EventRow } from './queries.ts';

const MAX_COMMENT_LENGTH = LIMITS.commentLength;

/** @throws RequestError BAD_REQUEST */
function readComment(text: string): string | null {
  const comment = text.trim();
  if (comment.length > MAX_COMMENT_LENGTH)
    throw badRequest(`comment has ${comment.length} characters; at most ${MAX_COMMENT_LENGTH} are stored. Shorten it.`);
  if (comment.includes('\u0000'))
    throw badRequest('comment contains a NUL character, which cannot be stored. Remove it.');
  return comment === '' ? null : comment;
}

/** Writes the comment of an event in place of an earlier one. */
function saveComment(context: GraphqlContext, eventId: string, text: string): Promise<EventRow | NotFound> {
  const comment = readComment(text);
  return changeRow<EventRow, never>(context, EVENT, { noun: 'event', id: eventId }, async () => {
    const author = comment === null ? null : context.session.person.id;
    await inAccount(context, (tx, accountId) => commentEvent(tx, accountId, eventId, { comment, author }));
    return null;
  });
}

/** The mutation that comments on an event. */
export function defineEventComments(): void {
  defineMutation('save_event', {
    authScopes: { permission: 'manage-pipelines' },
    description: 'Writes the comment of an event, in place of an earlier one.',
    result: changeResult('SaveEventResult', 'event', [eventRef, notFoundRef]),
    args: required({
      id: id('Id of the event.'),
      comment: string(`At most ${MAX_COMMENT_LENGTH} characters. A blank text removes the comment.`),
    }),
    resolve: (input, context) => saveComment(context, input.id, input.comment),
  });
}
