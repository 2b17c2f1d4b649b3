import { AUDIT_KINDS, type AuditKind, isAuditKind } from '@switchboard/model/audit-kinds';
import { DAY_MS } from '@switchboard/model/schedule/schedule';
import type { AuditEntryRowFragment } from '../../api/generated/graphql.ts';
import { changeText } from '../../entities/audit/change-text.ts';
import { csvText } from '../../entities/audit/csv-text.ts';
import { choices, day, flag, type ParameterSet, text } from '../../lib/address/url-state.ts';

type Row = AuditEntryRowFragment;

export const KINDS = Object.keys(AUDIT_KINDS) as readonly AuditKind[];

export const kindLabel = (kind: string): string => (isAuditKind(kind) ? AUDIT_KINDS[kind].label : kind);

/** The name of who acted: a person, or a program that acts as one, with the person in parentheses. */
export function actorText({ actor, person_name: person, program }: Row): string {
  if (actor === 'system') return 'Switchboard';
  if (actor === 'anonymous') return 'Not signed in';
  const name = person ?? 'A former user';
  return actor === 'token' ? `${program ?? 'A program'} (${name})` : name;
}

/** The person or thing that the act concerns. */
export function targetText({ subject_name: subject, target_name: target, target_kind: kind }: Row): string {
  const thing = target === null ? null : `${target} (${(kind ?? '').replaceAll('_', ' ')})`;
  return [thing, subject].filter((part) => part !== null).join(', ');
}

/** The query parameters of the screen. */
export const AUDIT_LOG_PARAMETERS = {
  kinds: choices(KINDS),
  person: text,
  target: text,
  address: text,
  createdAfter: day,
  createdBefore: day,
  /** Whether streams and retention are open. */
  settings: flag,
} satisfies ParameterSet;

export const CLEARED = { kinds: [], person: '', target: '', address: '', createdAfter: null, createdBefore: null };

type Filter = {
  readonly kinds: readonly string[];
  readonly person: string;
  readonly target: string;
  readonly address: string;
  readonly createdAfter: string | null;
  readonly createdBefore: string | null;
};

const startOf = (date: string): number => Date.parse(`${date}T00:00:00.000Z`);

/** The variables of the query; both days of the range are included. */
export function auditLogVariables({ kinds, person, target, address, createdAfter, createdBefore }: Filter) {
  return {
    ...(kinds.length === 0 ? {} : { kinds: [...kinds] }),
    ...(person === '' ? {} : { person }),
    ...(target === '' ? {} : { target }),
    ...(address === '' ? {} : { address }),
    ...(createdAfter === null ? {} : { created_after: new Date(startOf(createdAfter)).toISOString() }),
    ...(createdBefore === null ? {} : { created_before: new Date(startOf(createdBefore) + DAY_MS).toISOString() }),
  };
}

const HEADINGS = [
  'Time',
  'Kind',
  'Actor',
  'By',
  'Program',
  'User',
  'Target kind',
  'Target',
  'Change',
  'Address',
  'User agent',
  'Request-ID',
  'Sequence',
  'Hash',
];

/** The rows of the audit log as CSV. */
export const auditLogCsv = (rows: readonly Row[]): string =>
  csvText(
    HEADINGS,
    rows.map((row) => [
      row.created,
      row.kind,
      row.actor,
      row.person_email,
      row.program,
      row.subject_email,
      row.target_kind,
      row.target_name,
      changeText(row.before, row.after),
      row.address,
      row.user_agent,
      row.request_id,
      String(row.sequence),
      row.hash,
    ]),
  );
