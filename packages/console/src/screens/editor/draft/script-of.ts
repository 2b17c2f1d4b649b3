import type { PreviewPublishMutationVariables } from '../../../api/generated/graphql.ts';
import type { DraftFiles } from './draft-files.ts';
import type { DraftHead } from './load-draft.ts';

/** A draft with its changes that are not saved, as its effects are asked for. */
export function scriptOf({ id, version }: DraftHead, files: DraftFiles): PreviewPublishMutationVariables {
  const changes = files.changes();
  return { id, version, files: changes.length === 0 ? null : changes };
}
