import {
  AnswerReviewDocument,
  CommentDraftDocument,
  DeleteCommentDocument,
  EditCommentDocument,
  RequestReviewDocument,
  ResolveCommentDocument,
} from '../../../api/generated/documents/review.ts';
import { useMutationAction } from '../../../api/use-mutation-action.ts';

/** A line of a file at the server, from 1. */
export type Place = { readonly path: string; readonly line: number };

export type ReviewActions = {
  readonly isPending: boolean;
  /** Each resolves to whether it has happened. */
  readonly comment: (body: string, place: Place | null) => Promise<boolean>;
  readonly reply: (thread: string, body: string) => Promise<boolean>;
  readonly edit: (comment: string, body: string) => Promise<boolean>;
  readonly remove: (comment: string) => Promise<boolean>;
  readonly resolve: (thread: string, resolved: boolean) => Promise<boolean>;
  readonly request: (note: string) => Promise<boolean>;
  readonly answer: (answer: 'approve' | 'request_changes', note: string) => Promise<boolean>;
};

/** Actions on a draft of others. Outcomes are toasts. */
export function useReviewActions(id: string, version: number): ReviewActions {
  const options = (text: string) => ({ done: () => text });
  const comments = useMutationAction(CommentDraftDocument, options('Comment added'));
  const edits = useMutationAction(EditCommentDocument, options('Comment saved'));
  const removals = useMutationAction(DeleteCommentDocument, options('Comment deleted'));
  const resolutions = useMutationAction(ResolveCommentDocument, {
    done: (_data, { resolved }) => (resolved ? 'Comment resolved' : 'Comment reopened'),
  });
  const requests = useMutationAction(RequestReviewDocument, options('Review requested'));
  const answers = useMutationAction(AnswerReviewDocument, {
    done: (_data, { answer }) => (answer === 'approve' ? 'Draft approved' : 'Changes requested'),
  });
  const isDone = async (outcome: Promise<unknown>): Promise<boolean> => (await outcome) !== null;
  return {
    isPending: [comments, edits, removals, resolutions, requests, answers].some(({ isPending }) => isPending),
    comment: (body, place) => isDone(comments.run({ id, version, body, ...place })),
    reply: (thread, body) => isDone(comments.run({ id, version, body, thread })),
    edit: (comment, body) => isDone(edits.run({ id: comment, body })),
    remove: (comment) => isDone(removals.run({ id: comment })),
    resolve: (thread, resolved) => isDone(resolutions.run({ id: thread, resolved })),
    request: (note) => isDone(requests.run({ id, version, note })),
    answer: (answer, note) => isDone(answers.run({ id, version, answer, note })),
  };
}
