import { type Parameters, PipelineError } from '@switchboard/model';
import { RE2JS, RE2JSSyntaxException } from 're2js';
import { readParameters } from '../fields.ts';

/** Longest path of a listed file, in bytes; longer ones are not taken. */
const LONGEST_PATH = 1024;

/** Whether a path says plainly where it leads: no `..`, no empty steps, no control characters, at most 1024 bytes. */
export function isPlainPath(path: string): boolean {
  if (path === '' || Buffer.byteLength(path) > LONGEST_PATH || /\p{Cc}/u.test(path)) return false;
  const steps = path.replace(/^\//, '').split('/');
  return steps.every((step) => step !== '' && step !== '.' && step !== '..');
}

/** A file pattern as a regular expression: `*` and `?` stay within a step, `**` crosses steps, `**` + `/` is any folders. */
export function patternToRegex(pattern: string): string {
  const text = pattern.replace(/\*\*\/|\*\*|\*|\?|[^*?]+/g, (token) => {
    switch (token) {
      case '**/':
        return '(?:.*/)?';
      case '**':
        return '.*';
      case '*':
        return '[^/]*';
      case '?':
        return '[^/]';
      default:
        return RE2JS.quote(token);
    }
  });
  return `^(?:${text})$`;
}

const isHidden = (path: string): boolean => /(?:^|\/)\./.test(path);

/**
 * Which of a source's files are taken, by their path below its folder: those that fit `pattern` or `regex`, all without
 * either. Hidden names fit only a pattern that names one. Takes time linear in the path, whatever the expression.
 * Throws PARAMETER_INVALID.
 */
export function fileMatcher(name: string, parameters: Parameters): (relative: string) => boolean {
  const read = readParameters(name, parameters);
  const [pattern, regex] = [read.text('pattern'), read.text('regex')];
  if (pattern !== undefined && regex !== undefined) read.refuse('regex', 'cannot be combined with pattern');
  if (regex !== undefined) {
    const compiled = compile(regex, name);
    return (relative) => isPlainPath(relative) && compiled.test(relative);
  }
  if (pattern === undefined) return isPlainPath;
  const compiled = RE2JS.compile(patternToRegex(pattern));
  const takesHidden = isHidden(pattern);
  return (relative) => isPlainPath(relative) && (takesHidden || !isHidden(relative)) && compiled.matches(relative);
}

function compile(regex: string, name: string): RE2JS {
  try {
    return RE2JS.compile(regex);
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    throw noExpression(name, error);
  }
}

const noExpression = (name: string, error: Error): PipelineError => {
  const reason = `is not a valid regular expression: ${error.message}`;
  return new PipelineError('PARAMETER_INVALID', { name, parameter: 'regex', reason }, { cause: error });
};
