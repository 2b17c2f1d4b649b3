import { PipelineError } from '@switchboard/model/errors/errors';
import type { Parameters } from '@switchboard/model/plan';
import { compileGlob } from '@switchboard/model/text/glob';
import { RE2JS, RE2JSSyntaxException } from 're2js';
import { readParameters } from '../parameters/read-parameters.ts';

/** Longest path of a listed file, in bytes; longer ones are left out. */
const MAX_PATH_BYTES = 1024;

/** Whether a path is plain: no `..`, no empty steps, no control characters, at most 1024 bytes. */
export function isPlainPath(path: string): boolean {
  if (path === '' || Buffer.byteLength(path) > MAX_PATH_BYTES || /\p{Cc}/u.test(path)) return false;
  const steps = path.replace(/^\//, '').split('/');
  return steps.every((step) => step !== '' && step !== '.' && step !== '..');
}

/** Names that programs give to files while they write them. */
const TRANSFER =
  /\.(?:!ut|aria2|crdownload|download|filepart|incomplete|in[-_]?progress|lck|lock|opdownload|part|partial|swp|temp|tmp|uploading|writing)$/i;
/** Names of files that an office program leaves beside one that is open. */
const OFFICE_LOCK = /(?:^|\/)~\$/;

/** Whether a name is that of a transfer under way, and no parameter of the declaration names such files. */
function isTransfer(path: string, parameters: Parameters): boolean {
  const suffix = (OFFICE_LOCK.exec(path)?.[0].slice(-2) ?? TRANSFER.exec(path)?.[0])?.toLowerCase();
  if (suffix === undefined) return false;
  return !Object.values(parameters).some((value) => typeof value === 'string' && value.toLowerCase().includes(suffix));
}

const isHidden = (path: string): boolean => /(?:^|\/)\./.test(path);

/** The filter that a declaration may have besides its path. Throws PARAMETER_INVALID. */
export function filterOf({ name, parameters }: Declared): { readonly pattern?: string; readonly regex?: string } {
  const { string } = readParameters(name, parameters);
  const [pattern, regex] = [string('pattern'), string('regex')];
  return { ...(pattern === undefined ? {} : { pattern }), ...(regex === undefined ? {} : { regex }) };
}

/** Whether the path names the folder to search, rather than files. */
export const hasFilter = (declared: Declared): boolean => Object.keys(filterOf(declared)).length > 0;

/** The glob to walk below the path: a superset of the files that `pattern` or `regex` match; null without either. */
export function walkedPattern(declared: Declared): string | null {
  const { pattern } = filterOf(declared);
  if (pattern === undefined) return hasFilter(declared) ? '**/*' : null;
  const steps = pattern.split('/');
  const crossing = steps.findIndex((step) => step.includes('**'));
  return crossing < 0 ? pattern : [...steps.slice(0, crossing), '**', '*'].join('/');
}

type Declared = { readonly name: string; readonly parameters: Parameters };

/**
 * Returns a predicate on paths below the source's folder: files that match `pattern` or `regex`, all without
 * either. Hidden names fit only a pattern that names one, and names of transfers under way only a declaration that does. Takes time linear in the path, whatever the expression.
 * Throws PARAMETER_INVALID.
 */
export function fileMatcher(name: string, parameters: Parameters): (relative: string) => boolean {
  const fits = filterMatcher(name, parameters);
  return (relative) => isPlainPath(relative) && !isTransfer(relative, parameters) && fits(relative);
}

function filterMatcher(name: string, parameters: Parameters): (relative: string) => boolean {
  const { pattern, regex } = filterOf({ name, parameters });
  if (pattern !== undefined && regex !== undefined)
    readParameters(name, parameters).refuse('regex', 'cannot be combined with pattern');
  if (regex !== undefined) {
    const compiled = compile(regex, name);
    // rsync and others write hidden files whose names are those of the reports with more behind them.
    const takesHidden = /(?:^|[/(|^])\\\./.test(regex);
    return (relative) => (takesHidden || !isHidden(relative)) && compiled.test(relative);
  }
  if (pattern === undefined) return () => true;
  const matches = compileGlob(pattern);
  const takesHidden = isHidden(pattern);
  return (relative) => (takesHidden || !isHidden(relative)) && matches(relative);
}

function compile(regex: string, name: string): RE2JS {
  try {
    return RE2JS.compile(regex);
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    throw invalidRegex(name, error);
  }
}

const invalidRegex = (name: string, error: Error): PipelineError => {
  const reason = `is not a valid regular expression: ${error.message}`;
  return new PipelineError('PARAMETER_INVALID', { name, parameter: 'regex', reason }, { cause: error });
};
