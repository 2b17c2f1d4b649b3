import { recordRowsShown } from '../../audit/record-rows-read.ts';
import { UUID } from '../../graphql/cursor.ts';
import type { Session } from '../../identity/session.ts';
import { runningScript } from '../changelists/stored-changelist.ts';
import type { EditedScript, NoPlan } from '../previews/draft-plan.ts';
import type { PreviewParts } from '../previews/preview-table.ts';
import { type ImpactOutcome, impactRows } from './impact-rows.ts';
import { type ScriptChanges, scriptChanges } from './script-changes.ts';

export type PublishImpact = ScriptChanges & {
  readonly kind: 'impact';
  /** The published changelist; null when none is. */
  readonly publishedId: string | null;
};

type Script = Omit<EditedScript, 'accountId'>;

/** Use cases that predict the effects of publishing a draft, without changes. */
export type ImpactActions = {
  changes(session: Session, script: Script): Promise<PublishImpact | NoPlan>;
  /** How the rows of an upload would differ from those delivered for its newest report date. */
  rows(
    session: Session,
    request: Script & { readonly upload: string; readonly signal: AbortSignal },
  ): Promise<ImpactOutcome>;
};

declare module '../../graphql/context.ts' {
  interface GraphqlServices {
    readonly impact: ImpactActions;
  }
}

export function createImpactActions(parts: PreviewParts): ImpactActions {
  return {
    async changes({ accountId }, script) {
      if (accountId === null || !UUID.test(script.changelistId)) return { kind: 'not_found' };
      return parts.database.withAccount(accountId, async (tx): Promise<PublishImpact | NoPlan> => {
        const compiled = await parts.compile(tx, { ...script, accountId });
        if (compiled.kind !== 'compiled') return compiled;
        const running = await runningScript(tx, accountId);
        return {
          kind: 'impact',
          publishedId: running?.changelistId ?? null,
          ...scriptChanges(running?.plan ?? null, compiled.plan),
        };
      });
    },
    async rows({ accountId, person }, request) {
      if (accountId === null || !UUID.test(request.changelistId)) return { kind: 'not_found' };
      const outcome = await impactRows(parts, { ...request, accountId, personId: person.id });
      if (outcome.kind === 'compared')
        await parts.database.withAccount(accountId, (tx) =>
          recordRowsShown(tx, accountId, {
            kind: 'rows_previewed',
            target: { kind: 'upload', name: outcome.upload },
            file: 'difference',
          }),
        );
      return outcome;
    },
  };
}
