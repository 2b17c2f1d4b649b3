import formbody from '@fastify/formbody';
import { textProblem } from '@switchboard/model/presentation/text-problem';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Tx } from '../../db/database.ts';
import { insecurities } from '../passwords/password-strength.ts';
import { setPassword } from '../passwords.ts';
import { type CrowdedOptions, refuseCrowdedPages } from '../sign-in/crowded-pages.ts';
import { errorPage } from '../sign-in/sign-in-page.ts';
import type { UserDirectory } from '../user-directory.ts';
import { acceptInvitation, addInvited, declineInvitation, isKnown, isStillGranted } from './answer-invitation.ts';
import { INVITATION_PATH } from './invitation-mail.ts';
import { answeredPage, joinPage } from './invitation-pages.ts';
import { type OpenInvitation, openInvitation } from './store-invitation.ts';

export type InvitationRouteOptions = CrowdedOptions & {
  /** False when another identity provider keeps the passwords. */
  readonly keepsPasswords: boolean;
  /** Where logins of another identity provider are administered; null for none. */
  readonly directory: UserDirectory | null;
};

const Link = z.object({ invitation: z.string() });
const Form = Link.extend({
  answer: z.enum(['accept', 'decline']),
  name: z.string().default(''),
  password: z.string().default(''),
  repeated: z.string().default(''),
});
type Answer = z.infer<typeof Form>;

const GONE =
  'This invitation does not work any more: it was answered, withdrawn or sent again, or it has expired. Ask for another one.';
const NOT_GRANTED = 'The person who invited you may not add users any more. Ask for another invitation.';
const MAX_NAME = 200;

type Outcome =
  | { readonly kind: 'gone' | 'not granted' | 'known' | 'declined' }
  | { readonly kind: 'invalid'; readonly invitation: OpenInvitation; readonly error: string }
  | { readonly kind: 'joined'; readonly invitation: OpenInvitation };

function send(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply
    .status(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .send(page);
}

/**
 * The pages behind the link of an invitation. A person who can sign in answers in the console; anybody else does so here, and can
 * sign in afterwards.
 */
export async function invitationRoutes(app: FastifyInstance, options: InvitationRouteOptions): Promise<void> {
  const { database, publicUrl, keepsPasswords, directory } = options;
  const refuse = refuseCrowdedPages(options);
  await app.register(formbody, { bodyLimit: 16_384 });
  const toConsole = (reply: FastifyReply, secret: string): FastifyReply =>
    reply
      .header('cache-control', 'no-store')
      .redirect(`${publicUrl}/invitation?invitation=${encodeURIComponent(secret)}`, 303);

  app.get(INVITATION_PATH, async (request, reply) => {
    const refusal = await refuse(request, reply);
    if (refusal !== null) return refusal;
    const link = Link.safeParse(request.query);
    const secret = link.success ? link.data.invitation : '';
    const found = await database.withIdentity(async (tx) => {
      const invitation = await openInvitation(tx, secret);
      return invitation === null ? null : { invitation, isKnown: await isKnown(tx, invitation) };
    });
    if (found === null) return send(reply, 400, errorPage(GONE));
    if (found.isKnown) return toConsole(reply, secret);
    const { invitation } = found;
    return send(reply, 200, joinPage({ invitation, secret, error: null, name: invitation.name, keepsPasswords }));
  });

  app.post(INVITATION_PATH, async (request, reply) => {
    const refusal = await refuse(request, reply);
    if (refusal !== null) return refusal;
    const form = Form.safeParse(request.body);
    if (!form.success) return send(reply, 400, errorPage(GONE));
    const outcome = await answer(request, form.data);
    switch (outcome.kind) {
      case 'gone':
        return send(reply, 400, errorPage(GONE));
      case 'not granted':
        return send(reply, 403, errorPage(NOT_GRANTED));
      case 'known':
        return toConsole(reply, form.data.invitation);
      case 'declined':
        return send(reply, 200, answeredPage('Invitation declined', 'Nothing about you was stored.'));
      case 'invalid': {
        const { invitation, error } = outcome;
        const { invitation: secret, name } = form.data;
        return send(reply, 422, joinPage({ invitation, secret, error, name, keepsPasswords }));
      }
      case 'joined': {
        const { email, account_name: account } = outcome.invitation;
        await directory?.addUser({ email, name: form.data.name.trim() });
        return send(reply, 200, answeredPage(`You joined ${account}`, `Sign in as ${email}.`));
      }
    }
  });

  async function answer(request: FastifyRequest, given: Answer): Promise<Outcome> {
    const outcome = await database.withIdentity((tx) => answerIn(tx, given));
    request.log.info({ outcome: outcome.kind }, 'invitation');
    return outcome;
  }

  async function answerIn(tx: Tx, given: Answer): Promise<Outcome> {
    const invitation = await openInvitation(tx, given.invitation);
    if (invitation === null) return { kind: 'gone' };
    // Who has a sign-in proves it before anything of theirs changes.
    if (await isKnown(tx, invitation)) return { kind: 'known' };
    if (given.answer === 'decline') {
      await declineInvitation(tx, invitation);
      return { kind: 'declined' };
    }
    const error = await problemOf(given, invitation, keepsPasswords);
    if (error !== null) return { kind: 'invalid', invitation, error };
    if (!(await isStillGranted(tx, invitation))) return { kind: 'not granted' };
    const personId = await addInvited(tx, invitation, given.name.trim());
    if (personId === null) return { kind: 'known' };
    if (keepsPasswords) await setPassword(tx, personId, given.password);
    await acceptInvitation(tx, invitation, personId);
    return { kind: 'joined', invitation };
  }
}

async function problemOf(
  { name, password, repeated }: Answer,
  { email }: OpenInvitation,
  keepsPasswords: boolean,
): Promise<string | null> {
  if (name.trim() === '') return 'Enter your name.';
  const problem = textProblem('A name', name, MAX_NAME);
  if (problem !== null || !keepsPasswords) return problem;
  if (password !== repeated) return 'The two passwords are not the same.';
  const problems = await insecurities(password, [email, name]);
  return problems.length === 0 ? null : problems.join(' ');
}
