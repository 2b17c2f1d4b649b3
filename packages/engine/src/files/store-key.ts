import { PipelineError } from '@switchboard/model';

/** The top folder of a local store in which objects grow before they are visible; no key may lie in it. */
export const TEMPORARY_FOLDER = 'tmp';

const LONGEST_KEY = 1024;
const LONGEST_SEGMENT = 200;

/** Why a text is no key of the store; null when it is one. */
function keyProblem(key: string): string | null {
  if (key === '') return 'it is empty';
  if (key.length > LONGEST_KEY) return `it is longer than ${LONGEST_KEY} characters`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  if (/[\u0000-\u001f\u007f\\]/.test(key)) return 'it holds a control character or a backslash';
  const segments = key.split('/');
  if (segments.includes('')) return 'it has an empty segment';
  if (segments.some((segment) => segment === '.' || segment === '..')) return 'it has a segment . or ..';
  if (segments.some((segment) => segment.length > LONGEST_SEGMENT)) return 'it has too long a segment';
  if (segments[0] === TEMPORARY_FOLDER) return `it lies in ${TEMPORARY_FOLDER}`;
  return null;
}

/** Throws STORAGE_FAILED for what is no key: a relative, slash-separated path below the root. */
export function checkKey(key: string): void {
  const problem = keyProblem(key);
  if (problem !== null) throw new PipelineError('STORAGE_FAILED', { reason: `a key was refused because ${problem}` });
}
