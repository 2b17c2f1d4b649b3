import { MONTH_NAMES } from '@switchboard/model/format';
import { builder } from './builder.ts';
import { from, int, nullable, object, string } from './columns.ts';
import { defineObject } from './object-type.ts';
import { shortMessage } from './request-error.ts';

/** A report date, yyyy-MM-dd. */
export const reportDatetimeRef = builder.objectRef<string>('ReportDatetime');
export const sortColumnRef = builder.enumType('SortColumn', {
  description: 'Columns by which downloads and uploads can be sorted. Rows without a value come last.',
  values: ['CREATED', 'FINISHED', 'REPORT_DATETIME', 'STARTED'] as const,
});
export const sortDirectionRef = builder.enumType('SortDirection', {
  description: 'Ascending or descending order.',
  values: ['ASC', 'DESC'] as const,
});

/** An expected failure of a mutation; the message is shown to the user. */
export class Refusal {
  readonly message: string;

  constructor(message: string) {
    this.message = shortMessage(message);
  }
}
export class NotFound extends Refusal {
  readonly kind = 'NotFoundError';
}
export class Conflict extends Refusal {
  readonly kind = 'ConflictError';
}
/** The message of every refusal, which one fragment reads. */
export const refusalRef = builder.interfaceRef<{ readonly message: string }>('Refusal');
export const notFoundRef = builder.objectRef<NotFound>('NotFoundError');
export const conflictRef = builder.objectRef<Conflict>('ConflictError');

function longDate(date: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return `${MONTH_NAMES[Number(month) - 1] ?? month} ${Number(day)}, ${year}`;
}

/** The field `report_datetime` of a row with the column `report_date`. */
export const reportDatetime = (description: string) =>
  from('report_date', nullable(object(reportDatetimeRef, description)));

/** The position of a declaration or diagnostic in the script's files. */
export const POSITION_COLUMNS = {
  path: string('Path of the file.'),
  startLine: int('First line, from 1.'),
  startColumn: int('First column, from 1.'),
  endLine: int('Last line, from 1.'),
  endColumn: int('Column after the last character, from 1.'),
} as const;

/** Types that several features use. */
export function defineValueTypes(): void {
  defineObject(reportDatetimeRef, {
    description: 'A report date in the formats that the console shows.',
    authScopes: { signedIn: true },
    fields: (t) => ({
      short: t.string({
        description: '"Nov 20"',
        resolve: (date) => longDate(date).replace(/^(\w{3})\w* (\d+),.*/, '$1 $2'),
      }),
      long: t.string({ description: '"November 20, 2026"', resolve: longDate }),
      long_utc: t.string({ description: '"November 20, 2026 UTC"', resolve: (date) => `${longDate(date)} UTC` }),
      iso: t.string({ description: '"2026-11-20T00:00:00.000Z"', resolve: (date) => `${date}T00:00:00.000Z` }),
    }),
  });
  builder.interfaceType(refusalRef, {
    description: 'An expected failure, whose message is for people.',
    authScopes: { signedIn: true },
    fields: (t) => ({ message: t.exposeString('message', { description: 'The problem, and what to do about it.' }) }),
  });
  defineObject(notFoundRef, {
    description: 'The object does not exist in the account.',
    authScopes: { signedIn: true },
    isTypeOf: (value) => value instanceof NotFound,
    interfaces: [refusalRef],
    columns: { message: string('The missing thing.') },
  });
  defineObject(conflictRef, {
    description: 'The current state of the object does not allow the change.',
    authScopes: { signedIn: true },
    isTypeOf: (value) => value instanceof Conflict,
    interfaces: [refusalRef],
    columns: { message: string('Why the change is not possible.') },
  });
}
