import { errorText } from '@switchboard/model/errors/errors';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { factorLinkCookie } from './factors/factor-link.ts';
import { personOfTicket, RESET_PATH, type ResetOptions, requestResetOf, resetPassword } from './password-reset.ts';
import { refuseCrowdedPages } from './sign-in/crowded-pages.ts';
import {
  changePasswordPage,
  errorPage,
  FORGOTTEN_PATH,
  forgottenPage,
  passwordSavedPage,
} from './sign-in/sign-in-page.ts';
import { originOf, type SignInOptions } from './sign-in/sign-in-steps.ts';

const Link = z.object({ ticket: z.string() });
const MAX_EMAIL = 320;
const Address = z.object({ email: z.string().trim().min(1).max(MAX_EMAIL) });
const Choice = z.object({ ticket: z.string(), password: z.string(), repeated: z.string() });

const REASON = 'It replaces the one that you have. You are signed out everywhere else.';

/** The page that sends a link, which answers alike for every address, and the page behind the link. `app` reads forms. */
export function passwordResetRoutes(
  app: FastifyInstance,
  options: ResetOptions & Pick<SignInOptions, 'allowances'>,
): void {
  const refuse = refuseCrowdedPages(options);

  app.get(
    FORGOTTEN_PATH,
    async (request, reply) => (await refuse(request, reply)) ?? html(reply, 200, forgottenPage(null)),
  );

  app.post(FORGOTTEN_PATH, async (request, reply) => {
    const refusal = await refuse(request, reply);
    if (refusal !== null) return refusal;
    const form = Address.safeParse(request.body);
    if (!form.success || form.data.email.includes('\0')) return html(reply, 422, forgottenPage(null));
    const { email } = form.data;
    // The answer comes first: the time that it takes does not depend on the address either.
    html(reply, 200, forgottenPage(email));
    await requestResetOf(options.database, email).catch((error: unknown) => {
      request.log.error({ err: error }, 'password reset by address');
    });
    return reply;
  });

  app.get(RESET_PATH, async (request, reply) => {
    const refusal = await refuse(request, reply);
    if (refusal !== null) return refusal;
    const link = Link.safeParse(request.query);
    const ticket = link.success ? link.data.ticket : '';
    const person = await options.database.withIdentity((tx) => personOfTicket(tx, options, ticket));
    if (person === null) return expired(reply);
    return html(reply, 200, changePasswordPage({ action: RESET_PATH, ticket, error: null, reason: REASON }));
  });

  app.post(RESET_PATH, async (request, reply) => {
    const refusal = await refuse(request, reply);
    if (refusal !== null) return refusal;
    const form = Choice.safeParse(request.body);
    if (!form.success) return expired(reply);
    const { ticket, password, repeated } = form.data;
    const page = { action: RESET_PATH, ticket, reason: REASON };
    if (password !== repeated)
      return html(reply, 422, changePasswordPage({ ...page, error: 'The two passwords are not the same.' }));
    const answer = await resetPassword(options, { ticket, password, origin: originOf(options, request) });
    request.log.info({ outcome: answer === 'expired' ? answer : 'checked' }, 'password reset');
    if (answer === 'expired') return expired(reply);
    if (answer.problem !== null) return html(reply, 422, changePasswordPage({ ...page, error: answer.problem }));
    const { factorLink = null } = answer;
    if (factorLink !== null) reply.header('set-cookie', factorLinkCookie(factorLink, options.publicUrl));
    return html(reply, 200, passwordSavedPage());
  });
}

function html(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply
    .status(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .send(page);
}

const expired = (reply: FastifyReply): FastifyReply => html(reply, 400, errorPage(errorText('RESET_EXPIRED')));
