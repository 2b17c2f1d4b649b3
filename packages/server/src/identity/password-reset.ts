import { z } from 'zod';
import { recordPersonalAudit } from '../audit/record-personal-audit.ts';
import type { Database, Tx } from '../db/database.ts';
import type { MasterKey } from '../settings/master-key.ts';
import { createFactorLink } from './factors/factor-link.ts';
import { forgetFailuresOf, type Origin } from './limits/sign-in-limits.ts';
import { queueMail, type WritePersonMail } from './mail/mail-outbox.ts';
import { insecurities } from './passwords/password-strength.ts';
import { findPersonByPassword, findPersonWithPassword, setPassword, verifyPassword } from './passwords.ts';
import { seal, unseal } from './seal.ts';
import { endSessions } from './sessions/own-sessions.ts';

export const RESET_PATH = '/sign-in/reset';
/** Milliseconds that a link works. */
export const RESET_TIME = 3_600_000;
/** Milliseconds after a reset in which the same form, sent again, is answered as saved. */
export const REPEAT_TIME = 10_000;
const PURPOSE = 'password reset';

/** `changed`: when the password was last set, epoch milliseconds; null without one. */
const Ticket = z.object({ personId: z.string(), changed: z.number().nullable(), until: z.number() });

export type ResetOptions = {
  readonly database: Database;
  readonly masterKey: MasterKey;
  readonly publicUrl: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

type Person = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly changed: Date | null;
  readonly hash: string | null;
};

/** A person who may have a password: active, and not blocked. */
async function findPerson(tx: Tx, personId: string): Promise<Person | null> {
  const row = await findPersonWithPassword(tx, personId);
  return row === undefined
    ? null
    : { id: row.id, email: row.email, name: row.name, changed: row.updated, hash: row.hash };
}

/** Queues the mail with the link for the person who signs in by an address with a password; for any other address nothing happens. */
export async function requestResetOf(database: Database, email: string): Promise<void> {
  await database.withIdentity(async (tx) => {
    const person = await findPersonByPassword(tx, email);
    if (person !== undefined) await queueMail(tx, 'password_reset', person.id);
  });
}

/** Writes the mail with the link. The link works once: it names the password that it replaces. */
export const writeResetMail =
  ({ database, masterKey, publicUrl, now }: ResetOptions): WritePersonMail =>
  async ({ personId, name }) => {
    const person = await database.withIdentity((tx) => findPerson(tx, personId));
    if (person === null) return null;
    const ticket = { personId, changed: person.changed?.getTime() ?? null, until: now() + RESET_TIME };
    const sealed = seal(masterKey, Buffer.from(JSON.stringify(ticket)), PURPOSE).toString('base64url');
    return {
      subject: 'Reset your Switchboard password',
      text: [
        `Hello ${name},`,
        '',
        'choose a new password for Switchboard here:',
        `${publicUrl}${RESET_PATH}?ticket=${sealed}`,
        '',
        'The link works once, for one hour. If you did not request it, do nothing: your password stays as it is.',
        '',
      ].join('\n'),
    };
  };

type Reading = Pick<ResetOptions, 'masterKey' | 'now'>;

/** The content of a link that has not expired; null for any other text. */
function readTicket({ masterKey, now }: Reading, sealed: string): z.infer<typeof Ticket> | null {
  const content = unseal(masterKey, Buffer.from(sealed, 'base64url'), PURPOSE);
  const ticket = content === null ? null : Ticket.parse(JSON.parse(content.toString()));
  return ticket !== null && ticket.until > now() ? ticket : null;
}

/** The person of a link that still works; null for any other. */
export async function personOfTicket(tx: Tx, options: Reading, sealed: string): Promise<Person | null> {
  const ticket = readTicket(options, sealed);
  if (ticket === null) return null;
  const person = await findPerson(tx, ticket.personId);
  return person !== null && (person.changed?.getTime() ?? null) === ticket.changed ? person : null;
}

/** Whether a link has just set this password: the form was sent twice. */
async function isRepeat(tx: Tx, options: Reading, sealed: string, password: string): Promise<boolean> {
  const ticket = readTicket(options, sealed);
  const person = ticket === null ? null : await findPerson(tx, ticket.personId);
  if (person === null || person.changed === null || person.hash === null) return false;
  if (options.now() - person.changed.getTime() > REPEAT_TIME) return false;
  return verifyPassword(person.hash, password);
}

/**
 * Sets the password that the owner of a link has chosen, and ends every session of theirs.
 * @returns `expired` when the link does not work any more; otherwise what is wrong with the password, or null, and then the secret
 *   of a link to add a first factor, since the mailbox is proven
 */
export async function resetPassword(
  options: Pick<ResetOptions, 'database' | 'masterKey' | 'now'>,
  { ticket: sealed, password, origin }: { readonly ticket: string; readonly password: string; readonly origin: Origin },
): Promise<'expired' | { readonly problem: string | null; readonly factorLink?: string | null }> {
  return options.database.withIdentity(async (tx) => {
    const person = await personOfTicket(tx, options, sealed);
    if (person === null) return (await isRepeat(tx, options, sealed, password)) ? { problem: null } : 'expired';
    const problems = await insecurities(password, [person.email, person.name]);
    if (problems.length > 0) return { problem: problems.join(' ') };
    // Two uses at the same time: the second finds another password than its link names.
    await tx.selectFrom('person').select('id').where('id', '=', person.id).forUpdate().execute();
    if ((await personOfTicket(tx, options, sealed)) === null)
      return (await isRepeat(tx, options, sealed, password)) ? { problem: null } : 'expired';
    await setPassword(tx, person.id, password);
    await recordPersonalAudit(tx, person.id, { kind: 'password_changed', after: { method: 'mailed link' } });
    await forgetFailuresOf(tx, person.email, origin);
    await endSessions(tx, person.id);
    return { problem: null, factorLink: await createFactorLink(tx, person.id, options.now()) };
  });
}
