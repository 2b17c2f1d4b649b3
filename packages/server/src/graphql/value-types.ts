import { type Builder, builder } from './builder.ts';

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

/** A report date, yyyy-MM-dd. */
export const reportDatetimeRef = builder.objectRef<string>('ReportDatetime');
export const sortColumnRef = builder.enumType('SortColumn', {
  description: 'What transfers can be sorted by. Rows without a value stand last.',
  values: ['CREATED', 'FINISHED', 'REPORT_DATETIME', 'STARTED'] as const,
});
export const sortDirectionRef = builder.enumType('SortDirection', {
  description: 'Ascending or descending.',
  values: ['ASC', 'DESC'] as const,
});

/** A failure that a mutation expects, in words for its sender. */
export class Refusal {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}
export class NotFound extends Refusal {
  readonly kind = 'NotFoundError';
}
export class Conflict extends Refusal {
  readonly kind = 'ConflictError';
}
export const notFoundRef = builder.objectRef<NotFound>('NotFoundError');
export const conflictRef = builder.objectRef<Conflict>('ConflictError');

function longDate(date: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return `${MONTHS[Number(month) - 1] ?? month} ${Number(day)}, ${year}`;
}

/** Small types that several features show. */
export function defineValueTypes(builder: Builder): void {
  builder.objectType(reportDatetimeRef, {
    description: 'A report date in the forms the console shows.',
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
  builder.objectType(notFoundRef, {
    description: 'The thing asked for does not exist, or is not yours.',
    authScopes: { signedIn: true },
    isTypeOf: (value) => value instanceof NotFound,
    fields: (t) => ({ message: t.exposeString('message', { description: 'What was not found.' }) }),
  });
  builder.objectType(conflictRef, {
    description: 'It cannot be done in the state it is in.',
    authScopes: { signedIn: true },
    isTypeOf: (value) => value instanceof Conflict,
    fields: (t) => ({ message: t.exposeString('message', { description: 'Why it cannot be done.' }) }),
  });
}
