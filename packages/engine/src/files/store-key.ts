import { PipelineError } from '@switchboard/model/errors/errors';
import { keyOf } from './stored-content.ts';

/** The top folder of a local store in which objects grow before they are visible; no key may lie in it. */
export const TEMPORARY_FOLDER = 'tmp';

const LONGEST_KEY = 1024;
const LONGEST_SEGMENT = 200;

/** Why a text is not a valid store key; null when it is. */
function keyProblem(key: string): string | null {
  if (key === '') return 'it is empty';
  if (key.length > LONGEST_KEY) return `it is longer than ${LONGEST_KEY} characters`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what the pattern matches.
  if (/[\u0000-\u001f\u007f\\]/.test(key)) return 'it holds a control character or a backslash';
  const segments = key.split('/');
  if (segments.includes('')) return 'it has an empty segment';
  if (segments.some((segment) => segment === '.' || segment === '..')) return 'it has a segment . or ..';
  if (segments.some((segment) => segment.length > LONGEST_SEGMENT)) return 'it has too long a segment';
  if (segments[0] === TEMPORARY_FOLDER) return `it lies in ${TEMPORARY_FOLDER}`;
  return null;
}

/** The key of a reference. Throws STORAGE_FAILED unless it is a relative, slash-separated path below the root. */
export function checkKey(reference: string): string {
  const key = keyOf(reference);
  const problem = keyProblem(key);
  if (problem !== null) throw new PipelineError('STORAGE_FAILED', { reason: `a key was refused because ${problem}` });
  return key;
}
