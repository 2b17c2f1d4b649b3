import { optional, required } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import { from, id, nullable, object, objects, string, strings } from '../../../graphql/columns.ts';
import { inAccount } from '../../../graphql/context.ts';
import { UUID } from '../../../graphql/cursor.ts';
import { defineObject } from '../../../graphql/object-type.ts';
import { type ChangelistRow, changelistRef, changelistsById } from '../graphql-changelist.ts';
import { fileRef, readOpenedPaths } from '../graphql-files.ts';
import { type FileRow, openFiles } from '../queries.ts';
import { storedFiles } from '../stored-changelist.ts';
import { diffFiles } from './diff-changelists.ts';

const COMPARE = { permission: 'view-diffs-beta' } as const;

type ChangedFile = {
  readonly id: string;
  readonly path: string;
  readonly sha256: string;
  readonly text: string | null;
  readonly original_path: string;
  readonly original_sha256: string;
  readonly original_text: string | null;
};

type Diff = {
  readonly original: ChangelistRow;
  readonly modified: ChangelistRow;
  readonly modified_files: readonly ChangedFile[];
  readonly created_files: readonly FileRow[];
  readonly deleted_files: readonly FileRow[];
  readonly unchanged_files: readonly FileRow[];
};

const changedFileRef = builder.objectRef<ChangedFile>('ModifiedFile');
const diffRef = builder.objectRef<Diff>('ChangelistDiff');

function defineTypes(): void {
  defineObject(changedFileRef, {
    description: 'A file that both changelists have, with another content or path.',
    authScopes: COMPARE,
    columns: {
      id: id('Id of the file, the same in both changelists.'),
      path: string('Path in the modified changelist.'),
      hash: from('sha256', string('SHA-256 of the content there, in hexadecimal.')),
      text: nullable(string('The content there; null unless its path is among draft_opened_paths.')),
      original_path: string('Path in the original changelist; another one when the file was moved.'),
      original_hash: from('original_sha256', string('SHA-256 of the content there, in hexadecimal.')),
      original_text: nullable(string('The content there; null unless its path is among published_opened_paths.')),
    },
  });
  defineObject(diffRef, {
    description: 'How the files of one changelist differ from those of another. Files are sorted by path.',
    authScopes: COMPARE,
    columns: {
      original: object(changelistRef, 'The changelist that is compared with.'),
      modified: object(changelistRef, 'The changelist that is compared.'),
      modified_files: objects(changedFileRef, 'Files of both, with another content or path.'),
      created_files: objects(fileRef, 'Files of the modified changelist only.'),
      deleted_files: objects(fileRef, 'Files of the original changelist only.'),
      unchanged_files: objects(fileRef, 'Files of both with the same content and path.'),
    },
  });
}

/** The comparison of two changelists. */
export function defineDiff(): void {
  defineTypes();
  builder.queryField('changelist_diff', (t) =>
    t.field({
      type: diffRef,
      nullable: true,
      authScopes: COMPARE,
      description:
        'The difference of two changelists, such as a draft from the published version; null when one is missing.',
      args: {
        ...required({
          original_id: id('Id of the changelist that is compared with, such as the published one.'),
          modified_id: id('Id of the changelist that is compared, such as a draft.'),
        }),
        ...optional({
          draft_opened_paths: strings('Paths of the modified changelist whose contents are returned.'),
          published_opened_paths: strings('Paths of the original changelist whose contents are returned.'),
        }),
      },
      resolve: async (_root, args, context) => {
        const ids = { original: args.original_id, modified: args.modified_id };
        if (!UUID.test(ids.original) || !UUID.test(ids.modified)) return null;
        const opened = {
          original: readOpenedPaths('published_opened_paths', args.published_opened_paths),
          modified: readOpenedPaths('draft_opened_paths', args.draft_opened_paths),
        };
        return inAccount(context, async (tx, accountId): Promise<Diff | null> => {
          const rows = await changelistsById(tx, accountId, [ids.original, ids.modified]);
          const [original, modified] = [rows.get(ids.original), rows.get(ids.modified)];
          if (!original || !modified) return null;
          const textsOf = async (side: 'original' | 'modified'): Promise<ReadonlyMap<string, string | null>> =>
            new Map((await openFiles(tx, accountId, ids[side], opened[side])).map(({ path, text }) => [path, text]));
          const texts = { original: await textsOf('original'), modified: await textsOf('modified') };
          const diff = diffFiles(
            await storedFiles(tx, accountId, ids.original),
            await storedFiles(tx, accountId, ids.modified),
          );
          const withText = (side: 'original' | 'modified', files: typeof diff.created): readonly FileRow[] =>
            files.map((file) => ({ ...file, text: texts[side].get(file.path) ?? null }));
          return {
            original,
            modified,
            modified_files: diff.modified.map(({ original: before, modified: after }) => ({
              ...after,
              text: texts.modified.get(after.path) ?? null,
              original_path: before.path,
              original_sha256: before.sha256,
              original_text: texts.original.get(before.path) ?? null,
            })),
            created_files: withText('modified', diff.created),
            deleted_files: withText('original', diff.deleted),
            unchanged_files: withText('modified', diff.unchanged),
          };
        });
      },
    }),
  );
}
