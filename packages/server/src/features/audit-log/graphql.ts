import { AUDIT_KINDS, type AuditKind, isAuditKind } from '@switchboard/model/audit-kinds';
import { type AuditValues, recordAudit } from '../../audit/record-audit.ts';
import { readAccountPage } from '../../graphql/account-fields.ts';
import { optional } from '../../graphql/arguments.ts';
import { builder } from '../../graphql/builder.ts';
import { dateTime, float, id, nullable, string, strings } from '../../graphql/columns.ts';
import { defineConnection, pageArguments } from '../../graphql/connection.ts';
import { defineObject } from '../../graphql/object-type.ts';
import { readPage } from '../../graphql/paging.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { type AuditFilter, type AuditRow, listAuditEntries } from './queries.ts';

const PAGE_SIZE = 50;
const MAX_TEXT = 320;
const READ = { permission: 'read-audit-log' } as const;
const KIND_NAMES = Object.keys(AUDIT_KINDS).join(', ');

/** @throws RequestError BAD_REQUEST */
function readKinds(names: readonly string[]): readonly AuditKind[] {
  const unknown = names.find((name) => !isAuditKind(name));
  if (unknown !== undefined) throw badRequest(`The audit log has no kind ${unknown.slice(0, 50)}.`);
  return names.filter(isAuditKind);
}

/** @throws RequestError BAD_REQUEST */
function readText(name: string, value: string | null | undefined): string | null {
  const text = value?.trim() ?? '';
  if (text.length > MAX_TEXT || text.includes('\0'))
    throw badRequest(`${name} must have at most ${MAX_TEXT} characters, none of them NUL.`);
  return text === '' ? null : text;
}

/** The filter of an export, without what it does not filter by. */
const shownFilter = ({ after, before, ...texts }: AuditFilter): AuditValues =>
  Object.fromEntries(
    Object.entries({ ...texts, after: after?.toISOString(), before: before?.toISOString() }).filter(
      ([, value]) => value !== undefined && value !== null && value.length > 0,
    ),
  ) as AuditValues;

/** Defines the audit log of an account. */
export function defineAuditLog(): void {
  const entryRef = builder.objectRef<AuditRow>('AuditEntry');
  defineObject(entryRef, {
    description: 'A security-relevant act in the account. It is never changed.',
    authScopes: READ,
    columns: {
      id: id('Opaque identifier.'),
      created: dateTime('When it was done.'),
      kind: string(`${KIND_NAMES}.`),
      actor: string('person, token (a program that acts as a person), system or anonymous.'),
      person_name: nullable(string('Name of the person who did it; null for none.')),
      person_email: nullable(string('Email address of the person who did it; null for none.')),
      program: nullable(string('Name of the service token by which a program did it; null for a person.')),
      subject_name: nullable(string('Name of the person whom it concerns.')),
      subject_email: nullable(string('Email address of the person whom it concerns.')),
      target_kind: nullable(string('Kind of the thing that it concerns, such as key; null for none.')),
      target_name: nullable(string('Name of the thing that it concerns.')),
      address: nullable(string('Network address that the request came from; null for acts of Switchboard itself.')),
      user_agent: nullable(string('Program that sent the request.')),
      request_id: nullable(string('Request-ID of the request.')),
      sequence: float('Its place in the chain of the account, from 1.'),
      hash: string('SHA-256 of the entry and of the one before it, in hexadecimal digits.'),
    },
    fields: (t) => ({
      before: t.expose('before', { type: 'JSON', description: 'The values before it, without secrets.' }),
      after: t.expose('after', { type: 'JSON', description: 'The values after it, without secrets.' }),
    }),
  });
  const connection = defineConnection('AuditEntry', entryRef, READ);
  builder.queryField('audit_entries', (t) =>
    t.field({
      type: connection,
      authScopes: READ,
      description: 'The audit log of the account, the newest first.',
      args: {
        ...pageArguments(PAGE_SIZE),
        ...optional({
          kinds: strings(`One of: ${KIND_NAMES}.`),
          person: string('Email address of who did it.'),
          target: string('Part of the name of what it concerns, or of the name or email address of whom it concerns.'),
          address: string('The beginning of the network address.'),
          created_after: dateTime('Done at this time or later.'),
          created_before: dateTime('Done before this time.'),
        }),
      },
      resolve: (_root, { kinds, person, target, address, created_after, created_before, ...args }, context) => {
        const filter = {
          kinds: readKinds(kinds ?? []),
          person: readText('person', person),
          target: readText('target', target),
          address: readText('address', address),
          after: created_after ?? null,
          before: created_before ?? null,
        };
        const order = `audit_entries ${JSON.stringify(filter)}`;
        const isExport = (args.first ?? 0) > PAGE_SIZE && args.after == null;
        return readAccountPage(context, readPage(args, { order, size: PAGE_SIZE }), async (tx, accountId, page) => {
          const found = await listAuditEntries(tx, accountId, filter, page);
          if (isExport) await recordAudit(tx, { kind: 'audit_exported', accountId, after: shownFilter(filter) });
          return found;
        });
      },
    }),
  );
}
