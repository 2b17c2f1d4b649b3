import { permissionsOf, ROLES, type Role } from '@switchboard/model/permissions';
import { beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_CALLS } from '../../../testing/admin-calls.ts';
import { createClient } from '../../../testing/graphql-server.ts';
import { useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { addAccount, addPerson, newEmail } from '../../../testing/people.ts';

const server = useGraphqlServer();
let acme: string;

beforeAll(async () => {
  acme = await addAccount(server.database, 'acme');
});

/** The role of the granter: held in the account, or everywhere. */
const GRANTERS = [null, 'acme'].flatMap((place) => ROLES.map((role) => ({ place, role })));
const PAIRS = GRANTERS.flatMap((granter) =>
  ROLES.flatMap((granted) => ['acme', null].map((into) => ({ ...granter, granted, into }))),
);
const tokens = new Map<string, string>();

beforeAll(async () => {
  for (const { place, role } of GRANTERS)
    tokens.set(
      `${place} ${role}`,
      await (place === null ? server.tokenOf({}, [role]) : server.tokenOf({ [acme]: [role] })),
    );
}, 120_000);

/** By the rule itself, not by the function that the server uses. */
function mayGrant(place: string | null, role: Role, granted: Role, into: string | null): boolean {
  const everywhere = permissionsOf([], place === null ? [role] : []);
  const held = into === null ? everywhere : permissionsOf(place === null ? [] : [role], place === null ? [role] : []);
  const given = into === null ? permissionsOf([], [granted]) : permissionsOf([granted], []);
  const isForGlobalManagers = into === null || granted === 'cs' || granted === 'tester';
  return (
    held.includes('manage-users') &&
    given.every((permission) => held.includes(permission)) &&
    (!isForGlobalManagers || everywhere.includes('manage-global-users'))
  );
}

async function rolesOf(email: string): Promise<readonly string[]> {
  return server.database.withIdentity(async (tx) => {
    const { id } = await tx.selectFrom('person').select('id').where('email', '=', email).executeTakeFirstOrThrow();
    const inAccount = await tx.selectFrom('membership').select('role_key').where('person_id', '=', id).execute();
    const everywhere = await tx.selectFrom('global_role').select('role').where('person_id', '=', id).execute();
    return [...inAccount.map(({ role_key: key }) => key), ...everywhere.map(({ role }) => `global ${role}`)].sort();
  });
}

describe('the grants of a person', () => {
  test.each(PAIRS)(
    'a person grants only what they hold, as $role of $place: $granted into $into',
    { tags: 'spec:admin-grantable-roles' },
    async ({ place, role, granted, into }) => {
      const email = newEmail('subject');
      await addPerson(server.database, { email, roles: { [acme]: ['viewer'] } });
      const as = createClient(server, { token: tokens.get(`${place} ${role}`) ?? '' });
      const roles = into === null ? [granted] : [...new Set(['viewer', granted])];
      await as.ask(ADMIN_CALLS.saveUser, { userEmail: email, roles, urlNames: into === null ? null : [into] });
      const gained = granted === 'viewer' && into !== null ? [] : [into === null ? `global ${granted}` : granted];
      const expected = mayGrant(place, role, granted, into) ? ['viewer', ...gained] : ['viewer'];
      expect(await rolesOf(email)).toEqual(expected.sort());
    },
  );
});
