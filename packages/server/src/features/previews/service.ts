import { recordRowsShown } from '../../audit/record-rows-read.ts';
import { UUID } from '../../graphql/cursor.ts';
import type { Session } from '../../identity/session.ts';
import type { EditedScript } from './draft-plan.ts';
import { type PreviewOutcome, type PreviewParts, previewScriptTable } from './preview-table.ts';

/** Use cases that evaluate a script without effects. */
export type PreviewActions = {
  /** The first rows of a table of a script as it stands in an editor. */
  table(
    session: Session,
    request: Omit<EditedScript, 'accountId'> & { readonly table: string; readonly signal: AbortSignal },
  ): Promise<PreviewOutcome>;
};

declare module '../../graphql/context.ts' {
  interface GraphqlServices {
    readonly previews: PreviewActions;
  }
}

export function createPreviewActions(parts: PreviewParts): PreviewActions {
  return {
    async table({ accountId, person }, request) {
      if (accountId === null || !UUID.test(request.changelistId)) return { kind: 'not_found' };
      const outcome = await previewScriptTable(parts, { ...request, accountId, personId: person.id });
      if (outcome.kind === 'preview')
        await parts.database.withAccount(accountId, (tx) =>
          recordRowsShown(tx, accountId, {
            kind: 'rows_previewed',
            target: { kind: 'table', name: outcome.table },
            file: 'preview',
          }),
        );
      return outcome;
    },
  };
}
