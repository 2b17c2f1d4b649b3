import { expandRoles } from '@switchboard/model/permissions';
import { required } from '../../graphql/arguments.ts';
import { builder } from '../../graphql/builder.ts';
import { boolean, from, id, int, nullable, objects, string } from '../../graphql/columns.ts';
import { defineObject } from '../../graphql/object-type.ts';
import { badRequest } from '../../graphql/request-error.ts';
import type { Person } from '../../identity/session.ts';
import {
  checkPreference,
  datagridPreferences,
  MAX_PREFERENCES,
  type UserPreferences,
  userPreferences,
} from './preferences.ts';
import { accountsOf, type MembershipRow, preferencesOf, putPreference } from './queries.ts';

type Me = Person & {
  readonly accounts: readonly MembershipRow[];
  readonly preferences: ReadonlyMap<string, unknown>;
};
type SavedPreference = { readonly name: string; readonly value: unknown };

const meRef = builder.objectRef<Me>('Me');
const membershipRef = builder.objectRef<MembershipRow>('AccountMembership');
const userPreferencesRef = builder.objectRef<UserPreferences>('UserPreferences');
const savedPreferenceRef = builder.objectRef<SavedPreference>('SavedPreference');

const SIGNED_IN = { signedIn: true } as const;

function defineTypes(): void {
  defineObject(membershipRef, {
    description: 'An account that the signed-in person may enter.',
    authScopes: SIGNED_IN,
    columns: {
      id: id('Opaque identifier.'),
      urlName: from('url_name', string('Name in URLs and in the Account-Uri header.')),
      name: string('Display name.'),
      show_download_summary: boolean('Whether the home page shows the download summary.'),
    },
    fields: (t) => ({
      roles: t.stringList({
        description: 'Roles held in the account, with those that they imply, and those that the account defines.',
        resolve: (row) => [...expandRoles(row.roles), ...row.definedRoles.map(({ name }) => name)],
      }),
    }),
  });
  defineObject(userPreferencesRef, {
    description: 'Settings of the console.',
    authScopes: SIGNED_IN,
    columns: {
      prefersMiniNavbar: boolean('Whether the navigation is collapsed.'),
      mode: string('light, dark or system.'),
      drawerWidth: nullable(int('Width of the drawer beside a list in pixels; null when it was not changed.')),
    },
  });
  defineObject(savedPreferenceRef, {
    description: 'A preference as stored.',
    authScopes: SIGNED_IN,
    columns: { name: string('Name of the preference.') },
    fields: (t) => ({ value: t.expose('value', { type: 'JSON', description: 'The stored JSON value.' }) }),
  });
  defineObject(meRef, {
    description: 'The signed-in person.',
    authScopes: SIGNED_IN,
    columns: {
      id: id('Opaque identifier.'),
      email: string('Email address.'),
      name: string('Display name.'),
      accounts: objects(membershipRef, 'Accounts that the person may enter, sorted by name.'),
    },
    fields: (t) => ({
      default_url_name: t.string({
        nullable: true,
        description: 'Url name of the account to open first; null when the person has no account.',
        resolve: ({ accounts }) => (accounts.find((row) => row.is_default) ?? accounts[0])?.url_name ?? null,
      }),
      permissions: t.stringList({
        description: "Permissions in the request's account; without an account, those held in all accounts.",
        resolve: (_me, _args, context) => [...context.session.permissions],
      }),
      roles: t.stringList({
        description: "Roles in the request's account; without an account, those held in all accounts.",
        resolve: (_me, _args, context) => [...context.session.roles],
      }),
      userPreferences: t.field({
        type: userPreferencesRef,
        description: 'Settings of the console.',
        resolve: ({ preferences }) => userPreferences(preferences),
      }),
      datagridPreferences: t.field({
        type: 'JSON',
        description: 'By grid name: columnsOrder, columnsWidth and columnVisibilityModel.',
        resolve: ({ preferences }) => datagridPreferences(preferences),
      }),
    }),
  });
}

/** The signed-in person and their preferences. None of these fields needs an account. */
export function defineUsers(): void {
  defineTypes();
  builder.queryFields((t) => ({
    meV2: t.field({
      type: meRef,
      authScopes: SIGNED_IN,
      description: 'The signed-in person.',
      resolve: (_root, _args, { database, session }) =>
        database.withIdentity(async (tx) => ({
          ...session.person,
          accounts: await accountsOf(tx, session),
          preferences: await preferencesOf(tx, session.person.id),
        })),
    }),
    userPreference: t.field({
      type: 'JSON',
      nullable: true,
      authScopes: SIGNED_IN,
      description: 'One preference of the signed-in person; null when it was never saved.',
      args: required({ name: string('Name of the preference.') }),
      resolve: (_root, { name }, { database, session }) =>
        database.withIdentity(async (tx) => {
          checkPreference(name, null);
          return (await preferencesOf(tx, session.person.id, name)).get(name) ?? null;
        }),
    }),
  }));
  builder.mutationField('savePreference', (t) =>
    t.field({
      type: savedPreferenceRef,
      authScopes: SIGNED_IN,
      description: 'Stores a preference of the signed-in person; at most 32 kB.',
      args: {
        value: t.arg({ type: 'JSON', required: true, description: 'Any JSON value.' }),
        ...required({ name: string('1 to 200 letters, digits, dots, dashes and underscores.') }),
      },
      resolve: (_root, { name, value }, { database, session }) => {
        checkPreference(name, value);
        return database.withIdentity(async (tx) => {
          if (!(await putPreference(tx, session.person.id, name, value, MAX_PREFERENCES))) {
            throw badRequest(`A person can have at most ${MAX_PREFERENCES} preferences.`);
          }
          return { name, value };
        });
      },
    }),
  );
}
