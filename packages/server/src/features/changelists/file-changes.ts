import { fileExists, filePathProblem, foldersOf } from '@switchboard/model/changelist';
import { fullNumber } from '@switchboard/model/format';
import { LIMITS } from '@switchboard/model/limits';

/** A file of a changelist. Its id stays when it is changed, moved or branched; `sha256` names its content. */
export type StoredFile = { readonly id: string; readonly path: string; readonly sha256: string };

/**
 * One change of a file: a text writes it, null deletes it. With an original path the file is moved from there, and keeps its
 * content when no text is given.
 */
export type FileChange = {
  readonly path: string;
  readonly text?: string | null | undefined;
  readonly originalPath?: string | null | undefined;
  /** Id of a created file that comes from another changelist; absent for a new file. */
  readonly id?: string;
};

/** Content of a changed file: a new text, or the content of the file that was moved there. */
export type WrittenFile = { readonly path: string; readonly id: string | null } & (
  | { readonly text: string }
  | { readonly sha256: string }
);

export type AppliedChanges =
  | {
      readonly kind: 'applied';
      /** Ids of files that are not at their paths any more. */
      readonly removed: readonly string[];
      /** Files that were not at these paths before, or have other contents. The id of a created file is null. */
      readonly written: readonly WrittenFile[];
    }
  | { readonly kind: 'refused'; readonly reason: string };

type Refused = Extract<AppliedChanges, { kind: 'refused' }>;
const refused = (reason: string): Refused => ({ kind: 'refused', reason });

/** Applies changes to the files of a changelist: all or none. All moves and deletions happen before anything is written. */
export function applyFileChanges(files: readonly StoredFile[], changes: readonly FileChange[]): AppliedChanges {
  const before = new Map(files.map((file) => [file.path, file]));
  const kept = new Map<string, StoredFile | WrittenFile>(before);
  const targets = new Set<string>();
  for (const change of changes) {
    const problem = targetProblem(change, targets);
    if (problem !== null) return refused(problem);
    if (!isDeletion(change)) targets.add(change.path);
    const origin = change.originalPath ?? (isDeletion(change) ? change.path : null);
    if (origin !== null && !kept.delete(origin)) return refused(`There is no file ${origin.slice(0, 200)}.`);
  }
  const written: WrittenFile[] = [];
  for (const change of changes) {
    if (isDeletion(change)) continue;
    const file = fileAfter(change, before, kept);
    if (file === null) return refused(fileExists(change.path));
    kept.set(change.path, file);
    written.push(file);
  }
  const problem = treeProblem(kept, written);
  if (problem !== null) return refused(problem);
  const removed = files.filter(({ path, id }) => kept.get(path)?.id !== id).map(({ id }) => id);
  return { kind: 'applied', removed, written };
}

const isDeletion = ({ text, originalPath }: FileChange): boolean => text == null && originalPath == null;

function targetProblem(change: FileChange, targets: ReadonlySet<string>): string | null {
  const { path, text, originalPath } = change;
  if (text === undefined && originalPath == null)
    return `Give the text of ${path.slice(0, 200)}, null to delete it, or the original_path from which it is moved.`;
  if (isDeletion(change)) return null;
  if (targets.has(path)) return fileExists(path.slice(0, 200));
  const problem = filePathProblem(path);
  if (problem !== null) return problem;
  if (text?.includes('\0')) return `${path} contains a null character.`;
  const isLarge = text != null && Buffer.byteLength(text) > LIMITS.scriptFileBytes;
  return isLarge ? `${path} is larger than ${fullNumber(LIMITS.scriptFileBytes)} bytes.` : null;
}

/** The written file; null when another file is at the path to which one is moved. */
function fileAfter(
  { path, text, originalPath, id }: FileChange,
  before: ReadonlyMap<string, StoredFile>,
  kept: ReadonlyMap<string, StoredFile | WrittenFile>,
): WrittenFile | null {
  const present = kept.get(path);
  const moved = originalPath == null ? undefined : before.get(originalPath);
  if (moved === undefined) return { path, id: present?.id ?? id ?? null, text: text ?? '' };
  if (present !== undefined) return null;
  return { path, id: moved.id, ...(text == null ? { sha256: moved.sha256 } : { text }) };
}

function treeProblem(kept: ReadonlyMap<string, unknown>, written: readonly WrittenFile[]): string | null {
  if (kept.size > LIMITS.changelistFiles)
    return `A draft can have ${fullNumber(LIMITS.changelistFiles)} files at most.`;
  if (written.length === 0) return null;
  const folders = new Set([...kept.keys()].flatMap(foldersOf));
  for (const { path } of written) {
    const clash = folders.has(path) ? path : foldersOf(path).find((folder) => kept.has(folder));
    if (clash !== undefined) return `${clash} cannot be both a file and a folder.`;
  }
  return null;
}
