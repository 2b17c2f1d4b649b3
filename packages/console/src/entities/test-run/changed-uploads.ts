import type { Client } from 'urql';
import { PreviewPublishDocument } from '../../api/generated/documents/publish.ts';
import type { PreviewPublishMutationVariables } from '../../api/generated/graphql.ts';
import { runCancellable } from '../../api/run-cancellable.ts';

/**
 * Asks which uploads a draft adds or changes. Nothing is reported when this cannot be computed.
 * @returns cancels the request
 */
export function changedUploads(
  client: Client,
  script: PreviewPublishMutationVariables,
  onChanged: (names: readonly string[]) => void,
): () => void {
  return runCancellable(client, PreviewPublishDocument, script, ({ data }) => {
    const result = data?.preview_publish;
    if (result?.__typename !== 'PublishImpact') return;
    onChanged(result.uploads.filter(({ change }) => change !== 'removed').map(({ name }) => name));
  });
}
