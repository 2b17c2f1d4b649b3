import { LIMITS } from './limits.ts';
import { withoutDirections } from './presentation/text-problem.ts';

export const CHANGELIST_STATUSES = ['draft', 'proofing', 'running', 'replaced', 'archived'] as const;
/** `proofing`: a draft whose present files were tested. */
export type ChangelistStatus = (typeof CHANGELIST_STATUSES)[number];

/** Statuses of a draft that may be changed, tested and published. */
export const DRAFT_STATUSES: readonly ChangelistStatus[] = ['draft', 'proofing'];
/** Statuses of the published script and of those that it replaced. */
export const PUBLISHED_STATUSES: readonly ChangelistStatus[] = ['running', 'replaced'];

/** Why a changelist that was published is not changed. */
export const PREVIOUSLY_PUBLISHED = 'Cannot act on previously published changelist';
/** Why a changelist that is not a draft any more is not changed. */
export const READ_ONLY_DRAFT = 'You cannot edit published or archived drafts';

/** Why a changelist of this status is not changed; null when it may be. */
export function readOnlyReason(status: ChangelistStatus): string | null {
  if (DRAFT_STATUSES.includes(status)) return null;
  return PUBLISHED_STATUSES.includes(status) ? PREVIOUSLY_PUBLISHED : READ_ONLY_DRAFT;
}

/** A draft's description as it is stored: trimmed and cut, without characters that a database cannot hold or that change its direction. Empty when nothing is left. */
export function draftDescription(text: string): string {
  const trimmed = withoutDirections(text).replaceAll('\0', '').toWellFormed().trim();
  return [...trimmed.slice(0, 2 * LIMITS.draftDescriptionLength)]
    .slice(0, LIMITS.draftDescriptionLength)
    .join('')
    .trim();
}

/** Title of a draft that a person has created and not named. */
export const NEW_DRAFT = 'New Draft';

/** Whether a draft has the title that it was created with. */
export const hasDefaultDescription = (description: string): boolean =>
  description === NEW_DRAFT || description.startsWith('Version Created on ');

export const EMPTY_DESCRIPTION = 'Draft description cannot be empty';

/** The message for a second file of the same path. */
export const fileExists = (path: string): string => `A file named ${path} already exists.`;

const FORBIDDEN = /[\p{Cc}\p{Cs}\\]/u;

/**
 * Validates the path of a script file; null when it is valid. A path is names separated by slashes; any extension is
 * allowed.
 */
export function filePathProblem(path: string): string | null {
  if (path === '') return 'A file must have a name.';
  const names = path.split('/');
  if (names.some((name) => name.startsWith('$'))) return 'File name cannot start with $';
  if (path.length > LIMITS.filePathLength) return `A path can have ${LIMITS.filePathLength} characters at most.`;
  if (FORBIDDEN.test(path)) return 'A path cannot contain a backslash or a control character.';
  if (names.some((name) => name.trim() !== name || name === ''))
    return 'Each folder and file must have a name that does not start or end with a space.';
  return names.some((name) => name === '.' || name === '..') ? 'A path cannot contain . or .. as a name.' : null;
}

/** The folders above a file, from the nearest: `a/b/c` has `a/b` and `a`. */
export function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) folders.push(path.slice(0, end));
  return folders;
}
