import { fileExists, filePathProblem, foldersOf } from '@switchboard/model/changelist';
import { fullNumber } from '@switchboard/model/format';
import { LIMITS } from '@switchboard/model/limits';

/** Purpose of an entered path: a new file or folder, or the new place of one. */
export type Entry =
  | { readonly kind: 'file'; readonly initial: string }
  | { readonly kind: 'folder'; readonly initial: string }
  | { readonly kind: 'rename'; readonly initial: string; readonly isFolder: boolean };

/** The paths that are moved when a file or a folder gets another path, from and to. */
export function movesOf(from: string, to: string, isFolder: boolean, paths: readonly string[]): [string, string][] {
  if (!isFolder) return [[from, to]];
  return paths.filter((path) => path.startsWith(`${from}/`)).map((path) => [path, to + path.slice(from.length)]);
}

/** Returns the problem of an entered path; null for a valid one. */
export function entryProblem(entered: string, entry: Entry, paths: readonly string[]): string | null {
  const path = entered.trim();
  if (entry.kind === 'rename' && path === entry.initial) return null;
  const problem = filePathProblem(path);
  if (problem !== null) return problem;
  if (entry.kind === 'folder')
    return paths.some((other) => other === path || other.startsWith(`${path}/`)) ? fileExists(path) : null;
  const moves: [string, string][] =
    entry.kind === 'rename' ? movesOf(entry.initial, path, entry.isFolder, paths) : [['', path]];
  const moved = new Set(moves.map(([from]) => from));
  const kept = new Set(paths.filter((other) => !moved.has(other)));
  const folders = new Set([...kept].flatMap(foldersOf));
  for (const [, target] of moves) {
    if (kept.has(target)) return fileExists(target);
    const clash = folders.has(target) ? target : foldersOf(target).find((folder) => kept.has(folder));
    if (clash !== undefined) return `${clash} cannot be both a file and a folder.`;
    const tooLong = filePathProblem(target);
    if (tooLong !== null) return tooLong;
  }
  const isFull = entry.kind === 'file' && paths.length >= LIMITS.changelistFiles;
  return isFull ? `A draft can have ${fullNumber(LIMITS.changelistFiles)} files at most.` : null;
}
