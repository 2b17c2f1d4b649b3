import { grantableRoles } from '@switchboard/model/permissions';
import { textProblem } from '@switchboard/model/presentation/text-problem';
import type { AuditValues } from '../../audit/record-audit.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Database } from '../../db/database.ts';
import type { Session } from '../../identity/session.ts';
import {
  isSetUp,
  isSsoKind,
  readSsoSettings,
  type SsoKind,
  type SsoProblem,
} from '../../identity/sso/connection-settings.ts';
import {
  addSsoConnection,
  listSsoConnections,
  lockSsoConnection,
  type SsoConnectionContent,
  type SsoConnectionRow,
  updateSsoConnection,
} from '../../identity/sso/store-connection.ts';
import type { Vault } from '../../identity/vault.ts';
import { learnSecrets } from '../../observe/scope.ts';
import { groupRoleProblem } from './group-role-problem.ts';
import { MISSING, refused, type SsoOutcome } from './outcomes.ts';

/** A connection as a person saves it. Undefined values stay as they are. */
export type SsoConnectionEdit = {
  /** Null adds a connection. */
  readonly id: string | null;
  /** The version that was edited; null for whichever there is. */
  readonly version: number | null;
  readonly kind: string;
  readonly name: string;
  readonly settings: unknown;
  /** Empty erases it. */
  readonly secret: string | undefined;
  /** Null: people are not added by signing in. */
  readonly defaultRole: string | null;
  readonly enabled: boolean;
};

const MAX_CONNECTIONS = 10;
const MAX_NAME = 100;
const MAX_SECRET = 2_000;

/** Adds or changes a connection. */
export async function saveSsoConnection(
  { database, vault }: { readonly database: Database; readonly vault: Vault },
  session: Session & { readonly accountId: string },
  edit: SsoConnectionEdit,
): Promise<SsoOutcome> {
  const { accountId, person } = session;
  learnSecrets([edit.secret]);
  const { id } = edit;
  const read = readContent(edit, session);
  if ('problems' in read) return { kind: 'invalid', problems: read.problems };
  const { content, kind } = read;
  return database.withAccount(accountId, async (tx): Promise<SsoOutcome> => {
    const before = id === null ? null : await lockSsoConnection(tx, accountId, id);
    if (id !== null && before === null) return MISSING;
    if (before !== null && edit.version !== null && edit.version !== before.edit_version)
      return refused('This connection was changed after you opened it. Nothing was saved. Reload, then change it.');
    if (before !== null && before.kind !== kind)
      return refused('The kind of a connection cannot be changed. Add another one.');
    if (before?.sso_only === true && !content.enabled)
      return refused(
        'People sign in only through this connection. Let them sign in by password first, then disable it.',
      );
    const ungranted = await groupRoleProblem(tx, session, before?.settings ?? {}, content.settings);
    if (ungranted !== null)
      return { kind: 'invalid', problems: [{ path: 'settings.group_roles', message: ungranted }] };
    const secret = edit.secret === '' ? null : edit.secret;
    if (before !== null && secret === undefined && isOtherProvider(before, content))
      return {
        kind: 'invalid',
        problems: [
          {
            path: 'client_secret',
            message:
              'Enter the client secret again: the provider changed, and a stored secret is not sent to another one.',
          },
        ],
      };
    if (before === null && (await listSsoConnections(tx, accountId)).length >= MAX_CONNECTIONS)
      return refused(`The account has ${MAX_CONNECTIONS} connections already. Remove one first.`);
    const change = { accountId, personId: person.id, content, secret };
    const saved = before?.id ?? (await addSsoConnection(tx, vault, kind, change));
    if (before !== null) await updateSsoConnection(tx, vault, before, change);
    await recordAudit(tx, {
      kind: before === null ? 'sso_connection_added' : 'sso_connection_changed',
      accountId,
      target: { kind: 'sso_connection', id: saved, name: content.name },
      before: before === null ? {} : auditValues(before),
      after: { ...auditValues(content), ...secretChange(edit.secret) },
    });
    return { kind: 'done', id: saved };
  });
}

function readContent(
  edit: SsoConnectionEdit,
  { permissions }: Session,
): { readonly content: SsoConnectionContent; readonly kind: SsoKind } | { readonly problems: readonly SsoProblem[] } {
  const { kind, name, secret = '', defaultRole: role, enabled } = edit;
  if (!isSsoKind(kind)) return { problems: [{ path: 'kind', message: 'The kind must be OIDC or SAML.' }] };
  const nameProblem = name.trim() === '' ? 'A connection needs a name.' : textProblem('The name', name, MAX_NAME);
  const read = readSsoSettings(kind, edit.settings);
  const granted = grantableRoles(permissions).find((one) => one === role) ?? null;
  const problems = [
    ...(nameProblem === null ? [] : [{ path: 'name', message: nameProblem }]),
    ...(secret.length > MAX_SECRET || secret.includes('\0')
      ? [{ path: 'client_secret', message: `The client secret must have at most ${MAX_SECRET} characters.` }]
      : []),
    ...(role !== granted ? [{ path: 'default_role', message: roleProblem(role) }] : []),
    ...('problems' in read ? read.problems : []),
    ...(enabled && 'settings' in read && !isSetUp(kind, read.settings)
      ? [{ path: 'settings.metadata', message: 'Enter the metadata of the provider to enable the connection.' }]
      : []),
  ];
  if ('problems' in read || problems.length > 0) return { problems };
  return { kind, content: { name: name.trim(), settings: read.settings, default_role: granted, enabled } };
}

const roleProblem = (role: string | null): string =>
  `You cannot grant the role ${(role ?? '').slice(0, 40)}. Choose a role whose permissions you hold.`;

/** Whether a secret would go to another place than that for which it was given. */
function isOtherProvider(
  { kind, settings: before }: SsoConnectionRow,
  { settings: after }: SsoConnectionContent,
): boolean {
  return kind === 'OIDC' && (before['issuer'] !== after['issuer'] || before['client_id'] !== after['client_id']);
}

function auditValues({ name, enabled, default_role, settings }: SsoConnectionContent): AuditValues {
  const shown: AuditValues = Object.fromEntries(
    Object.entries(settings).map(([key, value]) => [
      key,
      typeof value === 'boolean' || typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
  return { name, enabled, default_role, ...shown };
}

const secretChange = (given: string | undefined): AuditValues =>
  given === undefined ? {} : { client_secret: given === '' ? 'removed' : 'set' };
