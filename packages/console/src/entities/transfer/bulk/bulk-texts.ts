import { fullNumber } from '@switchboard/model/format';
import { DOWNLOAD_STATUS_VIEWS, type StatusView, UPLOAD_STATUS_VIEWS } from '@switchboard/model/status/status';
import type { BulkPreviewFragment } from '../../../api/generated/graphql.ts';
import type { TransferKind } from '../transfer-kind.ts';
import type { BulkAction } from './bulk-action.ts';

type Noun = TransferKind['noun'];

/** "1 download", "1,204 uploads" */
export function countText(count: number, noun: Noun): string {
  return `${fullNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Summarises a finished change: "38 downloads queued to try again." */
export function doneText(count: number, noun: Noun, action: BulkAction): string {
  return `${countText(count, noun)} ${RESULTS[action]}.`;
}

/** The result for the rows, after "will be". */
export const RESULTS: Readonly<Record<BulkAction, string>> = {
  retry: 'queued to try again',
  abandon: 'abandoned',
  run_again: 'queued to run again',
};

const CONSEQUENCES: Readonly<Record<BulkAction, Readonly<Record<Noun, string>>>> = {
  retry: {
    download: 'They are fetched and loaded again, and the uploads that wait for them go on.',
    upload: 'They are delivered again.',
  },
  abandon: {
    download: 'They stop permanently, and no upload will be made from them.',
    upload: 'They stop permanently, and their rows will not reach the destinations.',
  },
  run_again: {
    download: 'They are downloaded again as new versions, and the uploads made from them are delivered again.',
    upload: 'They are made from the newest downloads and delivered again. Their rows replace those of the dates.',
  },
};

/** Returns the text about the consequences of the action. */
export const consequenceText = (noun: Noun, action: BulkAction): string => CONSEQUENCES[action][noun];

const RULES: Readonly<Record<BulkAction, Readonly<Record<Noun, string>>>> = {
  retry: {
    download: 'Only failed downloads and those whose rows are all dirty can be retried.',
    upload: 'Only failed uploads can be retried.',
  },
  abandon: {
    download: 'Only unfinished and failed downloads can be abandoned.',
    upload: 'Only unfinished and failed uploads can be abandoned.',
  },
  run_again: {
    download: 'Only completed published downloads can be run again.',
    upload: 'Only completed published uploads can be run again.',
  },
};

/** Returns the rule for rows that can be changed. */
export const ruleText = (noun: Noun, action: BulkAction): string => RULES[action][noun];

const VIEWS: Readonly<Record<Noun, Readonly<Record<string, StatusView>>>> = {
  download: DOWNLOAD_STATUS_VIEWS,
  upload: UPLOAD_STATUS_VIEWS,
};

/** "12 are left out: 9 Completed, 3 Queued."; null when none is. */
export function skippedText(skipped: BulkPreviewFragment['skipped'], noun: Noun): string | null {
  const total = skipped.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  const more = skipped.some(({ has_more: hasMore }) => hasMore) ? ' or more' : '';
  const byStatus = skipped.map(({ status, count }) => `${fullNumber(count)} ${VIEWS[noun][status]?.label ?? status}`);
  return `${fullNumber(total)}${more} ${total === 1 && more === '' ? 'is' : 'are'} left out: ${byStatus.join(', ')}.`;
}

/** A number in groups of three digits: "1,204". */
const GROUPED = /^\d{1,3}(?:([,. \u00a0])\d{3})(?:\1\d{3})*$/;

/** Whether a person has typed this number of rows, with or without separators between groups of three digits. */
export function isCountTyped(typed: string, count: number): boolean {
  const text = typed.trim();
  return (GROUPED.test(text) ? text.replaceAll(/\D/g, '') : text) === String(count);
}

/** Whether a text can become this number by more digits. */
export function canBecomeCount(typed: string, count: number): boolean {
  return String(count).startsWith(typed.replaceAll(/[\s,.]/g, ''));
}
