import { optional, required } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import { from, id, int, nullable, object, objects, string } from '../../../graphql/columns.ts';
import { defineMutation } from '../../../graphql/mutation.ts';
import { defineObject } from '../../../graphql/object-type.ts';
import { badRequest } from '../../../graphql/request-error.ts';
import { refusalRef } from '../../../graphql/value-types.ts';
import { SavedChangelist, savedRef } from '../graphql-compilation.ts';
import { REFUSALS, refusalOf } from '../graphql-refusals.ts';
import type { MergeOutcome } from './merge-draft.ts';
import type { Sides } from './merge-files.ts';

const DEVELOP = { permission: 'develop-scripts' } as const;

type Conflict = Extract<MergeOutcome, { kind: 'conflicts' }>['conflicts'][number];

/** Files need a decision before the draft can be merged. */
class MergeConflicts {
  readonly message: string;
  readonly published_id: string;
  readonly conflicts: readonly Conflict[];

  constructor({ publishedId, conflicts }: Extract<MergeOutcome, { kind: 'conflicts' }>) {
    const files = conflicts.length === 1 ? 'One file was' : `${conflicts.length} files were`;
    this.message = `${files} changed in the draft and in the published version. Decide what they contain.`;
    this.published_id = publishedId;
    this.conflicts = conflicts;
  }
}

const conflictsRef = builder.objectRef<MergeConflicts>('MergeConflicts');
const conflictRef = builder.objectRef<Conflict>('MergeConflict');
const textsRef = builder.objectRef<Sides<string | null>>('MergeTexts');

const resolutionInput = builder.inputType('MergeResolution', {
  description: 'Content of a file with a conflict after the merge.',
  fields: (t) => ({
    path: t.string({ required: true, description: 'Path of the conflict.' }),
    text: t.string({ description: 'The whole content; null deletes the file.' }),
  }),
});

function defineTypes(): void {
  defineObject(textsRef, {
    description: 'The contents of a file on each side of a merge; null where it does not exist.',
    authScopes: DEVELOP,
    columns: {
      base: nullable(string('In the version from which the draft was branched.')),
      draft: nullable(string('In the draft.')),
      published: nullable(string('In the published version.')),
    },
  });
  defineObject(conflictRef, {
    description: 'A file that was changed in the draft and in the published version.',
    authScopes: DEVELOP,
    columns: {
      path: string('Path of the file after the merge.'),
      kind: string(
        'text: the same lines were changed; deleted_in_draft, deleted_in_published: changed on the other side; same_path: two files would have the path.',
      ),
      texts: object(textsRef, 'The contents on each side.'),
      merged_text: from(
        'mergedText',
        nullable(string('Merged content, for kind text, with both versions of the changed lines between markers.')),
      ),
    },
  });
  defineObject(conflictsRef, {
    description: 'Files need a decision before the draft can be merged; nothing was changed.',
    authScopes: DEVELOP,
    isTypeOf: (value) => value instanceof MergeConflicts,
    interfaces: [refusalRef],
    columns: {
      message: string('Text to show to the user.'),
      published_id: id('Id of the published version; give it with the resolutions.'),
      conflicts: objects(conflictRef, 'The files, by path.'),
    },
  });
}

/** Merging the published version into a draft. */
export function defineMerge(): void {
  defineTypes();
  defineMutation('merge_changelist', {
    authScopes: DEVELOP,
    description:
      'Merges what was published since a draft was branched into the draft, line by line: all of it, or nothing when conflicts are left.',
    result: {
      name: 'MergeChangelistResult',
      description: 'The draft after the merge, or why it was not merged.',
      types: [savedRef, conflictsRef, ...REFUSALS],
    },
    args: {
      ...required({ changelist_id: id('Id of the draft.'), version: int('The version of the draft that was read.') }),
      ...optional({
        published_id: id('The published version for which conflicts were resolved. Needed with resolutions.'),
      }),
      ...builder.args((t) => ({
        resolutions: t.field({
          type: [resolutionInput],
          description: 'Decisions for conflicts; each path at most once.',
        }),
      })),
    },
    resolve: async (args, context) => {
      const resolutions = new Map((args.resolutions ?? []).map(({ path, text }) => [path, text ?? null]));
      if (resolutions.size > 0 && args.published_id == null)
        throw badRequest('Give published_id: the version for which the conflicts were resolved.');
      const outcome = await context.drafts.merge(context.session, {
        changelistId: args.changelist_id,
        version: args.version,
        publishedId: args.published_id ?? null,
        resolutions,
      });
      if (outcome.kind === 'conflicts') return new MergeConflicts(outcome);
      return outcome.kind === 'merged' ? new SavedChangelist(outcome.changelistId) : refusalOf(outcome);
    },
  });
}
