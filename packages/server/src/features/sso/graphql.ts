import { optional, required } from '../../graphql/arguments.ts';
import { builder } from '../../graphql/builder.ts';
import { boolean, id, int, string, strings } from '../../graphql/columns.ts';
import { type GraphqlContext, inAccount } from '../../graphql/context.ts';
import { changeResult, defineMutation } from '../../graphql/mutation.ts';
import { Conflict, conflictRef, NotFound, notFoundRef } from '../../graphql/value-types.ts';
import { listSsoConnections } from '../../identity/sso/store-connection.ts';
import {
  defineSsoTypes,
  SIGN_IN,
  SsoErrors,
  SsoRemoved,
  type SsoSettings,
  ssoConnectionRef,
  ssoDomainRef,
  ssoErrorsRef,
  ssoRemovedRef,
  ssoSettingsRef,
} from './graphql-types.ts';
import type { SsoOutcome } from './outcomes.ts';
import { listAdministrators, listBreakGlass, listDomains } from './queries.ts';

function readSettings(context: GraphqlContext): Promise<SsoSettings> {
  return inAccount(context, async (tx, accountId) => ({
    is_available: context.sso.isAvailable,
    connections: await listSsoConnections(tx, accountId),
    domains: await listDomains(tx, accountId),
    break_glass: await listBreakGlass(tx, accountId),
    administrators: await listAdministrators(tx, accountId),
  }));
}

/** The object that a change has led to, or why there was none. */
async function answer<Row>(
  outcome: SsoOutcome,
  noun: string,
  read: (id: string) => Promise<Row | undefined>,
): Promise<Row | NotFound | Conflict> {
  if (outcome.kind === 'refused') return new Conflict(outcome.reason);
  const row = outcome.kind === 'done' ? await read(outcome.id) : undefined;
  return row ?? new NotFound(`There is no such ${noun}.`);
}

const connectionIn = (context: GraphqlContext) => async (saved: string) =>
  (await readSettings(context)).connections.find((one) => one.id === saved);
const domainIn = (context: GraphqlContext) => async (saved: string) =>
  (await readSettings(context)).domains.find((one) => one.id === saved);
const removed = async (former: string): Promise<SsoRemoved> => new SsoRemoved(former);

function defineConnectionChanges(): void {
  defineMutation('save_sso_connection', {
    authScopes: SIGN_IN,
    description: 'Adds or changes a connection to an identity provider.',
    result: changeResult('SaveSsoConnectionResult', 'connection', [
      ssoConnectionRef,
      ssoErrorsRef,
      notFoundRef,
      conflictRef,
    ]),
    args: {
      ...optional({
        id: id('Id of the connection to change; without it one is added.'),
        version: int('The version that was edited: the change is refused when the connection has another one.'),
        client_secret: string('Client secret of an OIDC connection; without it the stored one stays, empty erases it.'),
        default_role: string(
          'Role of people whom their first sign-in adds to the account; without it signing in adds no one.',
        ),
        enabled: boolean('Whether people can sign in through it; true by default.'),
      }),
      ...required({ kind: string('OIDC or SAML.'), name: string('Name that the sign-in page shows.') }),
      ...builder.args((t) => ({
        settings: t.field({
          type: 'JSON',
          required: true,
          description: 'Settings of the kind, as SsoConnection has them.',
        }),
      })),
    },
    resolve: async (args, context) => {
      const outcome = await context.sso.save(context.session, {
        id: args.id ?? null,
        version: args.version ?? null,
        kind: args.kind,
        name: args.name,
        settings: args.settings,
        secret: args.client_secret ?? undefined,
        defaultRole: args.default_role ?? null,
        enabled: args.enabled ?? true,
      });
      return outcome.kind === 'invalid'
        ? new SsoErrors(outcome.problems)
        : answer(outcome, 'connection', connectionIn(context));
    },
  });
  defineMutation('remove_sso_connection', {
    authScopes: SIGN_IN,
    description: 'Removes a connection. Sessions of people who signed in through it end.',
    result: changeResult('RemoveSsoConnectionResult', 'connection', [ssoRemovedRef, notFoundRef, conflictRef]),
    args: required({ id: id('Id of the connection.') }),
    resolve: async (args, context) => answer(await context.sso.remove(context.session, args.id), 'connection', removed),
  });
  defineMutation('set_sso_only', {
    authScopes: SIGN_IN,
    description:
      'Whether people of the verified domains sign in only through this connection. Needs that somebody signed in through it once, and a break-glass administrator.',
    result: changeResult('SetSsoOnlyResult', 'connection', [ssoConnectionRef, notFoundRef, conflictRef]),
    args: required({ id: id('Id of the connection.'), sso_only: boolean('Whether it is the only way.') }),
    resolve: async (args, context) =>
      answer(await context.sso.setOnly(context.session, args.id, args.sso_only), 'connection', connectionIn(context)),
  });
}

function defineDomainChanges(): void {
  defineMutation('add_sso_domain', {
    authScopes: SIGN_IN,
    description: 'Adds a mail domain of the account. It counts once it is verified.',
    result: changeResult('AddSsoDomainResult', 'domain', [ssoDomainRef, notFoundRef, conflictRef]),
    args: required({ domain: string('Such as example.com.') }),
    resolve: async (args, context) =>
      answer(await context.sso.addDomain(context.session, args.domain), 'domain', domainIn(context)),
  });
  defineMutation('verify_sso_domain', {
    authScopes: SIGN_IN,
    description: 'Verifies a mail domain by its TXT record. One account only can verify a domain.',
    result: changeResult('VerifySsoDomainResult', 'domain', [ssoDomainRef, notFoundRef, conflictRef]),
    args: required({ id: id('Id of the domain.') }),
    resolve: async (args, context) =>
      answer(await context.sso.verifyDomain(context.session, args.id), 'domain', domainIn(context)),
  });
  defineMutation('remove_sso_domain', {
    authScopes: SIGN_IN,
    description: 'Removes a mail domain. Its people sign in by password again.',
    result: changeResult('RemoveSsoDomainResult', 'domain', [ssoRemovedRef, notFoundRef, conflictRef]),
    args: required({ id: id('Id of the domain.') }),
    resolve: async (args, context) =>
      answer(await context.sso.removeDomain(context.session, args.id), 'domain', removed),
  });
}

/** Single sign-on of an account. */
export function defineSso(): void {
  defineSsoTypes();
  builder.queryField('sso_settings', (t) =>
    t.field({
      type: ssoSettingsRef,
      authScopes: SIGN_IN,
      description: 'How people of the account sign in.',
      resolve: (_root, _args, context) => readSettings(context),
    }),
  );
  defineConnectionChanges();
  defineDomainChanges();
  defineMutation('save_sso_break_glass', {
    authScopes: SIGN_IN,
    description:
      'Replaces the people who may enter with a password and a second factor where single sign-on is required. They need the permission manage-sign-in.',
    result: changeResult('SaveSsoBreakGlassResult', 'settings', [ssoSettingsRef, notFoundRef, conflictRef]),
    args: required({ person_ids: strings('Ids of people of the account.') }),
    resolve: async (args, context) =>
      answer(await context.sso.saveBreakGlass(context.session, args.person_ids), 'person', () => readSettings(context)),
  });
}
