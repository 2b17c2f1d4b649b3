import { optional, required } from '../../graphql/arguments.ts';
import { builder } from '../../graphql/builder.ts';
import { boolean, id, int, string, strings } from '../../graphql/columns.ts';
import { type GraphqlContext, holds } from '../../graphql/context.ts';
import { changeResult, defineMutation } from '../../graphql/mutation.ts';
import { badRequest, RequestError } from '../../graphql/request-error.ts';
import { Conflict, conflictRef, NotFound, notFoundRef } from '../../graphql/value-types.ts';
import { changelistRef, loadChangelist } from './graphql-changelist.ts';
import { SavedChangelist, savedRef } from './graphql-compilation.ts';
import { REFUSALS, refusalOf } from './graphql-refusals.ts';
import type { SaveRequest } from './save-changelist.ts';

const DEVELOP = { permission: 'develop-scripts' } as const;
const PUBLISH = { permission: 'publish-scripts' } as const;

export const fileInput = builder.inputType('ChangelistFileInput', {
  description:
    'One change of a file: a text writes it, null deletes it. With original_path the file is moved, and keeps its content without a text.',
  fields: (t) => ({
    path: t.string({ required: true, description: 'Path of the file after the change.' }),
    text: t.string({ description: 'The whole content; null deletes the file.' }),
    original_path: t.string({ description: 'Path from which the file is moved.' }),
  }),
});

const changelistInput = builder.inputType('ChangelistInput', {
  description: 'Changes to make; the rest stays.',
  fields: (t) => ({
    description: t.string({ description: 'New description, cut to 500 characters.' }),
    files: t.field({ type: [fileInput], description: 'Changes of files; each path at most once. Needs version.' }),
  }),
});

/** @throws RequestError NOT_ALLOWED or BAD_REQUEST */
function actionOf(
  args: {
    readonly action?: string | null | undefined;
    readonly test_exports?: readonly string[] | null | undefined;
    readonly fetch_new_downloads?: boolean | null | undefined;
    readonly force_publish?: boolean | null | undefined;
  },
  context: GraphqlContext,
): SaveRequest['action'] {
  switch (args.action) {
    case undefined:
    case null:
      return null;
    case 'archive':
      return { kind: 'archive' };
    case 'proof':
      if (args.fetch_new_downloads === true && !context.session.mayFetchNewDownloads)
        throw new RequestError('NOT_ALLOWED');
      return {
        kind: 'proof',
        uploads: [...new Set(args.test_exports ?? [])],
        fetchNew: args.fetch_new_downloads ?? false,
      };
    case 'publish':
      if (!holds(context, 'publish-scripts')) throw new RequestError('NOT_ALLOWED');
      return { kind: 'publish', force: args.force_publish ?? false };
    default:
      throw badRequest(`The action can be proof, publish or archive, not ${args.action.slice(0, 100)}.`);
  }
}

function defineSave(): void {
  defineMutation('save_changelist', {
    authScopes: DEVELOP,
    description:
      'Saves files or the description of a draft, then tests, publishes or archives it: all in one transaction, or nothing. Publishing also needs the permission publish-scripts.',
    result: changeResult('SaveChangelistResult', 'changelist', [savedRef, ...REFUSALS]),
    args: {
      ...required({ changelist_id: id('Id of the draft.') }),
      changelist: builder.args((t) => ({
        changelist: t.field({ type: changelistInput, description: 'Changes to make.' }),
      })).changelist,
      ...optional({
        version: int(
          'The version of the draft that was read. If it was saved since, nothing is done. Needed to change files.',
        ),
        action: string(
          'proof: launches test runs; publish: makes the draft the published version; archive: archives it.',
        ),
        test_exports: strings('Names of the upload declarations to test.'),
        fetch_new_downloads: boolean(
          "Whether to download new files from the sources; false by default: production's newest files are loaded again. A service token needs may_fetch_new_downloads.",
        ),
        force_publish: boolean(
          'Whether to publish without the changes of a version that was published since the draft was branched.',
        ),
      }),
    },
    resolve: async (args, context) => {
      const files = (args.changelist?.files ?? []).map(({ path, text, original_path: originalPath }) => ({
        path,
        text,
        originalPath,
      }));
      if (files.length > 0 && args.version == null)
        throw badRequest(
          'Give the version of the draft that was read: without it, a later change would be overwritten.',
        );
      const outcome = await context.drafts.save(context.session, {
        changelistId: args.changelist_id,
        version: args.version ?? null,
        description: args.changelist?.description ?? null,
        files,
        action: actionOf(args, context),
      });
      return outcome.kind === 'saved'
        ? new SavedChangelist(outcome.changelistId, outcome.compilation, outcome.flowIds)
        : refusalOf(outcome);
    },
  });
}

function defineBranch(): void {
  defineMutation('branch_changelist', {
    authScopes: DEVELOP,
    description: 'Creates a draft with the files of another changelist, of the published version by default.',
    result: {
      name: 'BranchChangelistResult',
      description: 'The draft, or why it was not created.',
      types: [changelistRef, notFoundRef, conflictRef],
    },
    args: {
      ...required({ description: string('Description of the draft, cut to 500 characters.') }),
      ...optional({ changelist_id: id('Id of the changelist to branch.') }),
    },
    resolve: async (args, context) => {
      const outcome = await context.drafts.branch(context.session, {
        description: args.description,
        from: args.changelist_id ?? null,
      });
      if (outcome.kind === 'branched') return loadChangelist(context, outcome.changelistId);
      return outcome.kind === 'refused' ? new Conflict(outcome.reason) : new NotFound('There is no such changelist.');
    },
  });
}

function defineRollback(): void {
  defineMutation('rollback_changelist', {
    authScopes: PUBLISH,
    description:
      'Publishes the files of a version that was published before, as a changelist branched from it. Also needs the permission develop-scripts.',
    result: {
      name: 'RollbackChangelistResult',
      description: 'The changelist that is published now, or why none was.',
      types: [savedRef, ...REFUSALS],
    },
    args: {
      ...required({ changelist_id: id('Id of the former version.') }),
      ...optional({
        description: string('Description of the changelist; derived from that of the version by default.'),
      }),
    },
    resolve: async (args, context) => {
      if (!holds(context, 'develop-scripts')) throw new RequestError('NOT_ALLOWED');
      const outcome = await context.drafts.rollBack(context.session, {
        changelistId: args.changelist_id,
        description: args.description ?? null,
      });
      return outcome.kind === 'published' ? new SavedChangelist(outcome.changelistId, outcome) : refusalOf(outcome);
    },
  });
}

/** Defines the mutations of changelists. */
export function defineDraftChanges(): void {
  defineSave();
  defineBranch();
  defineRollback();
}
