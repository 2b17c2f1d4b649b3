import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { DATASETS } from './datasets.ts';
import { answerWithFault, FAULTS, send } from './faults.ts';
import { addOAuthServer, type OAuthServer } from './oauth/oauth-server.ts';
import { seededRandom } from './random.ts';
import { dateAt, isRefusal, type ReportFile, type ReportRequest, readReportRequest, reportFile } from './reports.ts';
import { createSlackStandIn, type SlackStandIn } from './slack-stand-in.ts';
import { totals } from './totals.ts';

export type SampleProviderOptions = {
  /** Epoch milliseconds; decides which reports exist, and when an ordered one is ready. */
  readonly now: () => number;
  /** 0 takes any free port. */
  readonly port: number;
  /** Account by token. */
  readonly tokens?: Readonly<Record<string, string>>;
  /** Seconds after the start during which `marketplace_sales` has no report of yesterday or today. */
  readonly lateSeconds?: number;
  /** Milliseconds that an ordered report takes. */
  readonly reportMs?: number;
  /** Seconds that an access token of the OAuth server lives. */
  readonly accessSeconds?: number;
};

export type SampleProvider = {
  readonly app: FastifyInstance;
  readonly oauth: OAuthServer;
  /** The stand-in of Slack's Web API below /slack/api. */
  readonly slack: SlackStandIn;
  /** Starts on 127.0.0.1; gives the origin. */
  listen(): Promise<string>;
  close(): Promise<void>;
};

export const SAMPLE_TOKENS: Readonly<Record<string, string>> = {
  'acme-demo-token': 'acme',
  'globex-demo-token': 'globex',
};

type Query = {
  readonly dataset?: unknown;
  readonly date?: unknown;
  readonly format?: unknown;
  readonly fault?: unknown;
};
type Order = {
  readonly dataset: string;
  readonly date: string;
  readonly format: string;
  readonly account: string;
  readonly readyAt: number;
};

/** An answer that is not the report; `retryAfter` in seconds. */
type Refused = { readonly status: number; readonly error: string; readonly retryAfter: number | null };

const FAILURES_OF_FLAKY = 2;
const DAY_MS = 24 * 3600_000;
const OVERDUE_SECONDS = 3_600;

/** A small provider of advertising reports, for the demo and the tests: always the same rows, and faults on demand. */
export function createSampleProvider(options: SampleProviderOptions): SampleProvider {
  const { now, tokens = SAMPLE_TOKENS, lateSeconds = 90, reportMs = 1500, accessSeconds = 3_600 } = options;
  const startedAt = now();
  const attempts = new Map<string, number>();
  /** Late datasets of which an account has fetched an earlier report. */
  const fetched = new Set<string>();
  const app = Fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 500 } });

  const oauth = addOAuthServer(app, { now, accounts: [...new Set(Object.values(tokens))], accessSeconds });
  const slack = createSlackStandIn();
  slack.register(app);

  const accountOf = (request: FastifyRequest): string | undefined => {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) return undefined;
    return Object.hasOwn(tokens, token) ? tokens[token] : oauth.accountOf(token);
  };
  const unauthorized = (reply: FastifyReply): FastifyReply =>
    reply.code(401).send({ error: 'The token is missing or wrong.' });

  const changedFrom = dateAt(startedAt - DAY_MS);
  const fileOf = (asked: ReportRequest, account: string): ReportFile => reportFile(asked, account, changedFrom);
  const isNewest = (date: string): boolean => date >= dateAt(now() - DAY_MS);

  /** Whether the dataset's behaviour makes this try fail, and how. */
  const refusedNow = ({ dataset, date }: ReportRequest, account: string): Refused | null => {
    const { behaviour } = dataset;
    const key = JSON.stringify([dataset.name, account]);
    if (behaviour === 'late' && !isNewest(date)) fetched.add(key);
    // The newest report has columns that earlier ones lack, which shows only to who has read one of those.
    else if (behaviour === 'late' && (now() - startedAt < lateSeconds * 1000 || !fetched.has(key)))
      return { status: 404, error: `The report of ${date} is late.`, retryAfter: 1 };
    if (behaviour === 'overdue' && isNewest(date))
      return { status: 404, error: `The report of ${date} is not there yet.`, retryAfter: OVERDUE_SECONDS };
    if (behaviour === 'withdrawn' && isNewest(date))
      return { status: 410, error: `The report of ${date} was withdrawn.`, retryAfter: null };
    if (behaviour !== 'flaky' || !isFlakyDate(date)) return null;
    const asked = JSON.stringify([dataset.name, date, account]);
    const tries = (attempts.get(asked) ?? 0) + 1;
    attempts.set(asked, tries);
    return tries <= FAILURES_OF_FLAKY ? { status: 503, error: 'Try again in a moment.', retryAfter: 1 } : null;
  };

  app.get('/', () => ({ provider: 'sample', datasets: DATASETS.map((dataset) => dataset.name) }));
  app.get('/datasets', () =>
    DATASETS.map(({ name, doc, dated, columns, keys, behaviour }) => ({ name, doc, dated, columns, keys, behaviour })),
  );

  app.get<{ Params: { dataset: string }; Querystring: Query }>('/reports/:dataset', (request, reply) => {
    const account = accountOf(request);
    if (account === undefined) return unauthorized(reply);
    const asked = readReportRequest({ ...request.query, dataset: request.params.dataset }, now());
    if (isRefusal(asked)) return reply.code(asked.status).send({ error: asked.error });
    const { fault: faultName } = request.query;
    if (faultName !== undefined) {
      const fault = FAULTS.find((known) => known === faultName);
      if (fault === undefined) return reply.code(400).send({ error: `fault must be one of ${FAULTS.join(', ')}.` });
      return answerWithFault(fault, fileOf(asked, account), reply);
    }
    const refusal = refusedNow(asked, account);
    if (refusal !== null) {
      const { status, error, retryAfter } = refusal;
      return reply
        .code(status)
        .headers(retryAfter === null ? {} : { 'retry-after': String(retryAfter) })
        .send({ error });
    }
    const file = fileOf(asked, account);
    return asked.dataset.behaviour === 'unreadable' && isNewest(asked.date)
      ? answerWithFault('all-dirty', file, reply)
      : send(reply, file);
  });

  app.get<{ Params: { dataset: string }; Querystring: Query }>('/totals/:dataset', (request, reply) => {
    const account = accountOf(request);
    if (account === undefined) return unauthorized(reply);
    const asked = readReportRequest({ date: request.query.date, dataset: request.params.dataset }, now());
    if (isRefusal(asked)) return reply.code(asked.status).send({ error: asked.error });
    return totals(asked.dataset.name, account, asked.date);
  });

  app.post<{ Body: Query | null }>('/async/reports', (request, reply) => {
    const account = accountOf(request);
    if (account === undefined) return unauthorized(reply);
    const asked = readReportRequest(request.body ?? {}, now());
    if (isRefusal(asked)) return reply.code(asked.status).send({ error: asked.error });
    const order: Order = {
      dataset: asked.dataset.name,
      date: asked.date,
      format: asked.format,
      account,
      readyAt: now() + reportMs,
    };
    return reply
      .code(202)
      .send({ report_id: Buffer.from(JSON.stringify(order)).toString('base64url'), status: 'pending' });
  });

  app.get<{ Params: { id: string } }>('/async/reports/:id', (request, reply) => {
    const account = accountOf(request);
    if (account === undefined) return unauthorized(reply);
    const order = readOrder(request.params.id, account);
    if (order === null) return reply.code(404).send({ error: 'There is no such report.' });
    const { id } = request.params;
    return now() < order.readyAt
      ? reply.header('retry-after', '1').send({ report_id: id, status: 'pending' })
      : reply.send({ report_id: id, status: 'ready', url: `/async/reports/${id}/file` });
  });

  app.get<{ Params: { id: string } }>('/async/reports/:id/file', (request, reply) => {
    const account = accountOf(request);
    if (account === undefined) return unauthorized(reply);
    const order = readOrder(request.params.id, account);
    const asked = order === null || now() < order.readyAt ? null : readReportRequest(order, now());
    if (asked === null || isRefusal(asked))
      return reply.code(404).send({ error: 'There is no such report, or it is not ready.' });
    return send(reply, fileOf(asked, account));
  });

  return {
    app,
    oauth,
    slack,
    listen: () => app.listen({ host: '127.0.0.1', port: options.port }),
    close: async () => app.close(),
  };
}

/** Whether the flaky dataset fails at first on this date. Always the same answer. */
export const isFlakyDate = (date: string): boolean => seededRandom(`flaky ${date}`).integer(0, 2) === 0;

/** An order carries all that makes the report, so that a restarted provider still knows it. */
function readOrder(id: string, account: string): Order | null {
  try {
    const order = JSON.parse(Buffer.from(id, 'base64url').toString('utf8')) as Partial<Order> | null;
    return typeof order?.readyAt === 'number' && order.account === account ? (order as Order) : null;
  } catch {
    return null;
  }
}
