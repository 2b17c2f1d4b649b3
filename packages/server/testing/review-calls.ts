import type { Client } from './graphql-server.ts';

export type ReviewedAnswer = {
  readonly __typename: string;
  readonly message?: string;
  readonly id?: string;
};

const REVIEWED = `__typename ... on Changelist { id } ... on StaleChangelistError { message } ... on NotFoundError { message }
  ... on ConflictError { message }`;

/** Approves a version of a draft, or asks for changes. */
export async function answerReview(
  as: Client,
  id: string,
  version: number,
  answer: 'approve' | 'request_changes' = 'approve',
  note = '',
): Promise<ReviewedAnswer> {
  const text = `mutation ($id: ID!, $version: Int!, $answer: String!, $note: String) {
    reviewed: review_changelist(changelist_id: $id, version: $version, answer: $answer, note: $note) { ${REVIEWED} } }`;
  return (await as.data<{ reviewed: ReviewedAnswer }>(text, { id, version, answer, note })).reviewed;
}

export async function requestReview(as: Client, id: string, version: number, note = ''): Promise<ReviewedAnswer> {
  const text = `mutation ($id: ID!, $version: Int!, $note: String) {
    reviewed: request_review(changelist_id: $id, version: $version, note: $note) { ${REVIEWED} } }`;
  return (await as.data<{ reviewed: ReviewedAnswer }>(text, { id, version, note })).reviewed;
}

export type CommentArguments = {
  readonly version: number;
  readonly body: string;
  readonly path?: string;
  readonly line?: number;
  readonly thread_id?: string;
};

export async function commentOn(as: Client, id: string, comment: CommentArguments): Promise<ReviewedAnswer> {
  const text = `mutation ($id: ID!, $version: Int!, $body: String!, $path: String, $line: Int, $thread_id: ID) {
    commented: comment_changelist(changelist_id: $id, version: $version, body: $body, path: $path, line: $line,
      thread_id: $thread_id) { ${REVIEWED} } }`;
  return (await as.data<{ commented: ReviewedAnswer }>(text, { id, ...comment })).commented;
}

/** Changes a comment: its text, whether it is resolved, or (without either) deletes it. */
export async function changeComment(
  as: Client,
  id: string,
  change: { readonly body: string } | { readonly resolved: boolean } | null,
): Promise<ReviewedAnswer> {
  const call =
    change === null
      ? 'delete_comment(id: $id)'
      : 'body' in change
        ? `edit_comment(id: $id, body: ${JSON.stringify(change.body)})`
        : `resolve_comment(id: $id, resolved: ${change.resolved})`;
  const text = `mutation ($id: ID!) { changed: ${call} { ${REVIEWED} } }`;
  return (await as.data<{ changed: ReviewedAnswer }>(text, { id })).changed;
}

export async function setApproval(as: Client, isRequired: boolean): Promise<void> {
  await as.data(`mutation { save_publish_settings(requires_approval: ${isRequired}) { requires_approval } }`);
}
