import { errorText } from '@switchboard/model/errors/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { recordPersonalAudit } from '../../audit/record-personal-audit.ts';
import type { Database } from '../../db/database.ts';
import type { MasterKey } from '../../settings/master-key.ts';
import { confirmApp, pendingApp, startApp } from '../factors/authenticator-app.ts';
import { checkCode } from '../factors/check-code.ts';
import { hasOpenedLink, openedLink } from '../factors/factor-link.ts';
import { hasFactor } from '../factors/factors.ts';
import { acceptPasskey, requestPasskey } from '../factors/passkeys.ts';
import { deviceCookie, deviceOf, isKnown } from '../limits/known-device.ts';
import type { Refusal } from '../limits/lockout.ts';
import type { AddressAllowances, Origin } from '../limits/sign-in-limits.ts';
import { queueMail } from '../mail/mail-outbox.ts';
import { SIGN_IN_PATH } from '../oidc-provider.ts';
import { MFA } from '../second-factor.ts';
import { queueNewDeviceMail } from '../sessions/new-device-mail.ts';
import { choosePassword, type SignInState, signInStateOf } from '../sign-in.ts';
import { enrolmentPage, factorPage, linkMailedPage, recoveryCodesPage } from './factor-pages.ts';
import { changePasswordPage, type DemoPerson, errorPage } from './sign-in-page.ts';
import { makeTicket, readTicket, type SignInStage, type SignInTicket } from './sign-in-ticket.ts';

export type SignInOptions = {
  readonly provider: Provider;
  readonly database: Database;
  readonly masterKey: MasterKey;
  /** Origin at which browsers reach the program. */
  readonly publicUrl: string;
  /** Offered as buttons; empty outside demo mode. */
  readonly demoPeople: () => readonly DemoPerson[];
  /** Whether everybody needs a factor besides the password. */
  readonly requireSecondFactor: boolean;
  readonly allowances: AddressAllowances;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

export type SignInRequest = FastifyRequest<{ Params: { uid: string } }>;

/** The steps between the sign-in page and the end of the sign-in. */
export type SignInSteps = {
  /** Shows what is missing of a sign-in, or completes it. */
  proceed(request: SignInRequest, reply: FastifyReply, progress: Progress): Promise<FastifyReply>;
  checkFactor(request: SignInRequest, reply: FastifyReply, form: FactorForm): Promise<FastifyReply>;
  changePassword(request: SignInRequest, reply: FastifyReply, form: PasswordForm): Promise<FastifyReply>;
  confirmEnrolment(request: SignInRequest, reply: FastifyReply, form: CodeForm): Promise<FastifyReply>;
  completeEnrolment(request: SignInRequest, reply: FastifyReply, form: TicketForm): Promise<FastifyReply>;
};

export type TicketForm = { readonly ticket: string };
export type CodeForm = TicketForm & { readonly code: string };
/** A code, or what a passkey has signed. */
export type FactorForm = TicketForm & { readonly code: string | undefined; readonly response: string | undefined };
export type PasswordForm = TicketForm & { readonly password: string; readonly repeated: string };

/** How far a sign-in has come. It ends when the password that was entered is replaced. */
export type Progress = Pick<SignInTicket, 'personId' | 'amr'> & {
  /** When the password that must still hold was set; `unchecked` for a passkey, which was verified in this request. */
  readonly passwordSet: SignInTicket['passwordSet'] | 'unchecked';
  /** Whether the person has just replaced a handed-out password: the sign-in is their first. */
  readonly isFirst?: boolean;
};

/** The methods of a passkey: of hardware, or of software that copies it to more devices. */
export const passkeyMethods = (isSynced: boolean): readonly string[] => [isSynced ? 'swk' : 'hwk', 'user', MFA];

export function createSignInSteps(options: SignInOptions): SignInSteps {
  const { provider, database, masterKey, now } = options;

  const pathOf = ({ params }: SignInRequest, step: string): string => `${SIGN_IN_PATH}/${params.uid}/${step}`;
  const ticketFor = (
    request: SignInRequest,
    stage: SignInStage,
    { personId, amr }: Progress,
    { passwordSet, app = null }: { readonly passwordSet: number | null; readonly app?: string | null },
  ): string => makeTicket(masterKey, stage, { personId, amr, uid: request.params.uid, passwordSet, app }, now());
  const ticketOf = (request: SignInRequest, stage: SignInStage, text: string): SignInTicket | null =>
    readTicket(masterKey, stage, { text, uid: request.params.uid, now: now() });
  /** Null when the person may not sign in, or has another password than the one that was entered. */
  async function stateOf({ personId, passwordSet }: Progress): Promise<SignInState | null> {
    const state = await database.withIdentity((tx) => signInStateOf(tx, personId));
    return passwordSet === 'unchecked' || state?.passwordSet === passwordSet ? state : null;
  }

  async function proceed(request: SignInRequest, reply: FastifyReply, progress: Progress): Promise<FastifyReply> {
    const state = await stateOf(progress);
    if (state === null) return sendExpired(reply);
    if (hasFactor(state.factors) && !progress.amr.includes(MFA))
      return askFactor(request, reply, { progress, state, refusal: null });
    if (state.mustChange && progress.amr.includes('pwd')) {
      const ticket = ticketFor(request, 'password', progress, state);
      return sendPage(reply, 200, changePasswordPage({ action: pathOf(request, 'password'), ticket, error: null }));
    }
    if ((options.requireSecondFactor || state.requiresFactor) && !hasFactor(state.factors)) {
      if (!(await mayAddFirst(request, progress, state))) {
        await database.withIdentity((tx) => queueMail(tx, 'factor_link', progress.personId));
        return sendPage(reply, 200, linkMailedPage(state.email));
      }
      const app = await startApp(options, { id: progress.personId, email: state.email });
      if (app === null) return sendExpired(reply);
      const ticket = ticketFor(request, 'enrolment', progress, {
        passwordSet: state.passwordSet,
        app: app.fingerprint,
      });
      return sendPage(reply, 200, enrolmentPage({ action: pathOf(request, 'enrolment'), ticket, error: null, app }));
    }
    return complete(request, reply, progress, state.email);
  }

  /** A password alone does not add the first factor: whoever stole it would have both. */
  async function mayAddFirst(
    request: SignInRequest,
    { personId, isFirst = false }: Progress,
    { passwordSet }: SignInState,
  ): Promise<boolean> {
    const secret = openedLink(request.headers.cookie, options.publicUrl);
    if (isFirst || secret === null) return isFirst;
    return database.withIdentity((tx) => hasOpenedLink(tx, { id: personId, passwordSet }, { secret, now: now() }));
  }

  async function complete(
    request: FastifyRequest,
    reply: FastifyReply,
    { personId, amr, isFirst = false }: Progress,
    email: string,
  ): Promise<FastifyReply> {
    const { device: known } = originOf(options, request);
    await database.withIdentity(async (tx) => {
      await recordPersonalAudit(tx, personId, { kind: 'signed_in', after: { methods: [...amr] } });
      if (!isFirst && !isKnown(known, email)) await queueNewDeviceMail(tx, personId, now());
    });
    const result = { login: { accountId: personId, amr: [...amr] } };
    // A sign-in through a company's provider that went before must not bind this one.
    const returnTo = await provider.interactionResult(request.raw, reply.raw, result, {
      mergeWithLastSubmission: false,
    });
    const device = deviceCookie(options, known, email);
    return reply.header('cache-control', 'no-store').header('set-cookie', device).redirect(returnTo, 303);
  }

  async function askFactor(
    request: SignInRequest,
    reply: FastifyReply,
    {
      progress,
      state,
      refusal,
    }: { readonly progress: Progress; readonly state: SignInState; readonly refusal: Refusal | null },
  ): Promise<FastifyReply> {
    const subject = { purpose: 'second-factor', subject: request.params.uid } as const;
    const page = factorPage({
      action: pathOf(request, 'factor'),
      ticket: ticketFor(request, 'factor', progress, state),
      error: refusal?.message ?? null,
      hasAuthenticatorApp: state.factors.authenticatorApp !== null,
      passkeyRequest: await requestPasskey(options, subject, progress.personId),
    });
    return refusal === null ? sendPage(reply, 200, page) : sendRefusal(reply, refusal, { page, now: now() });
  }

  return {
    proceed,

    async checkFactor(request, reply, { ticket: text, code, response }) {
      const ticket = ticketOf(request, 'factor', text);
      const state = ticket === null ? null : await stateOf(ticket);
      if (ticket === null || state === null) return sendExpired(reply);
      const { personId, amr } = ticket;
      if (response !== undefined) {
        const subject = { purpose: 'second-factor', subject: request.params.uid } as const;
        const passkey = await acceptPasskey(options, subject, { response, personId });
        request.log.info({ outcome: passkey === null ? 'refused' : 'accepted' }, 'second factor: passkey');
        if (passkey === null)
          await database.withIdentity((tx) =>
            recordPersonalAudit(tx, personId, {
              kind: 'factor_refused',
              actor: { kind: 'anonymous' },
              after: { factor: 'passkey' },
            }),
          );
        if (passkey !== null)
          return proceed(request, reply, { ...ticket, amr: [...amr, ...passkeyMethods(passkey.isSynced)] });
        const refusal = { message: errorText('SIGN_IN_PASSKEY_FAILED'), until: null };
        return askFactor(request, reply, { progress: ticket, state, refusal });
      }
      const person = { id: personId, email: state.email };
      const refusal = await checkCode(options, { person, origin: originOf(options, request), code: code ?? '' });
      request.log.info({ outcome: refusal === null ? 'accepted' : 'refused' }, 'second factor: code');
      if (refusal !== null)
        await database.withIdentity((tx) =>
          recordPersonalAudit(tx, personId, {
            kind: 'factor_refused',
            actor: { kind: 'anonymous' },
            after: { factor: 'code' },
          }),
        );
      if (refusal !== null) return askFactor(request, reply, { progress: ticket, state, refusal });
      return proceed(request, reply, { ...ticket, amr: [...amr, 'otp', MFA] });
    },

    async changePassword(request, reply, { ticket: text, password, repeated }) {
      const ticket = ticketOf(request, 'password', text);
      if (ticket === null) return sendExpired(reply);
      const chosen =
        password === repeated
          ? await choosePassword(database, ticket, password, now())
          : { problem: 'The two passwords are not the same.' };
      if (chosen === 'expired') return sendExpired(reply);
      if ('problem' in chosen) {
        const page = changePasswordPage({ action: request.url, ticket: text, error: chosen.problem });
        return sendPage(reply, 422, page);
      }
      return proceed(request, reply, { ...ticket, passwordSet: chosen.passwordSet, isFirst: true });
    },

    async confirmEnrolment(request, reply, { ticket: text, code }) {
      const ticket = ticketOf(request, 'enrolment', text);
      const state = ticket === null ? null : await stateOf(ticket);
      if (ticket === null || state === null) return sendExpired(reply);
      const { personId, amr, passwordSet } = ticket;
      const added = await confirmApp(options, personId, { code, shown: ticket.app });
      if (added === 'expired') return sendExpired(reply);
      if (added === 'wrong') {
        const app = await pendingApp(options, { id: personId, email: state.email });
        if (app === null || app.fingerprint !== ticket.app) return sendExpired(reply);
        const error = 'The code is not correct. Enter the code that the app shows now.';
        return sendPage(reply, 422, enrolmentPage({ action: request.url, ticket: text, error, app }));
      }
      const progress = { personId, amr: [...amr, 'otp', MFA], passwordSet };
      const page = recoveryCodesPage({
        action: pathOf(request, 'enrolled'),
        ticket: ticketFor(request, 'enrolled', progress, state),
        codes: added.recoveryCodes,
      });
      return sendPage(reply, 200, page);
    },

    async completeEnrolment(request, reply, { ticket: text }) {
      const ticket = ticketOf(request, 'enrolled', text);
      return ticket === null ? sendExpired(reply) : proceed(request, reply, ticket);
    },
  };
}

export function sendPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply.status(status).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page);
}

/** Sends a page that says why a secret is refused: 429 while attempts are. `now`: epoch milliseconds. */
export function sendRefusal(
  reply: FastifyReply,
  { until }: Refusal,
  { page, now }: { readonly page: string; readonly now: number },
): FastifyReply {
  if (until === null) return sendPage(reply, 401, page);
  const seconds = Math.max(1, Math.ceil((until.getTime() - now) / 1000));
  return sendPage(reply.header('retry-after', seconds), 429, page);
}

/** Where a request comes from. */
export const originOf = (
  options: Pick<SignInOptions, 'masterKey' | 'publicUrl' | 'now'>,
  { ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>,
): Origin => ({ address: ip, device: deviceOf(options, headers.cookie) });

export const sendExpired = (reply: FastifyReply): FastifyReply =>
  sendPage(reply, 400, errorPage(errorText('SIGN_IN_EXPIRED')));
