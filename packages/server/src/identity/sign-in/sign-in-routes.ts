import { readFile } from 'node:fs/promises';
import formbody from '@fastify/formbody';
import { errorText } from '@switchboard/model/errors/errors';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { recordFailedSignIn } from '../../audit/record-personal-audit.ts';
import { FACTOR_LINK_PATH, factorLinkCookie, isFactorLink } from '../factors/factor-link.ts';
import { acceptPasskey, requestPasskey } from '../factors/passkeys.ts';
import { giveAllowedBack, takeAllowed } from '../limits/sign-in-limits.ts';
import { SIGN_IN_PATH } from '../oidc-provider.ts';
import { passwordResetRoutes } from '../password-reset-routes.ts';
import { signIn } from '../sign-in.ts';
import { hasConnections } from '../sso/find-connections.ts';
import { ssoRoutes } from '../sso/sso-routes.ts';
import type { SsoParts } from '../sso/sso-steps.ts';
import { refuseCrowdedPages } from './crowded-pages.ts';
import { PAGE_STYLE } from './page-style.ts';
import { errorPage, PASSKEY_SCRIPT, SIGN_OUT_SCRIPT, signInPage } from './sign-in-page.ts';
import {
  createSignInSteps,
  originOf,
  passkeyMethods,
  type SignInOptions,
  type SignInRequest,
  sendExpired,
  sendPage,
  sendRefusal,
} from './sign-in-steps.ts';

const Credentials = z.object({ email: z.string(), password: z.string() });
const Ticket = z.object({ ticket: z.string() });
const Code = Ticket.extend({ code: z.string() });
const Factor = Ticket.extend({ code: z.string().optional(), response: z.string().optional() });
const Choice = Ticket.extend({ password: z.string(), repeated: z.string() });
const Link = z.object({ link: z.string().max(100) });
const Signed = z.object({ response: z.string() });
const DAY = 86_400;
/** The console's font. */
const FONT = new URL(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'));

type Sign = { Params: { uid: string } };

/** `sso`: absent where accounts have no providers of their own. */
export type SignInRouteOptions = SignInOptions & { readonly sso?: SsoParts | undefined };

/** The sign-in page and what its forms do. Forms are read here and nowhere else. */
export async function signInRoutes(app: FastifyInstance, options: SignInRouteOptions): Promise<void> {
  const { provider, database } = options;
  const steps = createSignInSteps(options);
  await app.register(formbody, { bodyLimit: 16_384 });
  passwordResetRoutes(app, options);
  fileRoutes(app);
  factorLinkRoute(app, options);
  const { sso } = options;
  const followLink = sso && ssoRoutes(app, { ...options, sso, isOpen, pageFor });

  app.get<Sign>(`${SIGN_IN_PATH}/:uid`, async (request, reply) => {
    if (!(await isOpen(request, reply))) return sendExpired(reply);
    const followed = await followLink?.(request, reply);
    return followed ?? sendPage(reply, 200, await pageFor(request, { email: '', error: null }));
  });

  app.post<Sign>(`${SIGN_IN_PATH}/:uid`, async (request, reply) => {
    if (!(await isOpen(request, reply))) return sendExpired(reply);
    const form = Credentials.safeParse(request.body);
    const { email, password } = form.success ? form.data : { email: '', password: '' };
    const credentials = { email, password, origin: originOf(options, request) };
    const result = await signIn(database, credentials, options.allowances.failures, new Date(options.now()));
    request.log.info({ outcome: result.kind }, 'sign-in');
    if (result.kind === 'refused') {
      const { message: error, until } = result;
      const kind = until === null ? 'sign_in_failed' : 'sign_in_locked';
      await recordFailedSignIn(database, email, { kind, method: 'password' });
      return sendRefusal(reply, result, { page: await pageFor(request, { email, error }), now: options.now() });
    }
    const { personId, passwordSet } = result;
    return steps.proceed(request, reply, { personId, amr: ['pwd'], passwordSet });
  });

  app.post<Sign>(`${SIGN_IN_PATH}/:uid/passkey`, async (request, reply) => {
    const form = Signed.safeParse(request.body);
    if (!form.success || !(await isOpen(request, reply))) return sendExpired(reply);
    const { failures } = options.allowances;
    const origin = originOf(options, request);
    const refusal = await takeAllowed(database, failures, origin, new Date(options.now()));
    if (refusal !== null) {
      const page = await pageFor(request, { email: '', error: refusal.message });
      return sendRefusal(reply, refusal, { page, now: options.now() });
    }
    const subject = { purpose: 'sign-in', subject: request.params.uid } as const;
    const passkey = await acceptPasskey(options, subject, { response: form.data.response, personId: null });
    request.log.info({ outcome: passkey === null ? 'refused' : 'signed-in' }, 'sign-in by passkey');
    if (passkey === null) {
      const page = await pageFor(request, { email: '', error: errorText('SIGN_IN_PASSKEY_FAILED') });
      return sendPage(reply, 401, page);
    }
    await giveAllowedBack(database, failures, origin);
    const amr = passkeyMethods(passkey.isSynced);
    return steps.proceed(request, reply, { personId: passkey.personId, amr, passwordSet: 'unchecked' });
  });

  step('factor', Factor, (request, reply, { ticket, code, response }) =>
    steps.checkFactor(request, reply, { ticket, code, response }),
  );
  step('password', Choice, steps.changePassword);
  step('enrolment', Code, steps.confirmEnrolment);
  step('enrolled', Ticket, steps.completeEnrolment);

  /** A form of a step after the sign-in page. */
  function step<Form>(
    name: string,
    schema: z.ZodType<Form>,
    answer: (request: SignInRequest, reply: FastifyReply, form: Form) => Promise<FastifyReply>,
  ): void {
    app.post<Sign>(`${SIGN_IN_PATH}/:uid/${name}`, async (request, reply) => {
      const form = schema.safeParse(request.body);
      if (!form.success || !(await isOpen(request, reply))) return sendExpired(reply);
      return answer(request, reply, form.data);
    });
  }

  async function pageFor(
    request: SignInRequest,
    { email, error }: { readonly email: string; readonly error: string | null },
  ): Promise<string> {
    const { uid } = request.params;
    return signInPage({
      action: `${SIGN_IN_PATH}/${uid}`,
      email,
      error,
      demoPeople: options.demoPeople(),
      offersSso: sso !== undefined && (await database.withIdentity(hasConnections)),
      passkeyRequest: await requestPasskey(options, { purpose: 'sign-in', subject: uid }, null),
    });
  }

  /** Whether this browser began the sign-in that the page belongs to (its cookie says so) and it has not ended. */
  async function isOpen(request: SignInRequest, reply: FastifyReply): Promise<boolean> {
    try {
      const interaction = await provider.interactionDetails(request.raw, reply.raw);
      return interaction.uid === request.params.uid && interaction.prompt.name === 'login';
    } catch {
      return false;
    }
  }
}

/** The mailed link to add a first factor: the browser keeps it for the next sign-in. Only that uses it up, so programs that read mail may open it. */
function factorLinkRoute(app: FastifyInstance, options: SignInOptions): void {
  const refuse = refuseCrowdedPages(options);
  app.get(FACTOR_LINK_PATH, async (request, reply) => {
    const refusal = await refuse(request, reply);
    if (refusal !== null) return refusal;
    const query = Link.safeParse(request.query);
    const secret = query.success ? query.data.link : '';
    reply.header('referrer-policy', 'no-referrer');
    if (!(await options.database.withIdentity((tx) => isFactorLink(tx, secret, options.now()))))
      return sendPage(reply, 400, errorPage(errorText('FACTOR_LINK_EXPIRED')));
    const cookie = factorLinkCookie(secret, options.publicUrl);
    return reply.header('cache-control', 'no-store').header('set-cookie', cookie).redirect('/', 303);
  });
}

/** Registers the routes of the pages' assets. */
function fileRoutes(app: FastifyInstance): void {
  const texts = [
    ['style.css', 'text/css', PAGE_STYLE],
    ['sign-out.js', 'text/javascript', SIGN_OUT_SCRIPT],
    ['passkey.js', 'text/javascript', PASSKEY_SCRIPT],
  ] as const;
  for (const [name, type, text] of texts)
    app.get(`${SIGN_IN_PATH}/${name}`, (_request, reply) =>
      reply.type(type).header('cache-control', `public, max-age=${DAY}`).send(text),
    );
  app.get(`${SIGN_IN_PATH}/inter.woff2`, async (_request, reply) =>
    reply
      .type('font/woff2')
      .header('cache-control', `public, max-age=${DAY}`)
      .send(await readFile(FONT)),
  );
}
