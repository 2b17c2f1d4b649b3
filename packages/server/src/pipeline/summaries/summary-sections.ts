import { fullNumber } from '@switchboard/model/format';
import { delayText } from '@switchboard/model/schedule/delivery-forecast';
import type { SummaryFacts } from './summary-facts.ts';

/** A line of a summary: what it is about, and what is said of it. */
export type SummaryLine = { readonly name: string; readonly url: string; readonly text: string };

/** A part of a summary with at least one line. */
export type SummarySection = {
  readonly title: string;
  /** Distinguishes sections besides their colour. */
  readonly symbol: string;
  readonly tone: 'error' | 'warning' | 'neutral';
  readonly count: number;
  readonly lines: readonly SummaryLine[];
  /** How many more there are. */
  readonly more: number;
  /** The list of all, in the console. */
  readonly url: string;
};

const MAX_MORE = 99_999;

export const plural = (count: number, noun: string): string => `${fullNumber(count)} ${noun}${count === 1 ? '' : 's'}`;

const escapeItem = (item: string): string => item.replaceAll('\\', '\\\\').replaceAll(',', '\\,');

const dates = (first: string | null, last: string | null): string => {
  if (first === null || last === null) return '';
  return first === last ? ` of ${first}` : ` of ${first} to ${last}`;
};

const BLOCKED: Readonly<Record<SummaryFacts['waiting']['items'][number]['kind'], string>> = {
  source: 'because the download is suspended',
  upload: 'because the upload is suspended',
  key: 'because the key is suspended',
  files: 'for files that have not been received',
};

/** The sections of a summary that have something to say, what needs a person first. @param base address of the account's console */
export function summarySections(facts: SummaryFacts, base: string): readonly SummarySection[] {
  const list = (noun: 'downloads' | 'uploads', filters: Readonly<Record<string, string>>): string =>
    `${base}/${noun}/list?${new URLSearchParams(filters)}`;
  const uploadUrl = (name: string, status: string): string => list('uploads', { uploadName: escapeItem(name), status });
  const downloadUrl = (name: string, status: string): string =>
    list('downloads', { bundleNames: escapeItem(name), status });
  const section = (
    { count, items }: { readonly count: number; readonly items: readonly unknown[] },
    counted: number,
    parts: Omit<SummarySection, 'count' | 'more'>,
  ): SummarySection => ({ ...parts, count, more: Math.min(MAX_MORE, count - (items.length === 0 ? 0 : counted)) });
  const { failed, late, misses, waiting, dirty } = facts;
  const sum = (items: readonly number[]): number => items.reduce((total, each) => total + each, 0);
  return [
    section(failed, sum(failed.items.map(({ count }) => count)), {
      title: 'Failed',
      symbol: '✕',
      tone: 'error',
      url: list(failed.items.some(({ transfer }) => transfer === 'upload') ? 'uploads' : 'downloads', {
        status: 'failed',
      }),
      lines: failed.items.map(({ transfer, name, count, firstDate, lastDate, message }) => ({
        name,
        url: transfer === 'upload' ? uploadUrl(name, 'failed') : downloadUrl(name, 'failed'),
        text: `${plural(count, transfer)}${dates(firstDate, lastDate)}.${message === null ? '' : ` ${message}`}`,
      })),
    }),
    section(late, late.items.length, {
      title: 'Late',
      symbol: '!',
      tone: 'warning',
      url: list('uploads', { status: 'late' }),
      lines: late.items.map(({ name, reportDate, deadline, delivered }) => ({
        name,
        url: uploadUrl(name, 'late'),
        text: lateText(facts, { reportDate, deadline, delivered }),
      })),
    }),
    section(misses, misses.items.length, {
      title: 'Expected to be late',
      symbol: '◷',
      tone: 'warning',
      url: list('uploads', { status: 'unfinished' }),
      lines: misses.items.map(({ name, reportDate, time, minutes }) => ({
        name,
        url: uploadUrl(name, 'unfinished'),
        text: `Will miss ${time} by ${delayText(minutes)}${reportDate === null ? '' : `, report date ${reportDate}`}.`,
      })),
    }),
    section(waiting, sum(waiting.items.map(({ count }) => count)), {
      title: 'Waiting',
      symbol: '…',
      tone: 'neutral',
      url: list('downloads', { status: 'unfinished' }),
      lines: waiting.items.map(({ kind, name, count }) => ({
        name,
        url:
          kind === 'key'
            ? `${base}/keys/details?${new URLSearchParams({ keyName: name })}`
            : kind === 'upload'
              ? uploadUrl(name, 'unfinished')
              : downloadUrl(name, 'unfinished'),
        text: `${fullNumber(count)} ${count === 1 ? 'waits' : 'wait'} ${BLOCKED[kind]}.`,
      })),
    }),
    section(dirty, sum(dirty.items.map(({ downloads }) => downloads)), {
      title: 'Dirty rows',
      symbol: '≠',
      tone: 'neutral',
      url: list('downloads', { status: 'dirty' }),
      lines: dirty.items.map(({ name, rows, downloads }) => ({
        name,
        url: downloadUrl(name, 'dirty'),
        text: `${plural(rows, 'dirty row')} in ${plural(downloads, 'download')}.`,
      })),
    }),
  ].filter(({ count }) => count > 0);
}

type LateItem = Omit<SummaryFacts['late']['items'][number], 'name'>;

function lateText({ through }: SummaryFacts, { reportDate, deadline, delivered }: LateItem): string {
  const minutes = (Date.parse(delivered ?? through) - Date.parse(deadline)) / 60_000;
  return delivered === null
    ? `Report date ${reportDate} is ${delayText(minutes)} late and not delivered.`
    : `Report date ${reportDate} was delivered ${delayText(minutes)} late.`;
}
