import { administration } from '../../graphql/administration.ts';
import { optional } from '../../graphql/arguments.ts';
import { builder } from '../../graphql/builder.ts';
import { dateTime, id, nullable, string, strings } from '../../graphql/columns.ts';
import { defineConnection, pageArguments } from '../../graphql/connection.ts';
import { inAdministration } from '../../graphql/context.ts';
import { defineObject } from '../../graphql/object-type.ts';
import { readPage, toConnection } from '../../graphql/paging.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { type AdminActRow, listActs } from './queries.ts';
import { ADMIN_ACT_KINDS, type AdminActKind } from './record-act.ts';

const PAGE_SIZE = 50;
const ADMIN = { admin: 'manage-accounts' } as const;
const MAX_TEXT = 320;

const actRef = builder.objectRef<AdminActRow>('AdminAct');

const isKind = (kind: string): kind is AdminActKind => ADMIN_ACT_KINDS.some((known) => known === kind);

/** @throws RequestError BAD_REQUEST */
function readKinds(kinds: readonly string[]): readonly AdminActKind[] {
  const unknown = kinds.find((kind) => !isKind(kind));
  if (unknown !== undefined) throw badRequest(`There is no act ${unknown.slice(0, 50)}.`);
  return kinds.filter(isKind);
}

/** @throws RequestError BAD_REQUEST */
function readText(value: string | null | undefined): string | null {
  const text = value?.trim() ?? '';
  if (text.length > MAX_TEXT || text.includes('\0'))
    throw badRequest('A filter must be an email address or a url name.');
  return text === '' ? null : text;
}

/** Defines the audit log of administrators. */
export function defineAdminActs(): void {
  defineObject(actRef, {
    description: 'A change by an administrator, or an act that was refused. It is never changed itself.',
    authScopes: ADMIN,
    columns: {
      id: id('Opaque identifier.'),
      created: dateTime('When it was made.'),
      kind: string(`${ADMIN_ACT_KINDS.join(', ')}.`),
      request_id: string('Request-ID of the request that made it.'),
      person_name: string('Name of the administrator.'),
      person_email: string('Email address of the administrator.'),
      subject_name: nullable(string('Name of the person whom it concerns.')),
      subject_email: nullable(string('Email address of the person whom it concerns.')),
      account_name: nullable(string('Name of the account that it concerns.')),
      url_name: nullable(string('Url name of the account that it concerns.')),
      program: nullable(string('Name of the service token by which a program made it; null for a person.')),
    },
    fields: (t) => ({
      before: t.expose('before', { type: 'JSON', description: 'The values before it, without secrets.' }),
      after: t.expose('after', { type: 'JSON', description: 'The values after it, without secrets.' }),
    }),
  });
  const connection = defineConnection('AdminAct', actRef, ADMIN);
  builder.queryField('admin_acts', (t) =>
    t.field({
      type: connection,
      ...administration('manage-accounts'),
      description: 'Changes and refused attempts of administrators, the newest first.',
      args: {
        ...pageArguments(PAGE_SIZE),
        ...optional({
          kinds: strings(`One of: ${ADMIN_ACT_KINDS.join(', ')}.`),
          account: string('Url name of the account that it concerns.'),
          person: string('Email address of the administrator.'),
          subject: string('Email address of the person whom it concerns.'),
          created_after: dateTime('Made at this time or later.'),
          created_before: dateTime('Made before this time.'),
        }),
      },
      resolve: (_root, { kinds, account, person, subject, created_after, created_before, ...args }, context) => {
        const page = readPage(args, { order: 'admin_acts', size: PAGE_SIZE });
        const filter = {
          kinds: readKinds(kinds ?? []),
          account: readText(account),
          person: readText(person),
          subject: readText(subject),
          after: created_after ?? null,
          before: created_before ?? null,
        };
        return inAdministration(context, { field: 'admin_acts' }, async (tx) =>
          toConnection(await listActs(tx, filter, page), page),
        );
      },
    }),
  );
}
