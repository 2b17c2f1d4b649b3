import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { MailTransport } from '../mail/mail-transport.ts';
import type { DirectoryResult, Login, UserDirectory } from '../user-directory.ts';
import { type ClientOptions, createManagementClient, withStatus } from './management-client.ts';

export type Auth0Options = ClientOptions & {
  /** The issuer of the tokens with which people sign in. */
  readonly issuer: string;
  /** Where people go once they have chosen a password. */
  readonly publicUrl: string;
  readonly mail: MailTransport;
};

/** Marks users that Switchboard created. */
const MARK = { created_by: 'switchboard' } as const;
const TICKET_SECONDS = 86_400;

const User = z.object({
  user_id: z.string().min(1),
  name: z.string().optional(),
  email: z.string().optional(),
  identities: z.array(z.object({ connection: z.string(), provider: z.string() })).default([]),
  app_metadata: z.looseObject({ created_by: z.unknown() }).partial().nullish(),
});
const Users = z.array(User);
const Ticket = z.object({ ticket: z.url() });
type Auth0User = z.infer<typeof User>;

const ok = <T>(value: T): DirectoryResult<T> => ({ kind: 'ok', value });
const UNREADABLE = { kind: 'failed', problem: 'Auth0 sent an answer that cannot be read. Try again.' } as const;
const pathOf = (userId: string): string => `/users/${encodeURIComponent(userId)}`;

/** Administration of users at Auth0, by its Management API v2. */
export function createAuth0Directory(options: Auth0Options): UserDirectory {
  const client = createManagementClient(options);
  const { connection, issuer } = options;
  const isInConnection = ({ identities }: Auth0User): boolean =>
    identities.some((identity) => identity.provider === 'auth0' && identity.connection === connection);

  const usersWith = async (email: string): Promise<DirectoryResult<readonly Auth0User[]>> => {
    // Auth0 keeps addresses in lower case and compares them as they are.
    const path = `/users-by-email?email=${encodeURIComponent(email.trim().toLowerCase())}`;
    const answer = withStatus(await client.send({ method: 'GET', path }), 200);
    if (answer.kind === 'failed') return answer;
    const users = Users.safeParse(answer.value.body);
    return users.success ? ok(users.data) : UNREADABLE;
  };

  const mailTicket = async (userId: string, person: Person, isNew: boolean): Promise<DirectoryResult<null>> => {
    const answer = withStatus(
      await client.send({
        method: 'POST',
        path: '/tickets/password-change',
        body: {
          user_id: userId,
          result_url: options.publicUrl,
          ttl_sec: TICKET_SECONDS,
          // Who opens the link has the mailbox. Sign-in here needs an address that was verified.
          mark_email_as_verified: true,
        },
      }),
      201,
    );
    if (answer.kind === 'failed') return answer;
    const ticket = Ticket.safeParse(answer.value.body);
    if (!ticket.success) return UNREADABLE;
    try {
      await options.mail({ id: randomUUID(), to: person, ...ticketMail(person, ticket.data.ticket, isNew) });
      return ok(null);
    } catch {
      return { kind: 'failed', problem: `The email to ${person.email} could not be sent. Try again.` };
    }
  };

  const addNew = async (person: Person): Promise<DirectoryResult<null>> => {
    const answer = withStatus(
      await client.send({
        method: 'POST',
        path: '/users',
        body: {
          connection,
          email: person.email.trim().toLowerCase(),
          name: person.name,
          // Known to no one: the ticket leads to the first password that is used.
          password: `${randomBytes(32).toString('base64url')}aA1!`,
          verify_email: false,
          app_metadata: MARK,
        },
      }),
      201,
      409,
    );
    // Another process has added the user meanwhile, and sends the mail.
    if (answer.kind === 'failed' || answer.value.status === 409) return answer.kind === 'failed' ? answer : ok(null);
    const user = User.safeParse(answer.value.body);
    return user.success ? mailTicket(user.data.user_id, person, true) : UNREADABLE;
  };

  return {
    issuer,

    async findByEmail(email) {
      const users = await usersWith(email);
      if (users.kind === 'failed') return users;
      const [first] = users.value;
      return ok(first === undefined ? null : { name: first.name ?? first.email ?? email });
    },

    async addUser(person) {
      const users = await usersWith(person.email);
      if (users.kind === 'failed') return users;
      return users.value.length > 0 ? ok(null) : addNew(person);
    },

    async setBlocked({ subject }, blocked) {
      const answer = withStatus(await client.send({ method: 'PATCH', path: pathOf(subject), body: { blocked } }), 200);
      return answer.kind === 'failed' ? answer : ok(null);
    },

    async sendPasswordReset(person) {
      const users = await usersWith(person.email);
      if (users.kind === 'failed') return users;
      const user = users.value.find(isInConnection);
      if (user === undefined && users.value.length > 0) return ok('no_password');
      const mailed = user === undefined ? await addNew(person) : await mailTicket(user.user_id, person, false);
      return mailed.kind === 'failed' ? mailed : ok('sent');
    },

    async deleteUser(email) {
      const users = await usersWith(email);
      if (users.kind === 'failed') return users;
      const deleted: Login[] = [];
      for (const user of users.value) {
        if (user.app_metadata?.created_by !== MARK.created_by || !isInConnection(user)) continue;
        const answer = withStatus(await client.send({ method: 'DELETE', path: pathOf(user.user_id) }), 204, 404);
        if (answer.kind === 'failed') return answer;
        deleted.push({ issuer, subject: user.user_id });
      }
      return ok(deleted);
    },
  };
}

type Person = { readonly email: string; readonly name: string };

function ticketMail({ name }: Person, link: string, isNew: boolean) {
  const reason = isNew
    ? 'You have been given access to Switchboard.'
    : 'A new password for your sign-in to Switchboard was requested.';
  const advice = isNew ? '' : '\n\nIf you did not expect this, ignore this email: your password stays as it is.';
  return {
    subject: isNew ? 'Your access to Switchboard' : 'Choose a new password',
    text: `Hello ${name},\n\n${reason} Choose a password within a day:\n\n${link}${advice}\n`,
  };
}
