import { builder } from '../../graphql/builder.ts';

/** Returned in place of what is published while nothing is. */
export class NoPublishedScriptbook {
  readonly message = 'No scriptbook has been published. Publish some pipelines';
}

export const unpublishedRef = builder.objectRef<NoPublishedScriptbook>('NoPublishedScriptbook');
