import { day, text as searchText } from '../../lib/address/url-state.ts';

/** Command of the palette for a download or an upload. */
export type PaletteVerb = 'retry' | 'abandon';

/** Request of a text in the palette, besides screens and names that match it. */
export type PaletteCommand =
  | { readonly kind: 'words' }
  /** The id of a download, an upload or a flow. */
  | { readonly kind: 'id'; readonly id: string }
  | {
      readonly kind: 'change';
      readonly verb: PaletteVerb;
      readonly name: string;
      /** The report date, as yyyy-MM-dd; null for any. */
      readonly day: string | null;
    };

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const CHANGE = /^(retry|abandon)\s+(\S.*)$/i;
const ISO_DAY = /\b\d{4}-\d{2}-\d{2}\b/;
const MONTH_DAY = /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+(\d{1,2})\b/i;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const two = (value: number): string => String(value).padStart(2, '0');

/** The latest day with this month and number that is not in the future. */
function latestDay(month: number, number: number, today: string): string {
  const year = Number(today.slice(0, 4));
  const inYear = (candidate: number): string => `${candidate}-${two(month)}-${two(number)}`;
  return inYear(year) > today ? inYear(year - 1) : inYear(year);
}

/** Whether a day exists: not February 30. */
const isDay = (text: string): boolean => day.read(text) !== null;

/** The first day that a text names, and the rest of the text. A day that does not exist is part of the rest. */
function readDay(text: string, today: string): { readonly day: string | null; readonly rest: string } {
  const iso = ISO_DAY.exec(text)?.[0];
  if (iso !== undefined) return isDay(iso) ? { day: iso, rest: text.replace(iso, '') } : { day: null, rest: text };
  const named = MONTH_DAY.exec(text);
  if (named === null) return { day: null, rest: text };
  const [whole, month = '', number = ''] = named;
  const latest = latestDay(MONTHS.indexOf(month.toLowerCase()) + 1, Number(number), today);
  return isDay(latest) ? { day: latest, rest: text.replace(whole, '') } : { day: null, rest: text };
}

/**
 * Reads a text: a pasted id, or a verb with a name and a report date, as in "retry orders Nov 21".
 * @param today the current day in UTC, as yyyy-MM-dd
 */
export function readPaletteCommand(text: string, today: string): PaletteCommand {
  const trimmed = text.trim();
  if (ID.test(trimmed)) return { kind: 'id', id: trimmed.toLowerCase() };
  const change = CHANGE.exec(trimmed);
  if (change === null) return { kind: 'words' };
  const [, verb = '', object = ''] = change;
  const { day: reportDate, rest } = readDay(object, today);
  const name = rest.replace(/\s+/g, ' ').trim();
  if (searchText.isValid?.(name) === false) return { kind: 'words' };
  return { kind: 'change', verb: verb.toLowerCase() === 'retry' ? 'retry' : 'abandon', name, day: reportDate };
}
