import { pairFiles } from '../diff/diff-changelists.ts';
import type { FileChange, StoredFile } from '../file-changes.ts';
import { mergeText } from './merge-text.ts';

/** The files of the published script from which a draft was branched, of the draft, and of the script that is published now. */
export type Sides<Of> = { readonly base: Of; readonly draft: Of; readonly published: Of };

/** One file as each side has it. */
export type FileSides = Sides<StoredFile | null>;

/**
 * Why a file cannot be merged: both changed the same lines, one deleted what the other changed, or two files would have one
 * path.
 */
export type ConflictKind = 'text' | 'deleted_in_draft' | 'deleted_in_published' | 'same_path';

export type FileConflict = FileSides & {
  readonly kind: ConflictKind;
  /** The path at which the merged file stands. */
  readonly path: string;
  /** The file with conflict markers around the versions of both; null without a conflict to mark. */
  readonly mergedText: string | null;
  /** The file of the draft that the published script moved to the path of another file of the draft; deleted with the resolution. */
  readonly replaced: StoredFile | null;
};

export type MergedFiles = {
  /** Changes to the draft that merge both sides. */
  readonly changes: readonly FileChange[];
  /** By path. */
  readonly conflicts: readonly FileConflict[];
};

/** The texts that a merge needs, by hash. */
export type Texts = ReadonlyMap<string, string>;

/** Each file of the three changelists once. */
export function alignFiles({ base, draft, published }: Sides<readonly StoredFile[]>): FileSides[] {
  const inDraft = invert(pairFiles(base, draft));
  const inPublished = invert(pairFiles(base, published));
  const known = new Set([...inDraft.values(), ...inPublished.values()]);
  const created = {
    draft: draft.filter((file) => !known.has(file)),
    published: published.filter((file) => !known.has(file)),
  };
  const both = pairFiles(created.published, created.draft);
  const paired = new Set(both.values());
  return [
    ...base.map((file) => ({ base: file, draft: inDraft.get(file) ?? null, published: inPublished.get(file) ?? null })),
    ...created.draft.map((file) => ({ base: null, draft: file, published: both.get(file) ?? null })),
    ...created.published
      .filter((file) => !paired.has(file))
      .map((file) => ({ base: null, draft: null, published: file })),
  ];
}

/** Hashes of the contents that merging these files reads. */
export function neededTexts(files: readonly FileSides[]): string[] {
  const changed = files.filter(({ draft, published }) => draft?.sha256 !== published?.sha256);
  return [
    ...new Set(
      changed.flatMap(({ base, draft, published }) => [base, draft, published].flatMap((file) => file?.sha256 ?? [])),
    ),
  ];
}

/**
 * Merges the changes of the published script into a draft, file by file.
 * @param resolutions what the person decided for conflicts, by path: a text, or null to delete the file
 */
export function mergeFiles(
  files: readonly FileSides[],
  texts: Texts,
  resolutions: ReadonlyMap<string, string | null>,
): MergedFiles {
  const outcomes = withoutSharedPaths(files.map((sides) => mergeFile(sides, texts)));
  const changes: FileChange[] = [];
  const conflicts: FileConflict[] = [];
  for (const outcome of outcomes) {
    if (!('kind' in outcome)) {
      changes.push(...changeOf(outcome, texts));
      continue;
    }
    const text = resolutions.get(outcome.path);
    if (text === undefined) conflicts.push(outcome);
    else changes.push(...changeOf({ ...outcome, text }, texts), ...deletionOf(outcome.replaced));
  }
  return { changes, conflicts: conflicts.toSorted((one, other) => (one.path < other.path ? -1 : 1)) };
}

/** A merged file: its path and text. A text of null deletes it; without a text it keeps the draft's. */
type MergedFile = FileSides & { readonly path: string; readonly text?: string | null };

function mergeFile(sides: FileSides, texts: Texts): MergedFile | FileConflict {
  const { base, draft, published } = sides;
  const textOf = (file: StoredFile): string => texts.get(file.sha256) ?? '';
  const conflict = (kind: ConflictKind, path: string, mergedText: string | null = null): FileConflict => ({
    ...sides,
    kind,
    path,
    mergedText,
    replaced: null,
  });
  if (draft && published) {
    const path = draft.path === base?.path ? published.path : draft.path;
    if (draft.sha256 === published.sha256) return { ...sides, path };
    const merged = mergeText(base ? textOf(base) : '', textOf(draft), textOf(published));
    return merged.kind === 'merged' ? { ...sides, path, text: merged.text } : conflict('text', path, merged.text);
  }
  const left = draft ?? published;
  if (left === null) return { ...sides, path: base?.path ?? '', text: null };
  if (base === null) return { ...sides, path: left.path, ...(draft ? {} : { text: textOf(left) }) };
  if (left.path === base.path && left.sha256 === base.sha256) return { ...sides, path: left.path, text: null };
  return conflict(draft ? 'deleted_in_published' : 'deleted_in_draft', left.path);
}

/** Makes one conflict of two files that would have one path: the draft's, and the one that the published script put there. */
function withoutSharedPaths(outcomes: readonly (MergedFile | FileConflict)[]): (MergedFile | FileConflict)[] {
  const present = outcomes.filter((outcome) => 'kind' in outcome || outcome.text !== null);
  const shared = [...Map.groupBy(present, ({ path }) => path)].filter(([, group]) => group.length > 1);
  const dropped = new Set(shared.flatMap(([, group]) => group));
  const conflicts = shared.map(([path, group]): FileConflict => {
    const own = group.find(({ draft }) => draft?.path === path);
    const other = group.find((outcome) => outcome !== own);
    const sides = { base: null, draft: own?.draft ?? null, published: other?.published ?? null };
    return { ...sides, kind: 'same_path', path, mergedText: null, replaced: other?.draft ?? null };
  });
  return [...outcomes.filter((outcome) => !dropped.has(outcome)), ...conflicts];
}

/** The change of the draft that makes a file what it is after the merge. */
function changeOf({ draft, published, path, text }: MergedFile, texts: Texts): FileChange[] {
  if (text === null) return deletionOf(draft);
  if (draft === null) return [{ path, text: text ?? '', ...(published ? { id: published.id } : {}) }];
  const written = text === undefined || texts.get(draft.sha256) === text ? {} : { text };
  if (draft.path !== path) return [{ path, originalPath: draft.path, ...written }];
  return 'text' in written ? [{ path, ...written }] : [];
}

const deletionOf = (file: StoredFile | null): FileChange[] => (file ? [{ path: file.path, text: null }] : []);

const invert = (pairs: ReadonlyMap<StoredFile, StoredFile>): ReadonlyMap<StoredFile, StoredFile> =>
  new Map([...pairs].map(([file, before]) => [before, file]));
