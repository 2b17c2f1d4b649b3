import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import type { Database } from '../../db/database.ts';
import { sessionRoutes } from '../../features/session/rest.ts';
import type { Identity } from '../../identity/identity.ts';
import { invitationRoutes } from '../../identity/invitations/invitation-routes.ts';
import { ADDRESS_ALLOWANCES, type AddressAllowances } from '../../identity/limits/sign-in-limits.ts';
import { refuseCrowdedPages } from '../../identity/sign-in/crowded-pages.ts';
import type { DemoPerson } from '../../identity/sign-in/sign-in-page.ts';
import { errorPage } from '../../identity/sign-in/sign-in-page.ts';
import { signInRoutes } from '../../identity/sign-in/sign-in-routes.ts';
import type { SsoParts } from '../../identity/sso/sso-steps.ts';
import type { UserDirectory } from '../../identity/user-directory.ts';
import type { MasterKey } from '../../settings/master-key.ts';
import { type ConsoleReportOptions, consoleReportRoute } from '../console-reports/console-report-route.ts';
import type { LoadShedding } from '../load/shed-load.ts';
import { answerErrors, pathOf } from './answer-errors.ts';
import type { ClaimedPort } from './claim-port.ts';
import { compressResponses } from './compress-responses.ts';
import { consoleFiles } from './console-files.ts';
import { answerClientErrors, answerFrameworkErrors } from './framework-errors.ts';
import { type HealthOptions, healthRoutes } from './health-routes.ts';
import { leaveBodiesUnread } from './leave-unread.ts';
import { refuseDuringMaintenance, watchMaintenance } from './maintenance-mode.ts';
import { type MetricsOptions, metricsRoute } from './metrics-route.ts';
import { observeRequests } from './observe-requests.ts';
import { oidcMount } from './oidc-mount.ts';
import { requestIdOf } from './request-id.ts';
import { type HeaderOptions, pageKindOf, securityHeaders } from './security-headers.ts';

export type HttpOptions = Pick<HealthOptions, 'failures'> & {
  readonly database: Database;
  /** The same database by connections that requests do not use: metrics are asked there. */
  readonly workDatabase?: Database;
  readonly identity: Identity;
  readonly masterKey: MasterKey;
  /** Origin at which browsers reach the program. */
  readonly publicUrl: string;
  /** Folder of the built console; null for none. */
  readonly consoleFolder: string | null;
  readonly log: FastifyBaseLogger;
  /** Where it answers; a server of its own without. */
  readonly port?: ClaimedPort;
  readonly demo: boolean;
  readonly demoPeople: () => readonly DemoPerson[];
  /** Whether everybody whom the embedded provider signs in needs a second factor; false by default. */
  readonly requireSecondFactor?: boolean;
  /** Lets accounts sign in their people through providers of their own; without it they cannot. */
  readonly sso?: SsoParts;
  /** Limits of one network address at sign-in; those of the product by default. */
  readonly allowances?: AddressAllowances;
  /** Addresses and networks of proxies whose `X-Forwarded-For` names the client; none by default. */
  readonly trustedProxies?: readonly string[];
  readonly now: () => number;
  /** Where logins of another identity provider are administered; none by default. */
  readonly directory?: UserDirectory | null;
  /** Adds the limits of requests; without it there are none. */
  readonly limitRequests?: LoadShedding['register'];
  /** Token that allows reading the metrics; without it only programs on this machine may read them. */
  readonly metricsToken?: MetricsOptions['token'];
  /** Sends errors of the console on; without it they stay here. */
  readonly forwardReport?: ConsoleReportOptions['forward'];
  /** Adds the GraphQL endpoint and the other calls below /api. */
  readonly registerApi?: (app: FastifyInstance) => Promise<void>;
};

const BODY_LIMIT = 1_048_576;
const READ_TIMEOUT = 60_000;

/** The HTTP server with all routes. It does not answer yet: `listen`, or `serve` of its port. */
export async function createHttpApp(options: HttpOptions): Promise<FastifyInstance> {
  const { identity, publicUrl } = options;
  const issuerOrigin = new URL(identity.client.issuer).origin;
  const headers: HeaderOptions = {
    providerOrigin: issuerOrigin === publicUrl ? null : issuerOrigin,
    secure: publicUrl.startsWith('https:'),
  };
  const headersOf = (request: FastifyRequest): Record<string, string> =>
    securityHeaders(pageKindOf(pathOf(request)), headers);
  const { port } = options;
  const app = Fastify({
    ...(port && { serverFactory: port.serverFactory }),
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: (request) => requestIdOf(request.headers),
    bodyLimit: BODY_LIMIT,
    requestTimeout: READ_TIMEOUT,
    trustProxy: [...(options.trustedProxies ?? [])],
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: answerFrameworkErrors(headersOf),
    clientErrorHandler: answerClientErrors(securityHeaders('data', headers), requestIdOf),
  });
  // An application that does not listen by itself does not close its server either.
  app.addHook('preClose', async () => port?.stop());
  // The API accepts JSON only.
  app.removeContentTypeParser('text/plain');

  leaveBodiesUnread(app);
  options.limitRequests?.(app, headersOf);
  observeRequests(app);
  app.addHook('onRequest', async (request, reply) => {
    const path = pathOf(request);
    reply.headers(headersOf(request)).header('request-id', request.id);
    if (path.startsWith('/api/')) reply.header('cache-control', 'private, no-store');
  });
  answerErrors(app);
  compressResponses(app, (path) => pageKindOf(path) === 'sign-in');

  const maintenance = watchMaintenance(options.database, options.now);
  refuseDuringMaintenance(app, maintenance);
  await app.register(healthRoutes, { ...options, maintenance });
  await app.register(metricsRoute, {
    database: options.workDatabase ?? options.database,
    pools: [options.database, ...(options.workDatabase === undefined ? [] : [options.workDatabase])],
    token: options.metricsToken ?? null,
  });
  const settings = { ...identity.client, demo: options.demo };
  app.get('/console-settings.json', (_request, reply) => reply.header('cache-control', 'no-cache').send(settings));

  await app.register(consoleReportRoute, { now: options.now, forward: options.forwardReport });
  await app.register(sessionRoutes, { database: options.database, identity });
  if (identity.provider !== null) {
    const { provider } = identity;
    const { database, masterKey, demoPeople, now, requireSecondFactor = false } = options;
    const { allowances = ADDRESS_ALLOWANCES, sso } = options;
    const refusePage = refuseCrowdedPages({ database, masterKey, publicUrl, allowances, now });
    await app.register(oidcMount, { provider: identity.currentProvider, publicUrl, refusePage });
    await app.register(async (pages) => {
      answerErrors(pages, errorPage);
      const signing = {
        provider,
        database,
        masterKey,
        publicUrl,
        demoPeople,
        requireSecondFactor,
        allowances,
        now,
        sso,
      };
      await pages.register(signInRoutes, signing);
    });
  }
  await app.register(async (pages) => {
    answerErrors(pages, errorPage);
    const { database, masterKey, now, allowances = ADDRESS_ALLOWANCES, directory = null } = options;
    const keepsPasswords = identity.provider !== null && directory === null;
    await pages.register(invitationRoutes, {
      database,
      masterKey,
      publicUrl,
      allowances,
      now,
      keepsPasswords,
      directory,
    });
  });
  if (options.registerApi !== undefined) await options.registerApi(app);
  if (options.consoleFolder !== null) {
    await consoleFiles(app, { folder: options.consoleFolder, publicUrl, headers, settings });
  }
  return app;
}
