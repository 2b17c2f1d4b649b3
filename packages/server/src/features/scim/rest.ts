import { PipelineError } from '@switchboard/model/errors/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { recordRefusal } from '../../audit/record-refusal.ts';
import type { Database, Tx } from '../../db/database.ts';
import { findTextFault } from '../../db/text-fault.ts';
import { RequestError, refusalOf } from '../../graphql/request-error.ts';
import { type Session, SessionRefused, type SignedRequest } from '../../identity/session.ts';
import { invalidToken } from '../../identity/verify-bearer.ts';
import { createRateLimit } from '../../pipeline/mail-ingest/flow-limits.ts';
import { answerBulk, readBulk } from './bulk.ts';
import { type Directory, RefusedByRole, readUser } from './change-users.ts';
import { findResourceType, findSchema, resourceTypes, schemas, serviceProviderConfig } from './discovery.ts';
import { parseFilter } from './filter.ts';
import { conditionOf, EVERY } from './filter-condition.ts';
import { loadMembers, readGroup } from './groups.ts';
import { LIMITS } from './limits.ts';
import { matchingGroups } from './matching-groups.ts';
import { countUsers, listUsers } from './queries.ts';
import { callResource, type ScimCall, targetOf } from './resource-calls.ts';
import { groupResource, listResponse, type Resource, userResource } from './resources.ts';
import { invalid, ScimError, type ScimFailure, scimErrorBody } from './scim-error.ts';

export type ScimRouteOptions = {
  readonly database: Database;
  /** @throws SessionRefused */
  readonly sessionOfProgram: (request: SignedRequest) => Promise<Session>;
  /** False when another identity provider keeps the passwords. */
  readonly keepsPasswords: boolean;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Origin at which directories reach the program. */
  readonly publicUrl: string;
};

export const SCIM_PATH = '/api/scim/v2';
const UNKNOWN_RESOURCE =
  'The resource does not exist. ServiceProviderConfig, ResourceTypes and Schemas list what does.';
const TYPE = 'application/scim+json; charset=utf-8';
const NO_ACCESS = 'The token does not manage users. Create one for a directory, as a person who manages users.';

const Page = z.object({
  startIndex: z.coerce.number().int().catch(1),
  count: z.coerce.number().int().catch(LIMITS.pageSize),
  filter: z.string().optional(),
  attributes: z.string().optional(),
  excludedAttributes: z.string().optional(),
});

const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id;

/** Whether a list of attributes, as a query parameter has it, names members. */
const namesMembers = (attributes: string | undefined): boolean =>
  (attributes ?? '').split(',').some((name) => /(?:^|:)members(?:\.|$)/i.test(name.trim()));

const wantsMembers = ({ attributes, excludedAttributes }: z.infer<typeof Page>): boolean =>
  attributes === undefined ? !namesMembers(excludedAttributes) : namesMembers(attributes);

function send(reply: FastifyReply, resource: Resource, status = 200): FastifyReply {
  const { version, location } = resource.meta as { version: string; location: string };
  return reply.status(status).headers({ etag: version, location }).type(TYPE).send(JSON.stringify(resource));
}

/** The answer of a failed request (RFC 7644, 3.12); null for an unexpected failure. */
function expectedFailure(error: unknown, request: FastifyRequest): ScimFailure | null {
  const failure = (status: number, detail: string, scimType: ScimError['scimType'] = null): ScimFailure => ({
    status,
    detail,
    scimType,
  });
  if (error instanceof ScimError) return failure(error.status, error.message, error.scimType);
  if (error instanceof SessionRefused) return failure(error.status, error.message);
  if (error instanceof RequestError && error.status < 500)
    return failure(error.status, error.message, error.code === 'BAD_REQUEST' ? 'invalidValue' : null);
  if (error instanceof PipelineError && error.code === 'RATE_LIMITED') return failure(429, error.message);
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status === 413) return failure(413, `A body has at most ${LIMITS.body} bytes.`);
  if (status >= 400 && status < 500) return failure(status, 'The request could not be read.', 'invalidSyntax');
  const reason = findTextFault(request.query, 'query') ?? findTextFault(request.body, 'body');
  return reason === null ? null : failure(400, reason, 'invalidValue');
}

function failureOf(error: unknown, request: FastifyRequest): ScimFailure {
  const expected = expectedFailure(error, request);
  if (expected !== null) return expected;
  request.log.error({ err: error }, 'a request of a directory failed');
  return { status: 500, detail: `The request failed. Its id is ${request.id}.`, scimType: null };
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, detail, scimType } = failureOf(error, request);
  if (error instanceof SessionRefused && status === 401) reply.header('www-authenticate', 'Bearer');
  if (status === 429) reply.header('retry-after', String(LIMITS.retryAfter));
  return reply
    .status(status)
    .type(TYPE)
    .send(JSON.stringify(scimErrorBody(status, detail, scimType)));
}

/**
 * Users and roles of an account for the directory of its customer (SCIM 2.0, RFC 7643 and 7644), below `SCIM_PATH`.
 * See docs/design/identity.md.
 */
export async function scimRoutes(app: FastifyInstance, options: ScimRouteOptions): Promise<void> {
  const { database, sessionOfProgram, keepsPasswords } = options;
  const base = `${options.publicUrl}${SCIM_PATH}`;
  const limit = createRateLimit(LIMITS.requests, options.now);

  const takeRequest = ({ serviceTokenId }: Session): void => {
    if (!limit.take(serviceTokenId ?? '')) throw new PipelineError('RATE_LIMITED', { seconds: LIMITS.retryAfter });
  };
  const directories = new WeakMap<FastifyRequest, Directory>();
  const authenticate = async (request: FastifyRequest): Promise<Directory> => {
    const session = await sessionOfProgram(request);
    const { accountId, urlName, permissions } = session;
    if (accountId === null || urlName === null || !permissions.has('manage-users')) {
      const act = `${request.method} ${request.routeOptions.url ?? SCIM_PATH}`;
      await recordRefusal(database, session, { kind: 'access_denied', act, reason: NO_ACCESS, urlName });
      throw new ScimError(403, NO_ACCESS);
    }
    takeRequest(session);
    return { session, accountId, urlName, keepsPasswords, base };
  };
  const directoryOf = (request: FastifyRequest): Directory => {
    const directory = directories.get(request);
    if (directory === undefined) throw invalidToken();
    return directory;
  };
  // Before the body is read.
  app.addHook('onRequest', async (request) => void directories.set(request, await authenticate(request)));
  app.setNotFoundHandler((_request, reply) =>
    reply
      .status(404)
      .type(TYPE)
      .send(JSON.stringify(scimErrorBody(404, UNKNOWN_RESOURCE))),
  );
  const read = <T>({ accountId }: Directory, use: (tx: Tx) => Promise<T>): Promise<T> =>
    database.withAccount(accountId, use);
  /** Changes in one transaction of administration; what the token's creator may not do is recorded. */
  const write = async <T>(directory: Directory, act: string, use: (tx: Tx) => Promise<T>): Promise<T> => {
    const { session, accountId, urlName } = directory;
    const action = { personId: session.person.id, name: act, requestId: session.requestId, accountId };
    try {
      return await database.withAdmin(action, use);
    } catch (failure) {
      const error = refusalOf(failure);
      const email = error instanceof RefusedByRole ? error.subject : null;
      const isRefused =
        error instanceof RefusedByRole || (error instanceof RequestError && error.code === 'NOT_ALLOWED');
      if (isRefused) await recordRefusal(database, session, { act, reason: (error as Error).message, urlName, email });
      throw error;
    }
  };

  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^application\/(?:scim\+)?json(?:;|$)/, { parseAs: 'string' }, (_request, body, done) => {
    // Directories send the type also without a body, as with DELETE.
    if (body.length === 0) return done(null, undefined);
    try {
      done(null, JSON.parse(String(body)));
    } catch {
      done(invalid('invalidSyntax', 'The body is not valid JSON.'));
    }
  });
  app.setErrorHandler(answerError);
  const config = { bodyLimit: LIMITS.body };

  const discovery: readonly [string, (request: FastifyRequest) => object | null][] = [
    ['/ServiceProviderConfig', () => serviceProviderConfig(base)],
    ['/ResourceTypes', () => resourceTypes(base)],
    ['/ResourceTypes/:id', (request) => findResourceType(base, idOf(request))],
    ['/Schemas', () => schemas(base)],
    ['/Schemas/:id', (request) => findSchema(base, idOf(request))],
  ];
  for (const [path, describe] of discovery) {
    app.get(path, async (request, reply) => {
      const described = describe(request);
      if (described === null) throw new ScimError(404, UNKNOWN_RESOURCE);
      return reply.type(TYPE).send(JSON.stringify(described));
    });
  }

  app.get('/Users', async (request, reply) => {
    const directory = directoryOf(request);
    const { startIndex, count, filter } = Page.parse(request.query);
    const condition = filter === undefined ? EVERY : conditionOf(parseFilter(filter));
    const first = Math.min(Math.max(startIndex, 1), Number.MAX_SAFE_INTEGER);
    const size = Math.min(Math.max(count, 0), LIMITS.pageSize);
    const { users, total } = await read(directory, async (tx) => ({
      users: size === 0 ? [] : await listUsers(tx, directory.accountId, { condition, offset: first - 1, limit: size }),
      total: await countUsers(tx, directory.accountId, condition),
    }));
    const found = users.map((user) => userResource(user, base));
    return reply.type(TYPE).send(JSON.stringify(listResponse(found, first, total)));
  });
  app.get('/Users/:id', async (request, reply) => {
    const directory = directoryOf(request);
    const target = targetOf(idOf(request), null);
    const resource = userResource(await read(directory, (tx) => readUser(tx, directory, target)), base);
    if (request.headers['if-none-match'] === resource.meta.version) return reply.status(304).send();
    return send(reply, resource);
  });
  app.get('/Groups', async (request, reply) => {
    const directory = directoryOf(request);
    const query = Page.parse(request.query);
    const filter = query.filter === undefined ? null : parseFilter(query.filter);
    const first = Math.max(query.startIndex, 1);
    const { found, total } = await read(directory, async (tx) => {
      const groups = await matchingGroups(tx, directory.accountId, filter);
      const shown = groups.slice(first - 1, first - 1 + Math.min(Math.max(query.count, 0), LIMITS.pageSize));
      const resources: Resource[] = [];
      for (const group of shown) {
        const members = wantsMembers(query) ? await loadMembers(tx, directory.accountId, group) : null;
        resources.push(groupResource(group, members, base));
      }
      return { found: resources, total: groups.length };
    });
    return reply.type(TYPE).send(JSON.stringify(listResponse(found, first, total)));
  });
  app.get('/Groups/:id', async (request, reply) => {
    const directory = directoryOf(request);
    const hasMembers = wantsMembers(Page.parse(request.query));
    const resource = await read(directory, async (tx) => {
      const group = await readGroup(tx, directory.accountId, idOf(request));
      const members = hasMembers ? await loadMembers(tx, directory.accountId, group) : null;
      return groupResource(group, members, base);
    });
    if (request.headers['if-none-match'] === resource.meta.version) return reply.status(304).send();
    return send(reply, resource);
  });

  const answerCall = async (request: FastifyRequest, reply: FastifyReply, type: ScimCall['type']) => {
    const { id = null } = request.params as { id?: string };
    const method = request.method as ScimCall['method'];
    const ifMatch = request.headers['if-match'] ?? null;
    const { body } = request;
    const outcome = await callResource(write, directoryOf(request), { method, type, id, ifMatch, body });
    return outcome.resource === null
      ? reply.status(outcome.status).send()
      : send(reply, outcome.resource, outcome.status);
  };
  for (const type of ['Users', 'Groups'] as const) {
    app.post(`/${type}`, config, (request, reply) => answerCall(request, reply, type));
    for (const method of ['PUT', 'PATCH', 'DELETE'] as const)
      app.route({
        method,
        url: `/${type}/:id`,
        ...config,
        handler: (request, reply) => answerCall(request, reply, type),
      });
  }

  app.post('/Bulk', config, async (request, reply) => {
    const directory = directoryOf(request);
    const bulk = readBulk(request.body);
    // Each operation counts as a request.
    for (const _ of bulk.steps.slice(1)) takeRequest(directory.session);
    const answer = await answerBulk(bulk, {
      base,
      call: (call) => callResource(write, directory, call),
      failureOf: (error) => failureOf(error, request),
    });
    return reply.type(TYPE).send(JSON.stringify(answer));
  });
}
