import { PipelineError } from '@switchboard/model/errors/errors';
import {
  COMPRESSIONS,
  type Compression,
  FILE_FORMATS,
  type FileFormatName,
  TEXT_ENCODINGS,
  type TextEncoding,
} from '@switchboard/model/file-formats';
import type { Parameters, PlanValue } from '@switchboard/model/plan';
import {
  DECIMAL_SEPARATORS,
  GROUP_SEPARATORS,
  type NumberSeparators,
  numberSeparators,
} from '@switchboard/model/values/number-separators';
import { RE2JS, RE2JSSyntaxException } from 're2js';

/** The file parameters of a declaration. Null: detected from the file. */
export type FileOptions = {
  readonly format: FileFormatName | null;
  readonly compression: Compression | null;
  readonly encoding: TextEncoding | null;
  /** The encoding that came with the file, as TextDecoder has it; it counts where none is declared. */
  readonly charset: string | null;
  readonly delimiter: string | null;
  readonly quote: string | null;
  readonly escape: string | null;
  readonly header: boolean;
  readonly skipRows: number;
  readonly skipFooter: number;
  /** Regular expression of last lines that are left out; null: none. */
  readonly footer: string | null;
  readonly nullValues: readonly string[];
  /** Separators of numbers in columns that declare none of their own; null: a point and no groups. */
  readonly separators: NumberSeparators | null;
  /** Keys to the rows of a JSON answer, or elements down to that of a row in XML. */
  readonly records: readonly string[];
  /** Whether a document without anything there has no rows. */
  readonly mayLackRecords: boolean;
  /** Whether a document may say that some of its rows are missing. */
  readonly mayBePartial: boolean;
  /** A sheet's name, or its number from 1. */
  readonly sheet: string | null;
};

const NAMED_CHARACTERS: Readonly<Record<string, string>> = {
  tab: '\t',
  '\\t': '\t',
  comma: ',',
  semicolon: ';',
  pipe: '|',
};

/** Reads the file parameters of a declaration. Throws PARAMETER_INVALID naming the declaration and the parameter. */
export function fileOptions(name: string, parameters: Parameters): FileOptions {
  const refuse = (parameter: string, reason: string): never => {
    throw new PipelineError('PARAMETER_INVALID', { name, parameter, reason });
  };
  const oneOf = <T extends string>(parameter: string, values: readonly T[]): T | null => {
    const given = parameters[parameter];
    if (given === undefined || given === null) return null;
    const found = values.find((value) => typeof given === 'string' && given.toLowerCase() === value);
    return found ?? refuse(parameter, `must be one of ${values.join(', ')}`);
  };
  const character = (parameter: string): string | null => {
    const given = parameters[parameter];
    if (given === undefined || given === null || given === '') return null;
    const value = typeof given === 'string' ? (NAMED_CHARACTERS[given.toLowerCase()] ?? given) : '';
    if (!/^[\t\x20-\x7e]$/.test(value)) return refuse(parameter, 'must be a single ASCII character');
    return value;
  };
  const count = (parameter: string): number => {
    const given = parameters[parameter] ?? 0;
    if (typeof given !== 'number' || !Number.isInteger(given) || given < 0)
      return refuse(parameter, 'must be a whole number from 0');
    return given;
  };
  const header = parameters['header'] ?? true;
  if (typeof header !== 'boolean') return refuse('header', 'must be true or false');
  const quote = parameters['quote'] === '' ? '' : (character('quote') ?? '"');
  const options: FileOptions = {
    format: oneOf('format', FILE_FORMATS),
    compression: oneOf('compression', COMPRESSIONS),
    encoding: oneOf('encoding', TEXT_ENCODINGS),
    charset: null,
    delimiter: character('delimiter'),
    quote: quote === '' ? null : quote,
    escape: quote === '' ? null : (character('escape') ?? quote),
    header,
    skipRows: count('skip_rows'),
    skipFooter: count('skip_footer'),
    footer: footerPattern(parameters['footer'], refuse),
    nullValues: nullValues(parameters['null_values'], refuse),
    separators: separators(
      oneOf('decimal_separator', DECIMAL_SEPARATORS),
      oneOf('group_separator', GROUP_SEPARATORS),
      refuse,
    ),
    records: recordsPath(parameters['records'], refuse),
    mayLackRecords: parameters['missing_rows'] === 'empty',
    mayBePartial: parameters['partial_rows'] === 'accept',
    sheet: sheetName(parameters['sheet'], refuse),
  };
  if (options.delimiter !== null && options.delimiter === options.quote)
    return refuse('delimiter', 'must differ from quote');
  if (options.footer !== null && options.skipFooter > 0) return refuse('footer', 'cannot be combined with skip_footer');
  return options;
}

type Refuse = (parameter: string, reason: string) => never;

function nullValues(given: PlanValue | undefined, refuse: Refuse): readonly string[] {
  if (given === undefined || given === null) return [];
  const values = Array.isArray(given) ? given : [given];
  return values
    .filter((value) => value !== '')
    .map((value) =>
      typeof value === 'string' && !/[\r\n]/.test(value) ? value : refuse('null_values', 'must be a list of texts'),
    );
}

function footerPattern(given: PlanValue | undefined, refuse: Refuse): string | null {
  if (given === undefined || given === null || given === '') return null;
  if (typeof given !== 'string') return refuse('footer', 'must be a regular expression such as "^Total"');
  try {
    RE2JS.compile(given);
    return given;
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    return refuse('footer', `is not a valid regular expression: ${error.message}`);
  }
}

function separators(decimal: string | null, group: string | null, refuse: Refuse): NumberSeparators | null {
  if (decimal === null && group === null) return null;
  return (
    numberSeparators(decimal ?? undefined, group ?? undefined) ??
    refuse('group_separator', 'must differ from decimal_separator')
  );
}

function sheetName(given: PlanValue | undefined, refuse: Refuse): string | null {
  if (given === undefined || given === null || given === '') return null;
  if (typeof given === 'number' && Number.isInteger(given) && given > 0) return String(given);
  return typeof given === 'string' ? given : refuse('sheet', 'must be the name of a sheet, or its number from 1');
}

function recordsPath(given: PlanValue | undefined, refuse: Refuse): readonly string[] {
  if (given === undefined || given === null || given === '' || given === '$') return [];
  if (typeof given !== 'string') return refuse('records', 'must be a path like "data.rows"');
  if (given.startsWith('/')) return given.split('/').filter((key) => key !== '');
  const keys = given
    .replace(/^\$\.?/, '')
    .replace(/\[\*\]$/, '')
    .replace(/\[(\d+)\]/g, '.$1')
    .split('.');
  if (keys.some((key) => key === '')) return refuse('records', 'must be a path like "data.rows"');
  return keys;
}
