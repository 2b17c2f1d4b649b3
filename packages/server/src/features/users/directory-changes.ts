import type { GraphqlContext } from '../../graphql/context.ts';
import { removeLogin } from '../../identity/people/store-identity.ts';
import type { UserEnded } from './end-access.ts';

type Context = Pick<GraphqlContext, 'directory' | 'database'>;

/** Adds a user at the identity provider. Returns what the administrator must know; null when all is well. */
export async function addToDirectory(
  { directory }: Context,
  person: { readonly email: string; readonly name: string },
): Promise<string | null> {
  const result = await directory?.addUser(person);
  return result?.kind === 'failed'
    ? `${person.name} was added here. ${result.problem} Then reset the password of the user.`
    : null;
}

/** Blocks or unblocks a login at the identity provider, if that is administered. */
export async function blockInDirectory(
  { directory }: Context,
  login: { readonly issuer: string; readonly subject: string } | null,
  blocked: boolean,
): Promise<string | null> {
  if (directory === null || login?.issuer !== directory.issuer) return null;
  const result = await directory.setBlocked(login, blocked);
  if (result.kind === 'ok') return null;
  return `Signing in is ${blocked ? 'blocked' : 'possible'} here. ${result.problem}`;
}

/** Deletes a deactivated user at the identity provider, and forgets the logins that are gone. */
export async function deleteFromDirectory({ directory, database }: Context, user: UserEnded): Promise<string | null> {
  const result = await directory?.deleteUser(user.email);
  if (result === undefined) return null;
  if (result.kind === 'failed') return `${user.name} was deactivated here. ${result.problem}`;
  for (const login of result.value) await database.withIdentity((tx) => removeLogin(tx, user.id, login));
  return null;
}
