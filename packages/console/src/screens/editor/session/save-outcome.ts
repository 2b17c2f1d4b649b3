import type { SaveDraftMutation } from '../../../api/generated/graphql.ts';
import type { DraftFiles } from '../draft/draft-files.ts';

/** Action after saving. */
export type SaveAction =
  | { readonly kind: 'save' }
  /** @param title the new title of the draft; null to keep it */
  | { readonly kind: 'publish'; readonly force: boolean; readonly title?: string | null }
  | { readonly kind: 'test'; readonly uploads: readonly string[]; readonly fetchNew: boolean };

export type SaveResult = SaveDraftMutation['save_changelist'];
export type StaleDraft = Extract<SaveResult, { __typename: 'StaleChangelistError' }>;

/** A question that came back instead of a saved draft. */
export type SaveQuestion =
  | { readonly kind: 'stale'; readonly stale: StaleDraft; readonly action: SaveAction }
  | { readonly kind: 'overwrite'; readonly message: string };

const DONE = { save: 'Draft Saved', test: 'Draft Saved and Tests Started', publish: 'Draft Published' } as const;
export const FIX_ERRORS = {
  save: 'Fix Validation Errors.',
  test: 'Cannot initiate Test - Fix Validation Errors.',
  publish: 'Cannot Publish - Fix Validation Errors.',
} as const;
export const UNREACHABLE = {
  save: 'There was a problem saving the Draft.',
  test: 'There was a problem testing the Draft.',
  publish: 'There was a problem saving the Draft.',
} as const;
export const NOT_SAVED = 'There was a problem saving the Draft';

/** The toast about a saved draft. */
export function savedText(
  kind: SaveAction['kind'],
  { compilation_result: { messages } }: Extract<SaveResult, { __typename: 'SaveChangelistOk' }>,
): string {
  const hasWarnings = messages.some(({ type }) => type === 'warning' || type === 'beta');
  return `${DONE[kind]}${hasWarnings ? ' with some warnings.' : ''}`;
}

/** The contents of a draft that an action saves; null when nothing of them changes. */
export function contentsOf(changes: ReturnType<DraftFiles['changes']>, action: SaveAction) {
  const title = action.kind === 'publish' ? (action.title ?? null) : null;
  if (changes.length === 0 && title === null) return null;
  return { ...(changes.length === 0 ? {} : { files: changes }), ...(title === null ? {} : { description: title }) };
}

/** The paths of files that changes write. */
export const writtenPaths = (changes: ReturnType<DraftFiles['changes']>): string[] =>
  changes.flatMap(({ path, text, original_path: origin }) => (text == null && origin == null ? [] : [path]));
