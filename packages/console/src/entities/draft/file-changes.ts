import type { ChangelistChangesQuery } from '../../api/generated/graphql.ts';

type Diff = NonNullable<ChangelistChangesQuery['changelist_diff']>;

export type FileChange = {
  readonly kind: 'Added' | 'Changed' | 'Moved' | 'Deleted';
  readonly path: string;
  /** The former path of a moved file. */
  readonly from?: string;
};

/** The files in which one version differs from another, by path. */
export function fileChanges({ modified_files: modified, created_files: created, deleted_files: deleted }: Diff) {
  const changes: FileChange[] = [
    ...modified.map(
      ({ path, original_path: from }): FileChange =>
        from === path ? { kind: 'Changed', path } : { kind: 'Moved', path, from },
    ),
    ...created.map(({ path }): FileChange => ({ kind: 'Added', path })),
    ...deleted.map(({ path }): FileChange => ({ kind: 'Deleted', path })),
  ];
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1));
}

type Declaration = { readonly declaration_type: string; readonly name: string };

/** The names of the declarations of a kind that only one of two versions has. */
export type DeclarationChanges = { readonly added: readonly string[]; readonly removed: readonly string[] };

/** How the downloads or uploads of one version differ from those of another. */
export function declarationChanges(
  kind: 'import' | 'export',
  { from, to }: { readonly from: readonly Declaration[]; readonly to: readonly Declaration[] },
): DeclarationChanges {
  const namesOf = (all: readonly Declaration[]): ReadonlySet<string> =>
    new Set(all.filter((each) => each.declaration_type === kind).map(({ name }) => name));
  const [before, after] = [namesOf(from), namesOf(to)];
  return {
    added: [...after].filter((name) => !before.has(name)).sort(),
    removed: [...before].filter((name) => !after.has(name)).sort(),
  };
}
