import { z } from 'zod';
import type { MasterKey } from '../../settings/master-key.ts';
import { seal, unseal } from '../seal.ts';

/** A sign-in that a provider has completed. The browser that began it brings the ticket to its sign-in page. */
export type SsoTicket = {
  readonly uid: string;
  readonly connectionId: string;
  readonly personId: string;
  readonly amr: readonly string[];
};

const Ticket = z.object({
  uid: z.string(),
  connectionId: z.string(),
  personId: z.string(),
  amr: z.array(z.string()),
  until: z.number(),
});
/** Milliseconds: the browser follows a redirect. */
const LIFE = 60_000;
const MAX_LENGTH = 2_000;
const PURPOSE = 'sso ticket';

/** @param now epoch milliseconds */
export const makeSsoTicket = (masterKey: MasterKey, ticket: SsoTicket, now: number): string =>
  seal(masterKey, Buffer.from(JSON.stringify({ ...ticket, until: now + LIFE })), PURPOSE).toString('base64url');

/** Null unless the text is a ticket of this page whose time is not over. */
export function readSsoTicket(
  masterKey: MasterKey,
  { text, uid, now }: { readonly text: string; readonly uid: string; readonly now: number },
): SsoTicket | null {
  if (text.length > MAX_LENGTH) return null;
  const content = unseal(masterKey, Buffer.from(text, 'base64url'), PURPOSE);
  const ticket = content === null ? null : Ticket.parse(JSON.parse(content.toString()));
  return ticket !== null && ticket.uid === uid && ticket.until > now ? ticket : null;
}
