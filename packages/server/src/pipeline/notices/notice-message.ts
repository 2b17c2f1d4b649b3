import { failureOf } from '@switchboard/model/presentation/failure';
import type { NoticeFacts } from './announce-groups.ts';

export type NoticeChange = 'failed' | 'resolved' | 'test';

/** A notice in words, the same for every kind of receiver. */
export type NoticeMessage = {
  /** The same at each attempt. */
  readonly id: string;
  /** The same for the beginning and the end of a group of failures. */
  readonly groupId: string;
  readonly change: NoticeChange;
  readonly account: string;
  readonly title: string;
  /** One or two sentences. */
  readonly text: string;
  /** The list of what failed. */
  readonly url: string;
  readonly facts: NoticeFacts | null;
};

const SHOWN_NAMES = 5;
const MESSAGE_LENGTH = 500;

const NOUNS: Readonly<Record<NoticeFacts['kind'], string>> = {
  production: '',
  backfills: ' of a backfill',
  proofs: ' of a test run',
  late_uploads: '',
};

export type NoticeOrigin = {
  readonly id: string;
  readonly groupId: string;
  readonly change: 'failed' | 'resolved';
  readonly account: { readonly name: string; readonly urlName: string };
  /** Origin of the console. */
  readonly publicUrl: string;
};

/** The words of a notice. */
export function noticeMessage(origin: NoticeOrigin, facts: NoticeFacts): NoticeMessage {
  const { id, groupId, change, account } = origin;
  const base = `${origin.publicUrl}/app/${encodeURIComponent(account.urlName)}`;
  if (facts.transfer === 'key')
    return { id, groupId, change, account: account.name, ...expiryWords(base, change, facts), facts };
  const isOver = change === 'resolved';
  const noun = facts.transfer === 'download' ? 'download' : 'upload';
  const many = `${facts.count} ${noun}${facts.count === 1 ? '' : 's'}`;
  const subject = isDeclaration(facts) && facts.names.length === 1 ? (facts.names[0] ?? '') : subjectText(facts);
  const title = facts.transfer === 'late_upload' ? `Late: due ${minuteOf(facts.subject)}` : failureOf(facts.code).title;
  const verb = facts.transfer === 'late_upload' ? (facts.count === 1 ? 'is late' : 'are late') : 'failed';
  const state = isOver
    ? facts.transfer === 'late_upload'
      ? `${many} ${facts.count === 1 ? 'was' : 'were'} delivered after all`
      : `${many} no longer ${facts.count === 1 ? 'fails' : 'fail'}`
    : `${many}${NOUNS[facts.kind]} ${verb}`;
  const message = isOver || facts.message === null ? '' : ` ${facts.message.slice(0, MESSAGE_LENGTH)}`;
  return {
    id,
    groupId,
    change,
    account: account.name,
    title: `${isOver ? 'Resolved: ' : ''}${title}${subject === '' ? '' : ` (${subject})`}`,
    text: `${state}: ${namesText(facts.names)}${datesText(facts)}.${message}`,
    url: `${base}/${listPath(facts)}`,
    facts,
  };
}

/** The words of a key that ends. Its subject is the end and the name. */
function expiryWords(
  base: string,
  change: NoticeOrigin['change'],
  { subject, message }: NoticeFacts,
): Pick<NoticeMessage, 'title' | 'text' | 'url'> {
  const at = minuteOf(subject);
  const name = subject.slice(subject.indexOf(' ') + 1);
  const what = message ?? 'It';
  const isOver = change === 'resolved';
  return {
    title: `${isOver ? 'Resolved: ' : ''}Key ${name} ends on ${at.slice(0, 10)}`,
    text: isOver
      ? `Key ${name} was renewed or deleted.`
      : `${what} of key ${name} ends on ${at}. Renew it before: what uses the key fails afterwards.`,
    url: `${base}/keys/details?${new URLSearchParams({ keyName: name })}`,
  };
}

const isDeclaration = ({ subject_kind: kind }: NoticeFacts): boolean => kind === 'source' || kind === 'upload';

function subjectText({ subject_kind: kind, subject }: NoticeFacts): string {
  if (kind === 'deadline') return '';
  return kind === 'key' ? `key ${subject}` : subject;
}

function namesText(names: readonly string[]): string {
  const more = names.length - SHOWN_NAMES;
  return `${names.slice(0, SHOWN_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function datesText({ first_date: first, last_date: last }: NoticeFacts): string {
  if (first === null || last === null) return '';
  return first === last ? `, of ${first}` : `, of ${first} to ${last}`;
}

/** `2026-11-25 09:00 UTC` */
const minuteOf = (instant: string): string => `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`;

const escapeItem = (item: string): string => item.replaceAll('\\', '\\\\').replaceAll(',', '\\,');

/** The list in the console that shows what failed, below the account. */
function listPath({ transfer, code, names }: NoticeFacts): string {
  const named = names.map(escapeItem).join(',');
  if (transfer === 'download') return `downloads/list?${new URLSearchParams({ causes: code, bundleNames: named })}`;
  const filter = transfer === 'upload' ? { causes: code, uploadName: named } : { uploadName: named };
  return `uploads/list?${new URLSearchParams(filter)}`;
}
