import { readFile } from 'node:fs/promises';
import formbody from '@fastify/formbody';
import { errorText } from '@switchboard/model';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { z } from 'zod';
import type { Database } from '../db/database.ts';
import { SIGN_IN_PATH } from './oidc-provider.ts';
import { PAGE_STYLE } from './page-style.ts';
import { passwordResetRoutes } from './password-reset-routes.ts';
import { seal, unseal } from './seal.ts';
import { choosePassword, signIn } from './sign-in.ts';
import { changePasswordPage, type DemoPerson, errorPage, SIGN_OUT_SCRIPT, signInPage } from './sign-in-page.ts';

export type SignInOptions = {
  readonly provider: Provider;
  readonly database: Database;
  readonly masterKey: Buffer;
  /** Offered as buttons; empty outside demo mode. */
  readonly demoPeople: () => readonly DemoPerson[];
  readonly now: () => number;
};

const Credentials = z.object({ email: z.string(), password: z.string() });
const Choice = z.object({ ticket: z.string(), password: z.string(), repeated: z.string() });
const Ticket = z.object({ personId: z.string(), uid: z.string(), until: z.number() });
const TICKET_TIME = 15 * 60_000;
const DAY = 86_400;
/** The console's font. */
const FONT = new URL(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'));

type Sign = { Params: { uid: string } };

/** The sign-in page and what its forms do. Forms are read here and nowhere else. */
export async function signInRoutes(app: FastifyInstance, options: SignInOptions): Promise<void> {
  const { provider, database, masterKey } = options;
  await app.register(formbody, { bodyLimit: 16_384 });
  passwordResetRoutes(app, options);

  app.get(`${SIGN_IN_PATH}/style.css`, (_request, reply) =>
    reply.type('text/css').header('cache-control', `public, max-age=${DAY}`).send(PAGE_STYLE),
  );
  app.get(`${SIGN_IN_PATH}/inter.woff2`, async (_request, reply) =>
    reply
      .type('font/woff2')
      .header('cache-control', `public, max-age=${DAY}`)
      .send(await readFile(FONT)),
  );
  app.get(`${SIGN_IN_PATH}/sign-out.js`, (_request, reply) =>
    reply.type('text/javascript').header('cache-control', `public, max-age=${DAY}`).send(SIGN_OUT_SCRIPT),
  );

  app.get<Sign>(`${SIGN_IN_PATH}/:uid`, async (request, reply) => {
    if (!(await isOpen(request, reply))) return expired(reply);
    return html(
      reply,
      200,
      signInPage({ action: request.url, email: '', error: null, demoPeople: options.demoPeople() }),
    );
  });

  app.post<Sign>(`${SIGN_IN_PATH}/:uid`, async (request, reply) => {
    if (!(await isOpen(request, reply))) return expired(reply);
    const form = Credentials.safeParse(request.body);
    const { email, password } = form.success ? form.data : { email: '', password: '' };
    const result = await signIn(database, email, password, new Date(options.now()));
    request.log.info({ outcome: result.kind }, 'sign-in');
    if (result.kind === 'refused') {
      const page = { action: request.url, email, error: result.message, demoPeople: options.demoPeople() };
      return html(reply, 401, signInPage(page));
    }
    if (result.kind === 'must-change') {
      const ticket = makeTicket(result.personId, request.params.uid);
      return html(
        reply,
        200,
        changePasswordPage({ action: `${SIGN_IN_PATH}/${request.params.uid}/password`, ticket, error: null }),
      );
    }
    return finish(request, reply, result.personId);
  });

  app.post<Sign>(`${SIGN_IN_PATH}/:uid/password`, async (request, reply) => {
    const form = Choice.safeParse(request.body);
    const personId = form.success ? readTicket(form.data.ticket, request.params.uid) : null;
    if (!form.success || personId === null || !(await isOpen(request, reply))) return expired(reply);
    const { ticket, password, repeated } = form.data;
    const error =
      password === repeated
        ? await choosePassword(database, personId, password)
        : 'The two passwords are not the same.';
    if (error !== null) return html(reply, 422, changePasswordPage({ action: request.url, ticket, error }));
    return finish(request, reply, personId);
  });

  /** Whether this browser began the sign-in that the page belongs to (its cookie says so) and it has not ended. */
  async function isOpen(request: FastifyRequest<Sign>, reply: FastifyReply): Promise<boolean> {
    try {
      const interaction = await provider.interactionDetails(request.raw, reply.raw);
      return interaction.uid === request.params.uid && interaction.prompt.name === 'login';
    } catch {
      return false;
    }
  }

  async function finish(request: FastifyRequest, reply: FastifyReply, accountId: string): Promise<FastifyReply> {
    const returnTo = await provider.interactionResult(request.raw, reply.raw, { login: { accountId } });
    return reply.header('cache-control', 'no-store').redirect(returnTo, 303);
  }

  function makeTicket(personId: string, uid: string): string {
    const content = Buffer.from(JSON.stringify({ personId, uid, until: options.now() + TICKET_TIME }));
    return seal(masterKey, content, 'password ticket').toString('base64url');
  }

  function readTicket(text: string, uid: string): string | null {
    const content = unseal(masterKey, Buffer.from(text, 'base64url'), 'password ticket');
    const ticket = content === null ? null : Ticket.parse(JSON.parse(content.toString()));
    return ticket !== null && ticket.uid === uid && ticket.until > options.now() ? ticket.personId : null;
  }
}

function html(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply.status(status).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page);
}

const expired = (reply: FastifyReply): FastifyReply => html(reply, 400, errorPage(errorText('SIGN_IN_EXPIRED')));
