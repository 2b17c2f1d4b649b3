import { z } from 'zod';
import type { MasterKey } from '../../settings/master-key.ts';
import { seal, unseal } from '../seal.ts';

/** The next step of a sign-in: a code or a passkey, a password of the person's own, an authenticator app, or its recovery codes. */
export type SignInStage = 'factor' | 'password' | 'enrolment' | 'enrolled';

/** How far a sign-in has come. It is sealed into the form of the next step. */
export type SignInTicket = {
  readonly personId: string;
  /** The sign-in page that it belongs to. */
  readonly uid: string;
  /** How the person has proved who they are so far (RFC 8176). */
  readonly amr: readonly string[];
  /** When the password was last set, epoch milliseconds; null without one. */
  readonly passwordSet: number | null;
  /** Fingerprint of the authenticator app that the page shows; null on other pages. */
  readonly app: string | null;
};

const Ticket = z.object({
  personId: z.string(),
  uid: z.string(),
  amr: z.array(z.string()),
  passwordSet: z.number().nullable(),
  app: z.string().nullable(),
  until: z.number(),
});
const TICKET_TIME = 15 * 60_000;

const purposeOf = (stage: SignInStage): string => `sign-in ticket: ${stage}`;

/** @param now epoch milliseconds */
export function makeTicket(masterKey: MasterKey, stage: SignInStage, ticket: SignInTicket, now: number): string {
  const content = Buffer.from(JSON.stringify({ ...ticket, until: now + TICKET_TIME }));
  return seal(masterKey, content, purposeOf(stage)).toString('base64url');
}

/** Null unless the text is a ticket of this stage and page whose time is not over. */
export function readTicket(
  masterKey: MasterKey,
  stage: SignInStage,
  { text, uid, now }: { readonly text: string; readonly uid: string; readonly now: number },
): SignInTicket | null {
  const content = unseal(masterKey, Buffer.from(text, 'base64url'), purposeOf(stage));
  const ticket = content === null ? null : Ticket.parse(JSON.parse(content.toString()));
  return ticket !== null && ticket.uid === uid && ticket.until > now ? ticket : null;
}
