import { LIMITS } from '@switchboard/model/limits';
import { optional, required } from '../../graphql/arguments.ts';
import { builder, VIEW } from '../../graphql/builder.ts';
import { boolean, dateTime, id, int, nullable, objects, reference, string } from '../../graphql/columns.ts';
import { inAccount } from '../../graphql/context.ts';
import { changeResult, defineMutation } from '../../graphql/mutation.ts';
import { defineObject } from '../../graphql/object-type.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { conflictRef, notFoundRef } from '../../graphql/value-types.ts';
import { changelistRef } from '../changelists/graphql-changelist.ts';
import { staleRef } from '../changelists/graphql-refusals.ts';
import { PERSON, personRef } from '../users/graphql-person.ts';
import { type CommentRow, type Thread, threadsOf } from './comments.ts';
import { readPlainText, reviewedChangelist } from './review-answers.ts';

const DEVELOP = { permission: 'develop-scripts' } as const;

const threadRef = builder.objectRef<Thread>('DraftThread');
const commentRef = builder.objectRef<CommentRow>('DraftComment');

const COMMENT_COLUMNS = {
  id: id('Opaque identifier.'),
  body: string('Plain text; empty once it is deleted.'),
  created: dateTime('When it was written.'),
  created_by: reference(personRef, PERSON, 'The person who wrote it.'),
  edited: nullable(dateTime('When its text was changed last; null when it was not.')),
  deleted: nullable(dateTime('When it was deleted; null when it was not.')),
};

/** @throws RequestError BAD_REQUEST */
function readBody(text: string): string {
  const body = readPlainText('body', text, LIMITS.draftCommentLength);
  if (body === '') throw badRequest('body must not be blank.');
  return body;
}

function defineTypes(): void {
  defineObject(commentRef, {
    description: 'A comment that answers another one.',
    authScopes: VIEW,
    columns: COMMENT_COLUMNS,
    fields: (t) => ({
      is_mine: t.boolean({
        description: 'Whether you wrote it.',
        resolve: ({ created_by: author }, _args, { session }) => author === session.person.id,
      }),
    }),
  });
  defineObject(threadRef, {
    description: 'A comment on a draft, on the whole of it or on a line of a file, with its answers.',
    authScopes: VIEW,
    columns: {
      ...COMMENT_COLUMNS,
      version: int('The version of the draft that it was written about.'),
      original_path: nullable(string('The file when it was written; null of a comment on the whole draft.')),
      original_line: nullable(int('The line when it was written, from 1; null of a comment on the whole draft.')),
      path: nullable(string('Where the file is now; null of a comment on the whole draft, and when it is outdated.')),
      line: nullable(int('Where the line is now; null of a comment on the whole draft, and when it is outdated.')),
      outdated: boolean('Whether its line or file was changed or removed since.'),
      resolved: nullable(dateTime('When it was resolved; null while it is open.')),
      resolved_by: reference(personRef, PERSON, 'The person who resolved it.'),
      replies: objects(commentRef, 'The answers, the oldest first.'),
    },
    fields: (t) => ({
      is_mine: t.boolean({
        description: 'Whether you wrote it.',
        resolve: ({ created_by: author }, _args, { session }) => author === session.person.id,
      }),
    }),
  });
  builder.objectFields(changelistRef, (t) => ({
    comments: t.field({
      type: [threadRef],
      description: `Its comments, the oldest first; it has at most ${LIMITS.draftComments}.`,
      resolve: (row, _args, context) => inAccount(context, (tx, accountId) => threadsOf(tx, accountId, row.id)),
    }),
  }));
}

/** Comments on drafts. */
export function defineComments(): void {
  defineTypes();
  const result = (name: string) => changeResult(name, 'draft', [changelistRef, staleRef, notFoundRef, conflictRef]);
  const body = string(`Plain text, at most ${LIMITS.draftCommentLength} characters.`);
  defineMutation('comment_changelist', {
    authScopes: DEVELOP,
    description: 'Comments on a draft: on the whole of it, on a line of one of its files, or in answer to a comment.',
    result: result('CommentChangelistResult'),
    args: {
      ...required({
        changelist_id: id('Id of the draft.'),
        version: int('The version of the draft that was read. If it was saved since, no line is commented on.'),
        body,
      }),
      ...optional({
        path: string('Path of a file. Needs line.'),
        line: int('A line of the file, from 1. Needs path.'),
        thread_id: id('The comment that is answered. Without path and line.'),
      }),
    },
    resolve: async ({ changelist_id: changelistId, version, body: text, path, line, thread_id: thread }, context) => {
      if ((path == null) !== (line == null)) throw badRequest('Give path and line together.');
      if (line != null && line < 1) throw badRequest('line must be 1 or more.');
      if (thread != null && path != null) throw badRequest('An answer has no path and line of its own.');
      const place = path == null || line == null ? null : { path, line };
      const comment = { changelistId, version, body: readBody(text), place, threadId: thread ?? null };
      return reviewedChangelist(context, await context.reviews.comment(context.session, comment));
    },
  });
  defineMutation('edit_comment', {
    authScopes: DEVELOP,
    description: 'Changes the text of a comment of your own.',
    result: result('EditCommentResult'),
    args: required({ id: id('Id of the comment.'), body }),
    resolve: async (args, context) =>
      reviewedChangelist(context, await context.reviews.editComment(context.session, args.id, readBody(args.body))),
  });
  defineMutation('delete_comment', {
    authScopes: DEVELOP,
    description: 'Deletes a comment of your own.',
    result: result('DeleteCommentResult'),
    args: required({ id: id('Id of the comment.') }),
    resolve: async (args, context) =>
      reviewedChangelist(context, await context.reviews.deleteComment(context.session, args.id)),
  });
  defineMutation('resolve_comment', {
    authScopes: DEVELOP,
    description: 'Resolves a thread of comments, or opens it again.',
    result: result('ResolveCommentResult'),
    args: required({ id: id('Id of the first comment of the thread.'), resolved: boolean('Whether it is resolved.') }),
    resolve: async (args, context) =>
      reviewedChangelist(context, await context.reviews.resolve(context.session, args.id, args.resolved)),
  });
}
