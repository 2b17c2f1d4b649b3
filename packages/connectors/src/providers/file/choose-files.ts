import { PipelineError } from '@switchboard/model';
import { RE2JS, RE2JSSyntaxException } from 're2js';
import { readParameters } from '../../fields.ts';
import type { SourceRequest } from '../../spec.ts';
import { matchesStep } from './match-path.ts';

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** What a download says about which files of its folder it takes, besides the path. */
export type FileChoice = {
  /** Pattern below the path; null when the path itself says it all. */
  readonly pattern: string | null;
  /** Whether a file is taken, by its path below the folder. */
  readonly takes: (path: string) => boolean;
};

/** Reads `pattern`, `regex` and `datetime_pattern`. Throws PARAMETER_INVALID. */
export function chooseFiles(request: SourceRequest): FileChoice {
  const read = readParameters(request.name, request.parameters);
  const [pattern, regex, dates] = [read.text('pattern'), read.text('regex'), read.text('datetime_pattern')];
  if (pattern !== undefined && regex !== undefined) read.refuse('regex', 'cannot be combined with pattern');
  const matcher = regex === undefined ? null : compiled(regex, request.name);
  const forms = dates === undefined || request.reportDate === null ? null : dateForms(dates, request.reportDate);
  return {
    pattern: pattern ?? (regex === undefined ? null : '**/*'),
    takes: (path) => {
      const name = path.split('/').at(-1)?.toLowerCase() ?? '';
      return (matcher?.test(path) ?? true) && (forms?.some((form) => matchesStep(name, `*${form}*`)) ?? true);
    },
  };
}

function compiled(regex: string, name: string): RE2JS {
  try {
    return RE2JS.compile(regex);
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    throw invalidRegex(name, error.message);
  }
}

const invalidRegex = (name: string, reason: string): PipelineError =>
  new PipelineError('PARAMETER_INVALID', { name, parameter: 'regex', reason: `is no regular expression: ${reason}` });

/**
 * How a report date (yyyy-MM-dd) may stand in a file's name by a pattern of the tokens YYYY YY MM M DD D HH: lower-case
 * patterns with `*` and `?`. MM also matches a month's name; hours match any two characters.
 */
export function dateForms(pattern: string, reportDate: string): readonly string[] {
  const [year = '', month = '', day = ''] = reportDate.split('-');
  const monthName = MONTHS[Number(month) - 1] ?? '';
  const months = pattern.includes('MM') ? [month, monthName.slice(0, 3), monthName] : [month];
  return months.map((spelling) =>
    pattern
      .replace(/YYYY|YY|MM|M|DD|D|HH|[^A-Z]+|[A-Z]/g, (token) => {
        switch (token) {
          case 'YYYY':
            return year;
          case 'YY':
            return year.slice(2);
          case 'MM':
            return spelling;
          case 'M':
            return String(Number(month));
          case 'DD':
            return day;
          case 'D':
            return String(Number(day));
          case 'HH':
            return '??';
          default:
            return token;
        }
      })
      .toLowerCase(),
  );
}
