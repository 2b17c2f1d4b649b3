import { expandRoles } from '@switchboard/model';
import { type Builder, builder } from '../../graphql/builder.ts';
import { badRequest } from '../../graphql/request-error.ts';
import type { Person } from '../../identity/session.ts';
import {
  checkPreference,
  datagridPreferences,
  PREFERENCES_MOST,
  type UserPreferences,
  userPreferences,
} from './preferences.ts';
import { accountsOf, type MembershipRow, preferencesOf, putPreference } from './queries.ts';

type Me = {
  readonly person: Person;
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
  membershipRef.implement({
    description: 'An account that the person may enter.',
    authScopes: SIGNED_IN,
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Opaque.' }),
      urlName: t.exposeString('url_name', { description: 'Its name in addresses and in the Account-Uri header.' }),
      name: t.exposeString('name', { description: 'Its name for people.' }),
      show_download_summary: t.exposeBoolean('show_download_summary', {
        description: 'Whether its home page shows the summary of downloads.',
      }),
      roles: t.stringList({
        description: 'The roles held there, with those they imply.',
        resolve: (row) => expandRoles(row.roles),
      }),
    }),
  });
  userPreferencesRef.implement({
    description: "The console's settings.",
    authScopes: SIGNED_IN,
    fields: (t) => ({
      prefersMiniNavbar: t.exposeBoolean('prefersMiniNavbar', { description: 'Whether the navigation is collapsed.' }),
      mode: t.exposeString('mode', { description: 'light, dark or system.' }),
    }),
  });
  savedPreferenceRef.implement({
    description: 'A preference as it is stored now.',
    authScopes: SIGNED_IN,
    fields: (t) => ({
      name: t.exposeString('name', { description: 'Its name.' }),
      value: t.expose('value', { type: 'JSON', description: 'Its value.' }),
    }),
  });
  meRef.implement({
    description: 'The person who asks.',
    authScopes: SIGNED_IN,
    fields: (t) => ({
      id: t.id({ description: 'Opaque.', resolve: ({ person }) => person.id }),
      email: t.string({ description: 'Their address.', resolve: ({ person }) => person.email }),
      name: t.string({ description: 'Their name.', resolve: ({ person }) => person.name }),
      default_url_name: t.string({
        nullable: true,
        description: 'The account to open first; null for who has none.',
        resolve: ({ accounts }) => (accounts.find((row) => row.is_default) ?? accounts[0])?.url_name ?? null,
      }),
      accounts: t.field({
        type: [membershipRef],
        description: 'The accounts they may enter, by name.',
        resolve: ({ accounts }) => [...accounts],
      }),
      permissions: t.stringList({
        description: "What they may do in the request's account; without one, what they may do everywhere.",
        resolve: (_me, _args, context) => [...context.session.permissions],
      }),
      roles: t.stringList({
        description: "Their roles in the request's account; without one, those held everywhere.",
        resolve: (_me, _args, context) => [...context.session.roles],
      }),
      userPreferences: t.field({
        type: userPreferencesRef,
        description: "The console's settings.",
        resolve: ({ preferences }) => userPreferences(preferences),
      }),
      datagridPreferences: t.field({
        type: 'JSON',
        description: 'Per grid: columnsOrder, columnsWidth, columnVisibilityModel.',
        resolve: ({ preferences }) => datagridPreferences(preferences),
      }),
    }),
  });
}

/** The person who asks, and their preferences. None of it needs an account. */
export function defineUsers(builder: Builder): void {
  defineTypes();
  builder.queryFields((t) => ({
    meV2: t.field({
      type: meRef,
      authScopes: SIGNED_IN,
      description: 'The person who asks.',
      resolve: (_root, _args, { database, session }) =>
        database.withIdentity(async (tx) => ({
          person: session.person,
          accounts: await accountsOf(tx, session.person.id),
          preferences: await preferencesOf(tx, session.person.id),
        })),
    }),
    userPreference: t.field({
      type: 'JSON',
      nullable: true,
      authScopes: SIGNED_IN,
      description: 'One preference of the person who asks; null when it was never saved.',
      args: { name: t.arg.string({ required: true, description: 'Its name.' }) },
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
      description: 'Stores a preference of the person who asks, 32 kB at most.',
      args: {
        name: t.arg.string({ required: true, description: 'Letters, digits, dots, dashes, underscores.' }),
        value: t.arg({ type: 'JSON', required: true, description: 'Any JSON.' }),
      },
      resolve: (_root, { name, value }, { database, session }) => {
        checkPreference(name, value);
        return database.withIdentity(async (tx) => {
          if (!(await putPreference(tx, session.person.id, name, value, PREFERENCES_MOST))) {
            throw badRequest(`A person has ${PREFERENCES_MOST} preferences at most.`);
          }
          return { name, value };
        });
      },
    }),
  );
}
