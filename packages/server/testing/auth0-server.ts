import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

export type Auth0User = {
  user_id: string;
  email: string;
  name: string;
  blocked?: boolean;
  app_metadata?: object;
  identities: { connection: string; provider: string; user_id: string; isSocial: boolean }[];
};

const CONNECTION = 'Username-Password-Authentication';
export const AUTH0_CREDENTIALS = { clientId: 'm2m', clientSecret: 'm2m-secret', connection: CONNECTION } as const;

/** The scope that each call of the Management API requires. */
const ALL_SCOPES = ['read:users', 'create:users', 'update:users', 'delete:users', 'create:user_tickets'] as const;
export type Auth0Scope = (typeof ALL_SCOPES)[number];

const NewUser = z.strictObject({
  connection: z.literal(CONNECTION),
  email: z.email().toLowerCase(),
  name: z.string().min(1).max(300),
  password: z.string().min(8).max(72),
  verify_email: z.boolean().optional(),
  app_metadata: z.record(z.string(), z.unknown()).optional(),
});
const UserChange = z.strictObject({ blocked: z.boolean() });
const NewTicket = z.strictObject({
  user_id: z.string(),
  result_url: z.url().optional(),
  ttl_sec: z.int().min(0).optional(),
  mark_email_as_verified: z.boolean().optional(),
});
const Grant = z.strictObject({
  grant_type: z.literal('client_credentials'),
  client_id: z.string(),
  client_secret: z.string(),
  audience: z.url(),
});

class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

type Answer = { readonly status: number; readonly body?: unknown };

/** A stand-in of Auth0: its token endpoint and the calls of the Management API v2 that are used, as they are documented. */
export type Auth0Server = {
  readonly origin: string;
  readonly users: Map<string, Auth0User>;
  /** Addresses of the users for whom a password ticket was made. */
  readonly tickets: { readonly userId: string; readonly url: string; readonly verifies: boolean }[];
  /** Method and path of each request, oldest first. */
  readonly requests: string[];
  addUser(email: string, more?: Partial<Auth0User>): Auth0User;
  /** Refuses the next requests as too many. */
  limit(count: number, headers: Readonly<Record<string, string>>): void;
  /** Ends the tokens that were given out. */
  revokeTokens(): void;
  setScopes(scopes: readonly Auth0Scope[]): void;
  /** Answers the next request with this text instead. */
  answerNext(status: number, text: string): void;
  stop(): Promise<void>;
};

export async function startAuth0Server(): Promise<Auth0Server> {
  const users = new Map<string, Auth0User>();
  const tickets: Auth0Server['tickets'] = [];
  const requests: string[] = [];
  const tokens = new Set<string>();
  let scopes: readonly Auth0Scope[] = ALL_SCOPES;
  let limited = { count: 0, headers: {} as Readonly<Record<string, string>> };
  let replaced: { readonly status: number; readonly text: string } | null = null;
  let origin = '';

  const addUser: Auth0Server['addUser'] = (email, more = {}) => {
    const id = randomUUID().replaceAll('-', '').slice(0, 24);
    const user: Auth0User = {
      user_id: `auth0|${id}`,
      email: email.toLowerCase(),
      name: email,
      identities: [{ connection: CONNECTION, provider: 'auth0', user_id: id, isSocial: false }],
      ...more,
    };
    users.set(user.user_id, user);
    return user;
  };

  const grant = (body: unknown): Answer => {
    const asked = read(Grant, body);
    const isKnown =
      asked.client_id === AUTH0_CREDENTIALS.clientId && asked.client_secret === AUTH0_CREDENTIALS.clientSecret;
    if (!isKnown) return { status: 401, body: { error: 'access_denied', error_description: 'Unauthorized' } };
    if (asked.audience !== `${origin}/api/v2/`)
      return {
        status: 403,
        body: { error: 'access_denied', error_description: `Service not enabled within domain: ${asked.audience}` },
      };
    const token = randomUUID();
    tokens.add(token);
    return {
      status: 200,
      body: { access_token: token, scope: scopes.join(' '), expires_in: 86_400, token_type: 'Bearer' },
    };
  };

  const requireScope = (scope: Auth0Scope): void => {
    if (!scopes.includes(scope)) throw new Refusal(403, `Insufficient scope, expected any of: ${scope}`);
  };
  const userOf = (id: string): Auth0User => {
    const user = users.get(id);
    if (user === undefined) throw new Refusal(404, 'The user does not exist.');
    return user;
  };

  const callApi = (method: string, url: URL, body: unknown): Answer => {
    const path = url.pathname.slice('/api/v2'.length);
    const userId = decodeURIComponent(/^\/users\/([^/]+)$/.exec(path)?.[1] ?? '');
    switch (`${method} ${userId === '' ? path : '/users/:id'}`) {
      case 'GET /users-by-email': {
        requireScope('read:users');
        const email = url.searchParams.get('email');
        if (email === null) throw new Refusal(400, "Query validation error: 'Missing required property: email'");
        return { status: 200, body: [...users.values()].filter((user) => user.email === email) };
      }
      case 'POST /users': {
        requireScope('create:users');
        const { email, name, app_metadata: metadata } = read(NewUser, body);
        if ([...users.values()].some((user) => user.email === email))
          throw new Refusal(409, 'The user already exists.');
        return {
          status: 201,
          body: addUser(email, { name, ...(metadata === undefined ? {} : { app_metadata: metadata }) }),
        };
      }
      case 'PATCH /users/:id': {
        requireScope('update:users');
        return { status: 200, body: Object.assign(userOf(userId), read(UserChange, body)) };
      }
      case 'DELETE /users/:id': {
        requireScope('delete:users');
        // Auth0 answers alike for users that do not exist.
        users.delete(userId);
        return { status: 204 };
      }
      case 'POST /tickets/password-change': {
        requireScope('create:user_tickets');
        const asked = read(NewTicket, body);
        userOf(asked.user_id);
        const ticket = `${origin}/lo/reset?ticket=${randomUUID()}`;
        tickets.push({ userId: asked.user_id, url: ticket, verifies: asked.mark_email_as_verified ?? false });
        return { status: 201, body: { ticket } };
      }
      default:
        throw new Refusal(404, 'Not Found');
    }
  };

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const url = new URL(request.url ?? '', origin);
    const method = request.method ?? '';
    const text = await textOf(request);
    if (text !== '' && request.headers['content-type'] !== 'application/json')
      throw new Refusal(415, 'Unsupported Media Type');
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    if (url.pathname === '/oauth/token' && method === 'POST') return grant(body);
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined || !tokens.has(token)) throw new Refusal(401, 'Invalid token');
    return callApi(method, url, body);
  };

  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const { next, headers } = interruption();
    if (next !== null) {
      response.writeHead(next.status, headers).end(next.text);
      request.resume();
      return;
    }
    void answer(request)
      .catch((error: unknown): Answer => {
        if (!(error instanceof Refusal)) throw error;
        return { status: error.status, body: { statusCode: error.status, error: 'Refused', message: error.message } };
      })
      .then((found) => send(response, found));
  });
  const interruption = () => {
    if (limited.count > 0) {
      limited = { ...limited, count: limited.count - 1 };
      return {
        next: { status: 429, text: '{"statusCode":429,"message":"Global limit has been reached"}' },
        headers: limited.headers,
      };
    }
    const next = replaced;
    replaced = null;
    return { next, headers: {} };
  };

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    users,
    tickets,
    requests,
    addUser,
    limit: (count, headers) => {
      limited = { count, headers };
    },
    revokeTokens: () => tokens.clear(),
    setScopes: (granted) => {
      scopes = granted;
    },
    answerNext: (status, text) => {
      replaced = { status, text };
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** @throws Refusal as Auth0 refuses a body with a property that is missing, wrong or unknown */
function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const found = schema.safeParse(body);
  if (found.success) return found.data;
  const [issue] = found.error.issues;
  throw new Refusal(400, `Payload validation error: '${issue?.message} on property ${issue?.path.join('.')}'`);
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}
