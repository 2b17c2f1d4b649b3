import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { UsageError } from '../exit.ts';
import { type Environment, printable } from '../terminal/terminal.ts';

/** Where drafts live: a server, and an account of it. Calls throw UsageError for what the person can correct, else Error. */
export type Service = {
  readonly url: string;
  readonly account: string;
  /** The data of an operation. */
  call<Data>(query: string, variables: Readonly<Record<string, unknown>>, data: z.ZodType<Data>): Promise<Data>;
};

export type ServiceOptions = { readonly url?: string | undefined; readonly account?: string | undefined };

const LIMIT_MS = 60_000;
/** How often a call waits for a server that has too many, and how long at most each time. */
const MAX_PAUSES = 5;
const MAX_PAUSE_SECONDS = 120;
const Answer = z.object({
  data: z.unknown().optional(),
  errors: z
    .array(z.object({ message: z.string(), extensions: z.object({ code: z.string().optional() }).optional() }))
    .optional(),
});

/**
 * The service that options name, else the environment, else the folder. The token is read from the environment alone: arguments
 * are shown to everybody on a machine.
 */
export function openService(options: ServiceOptions, env: Environment, known: ServiceOptions = {}): Service {
  const url = options.url ?? env['SWITCHBOARD_URL'] ?? known.url;
  const account = options.account ?? env['SWITCHBOARD_ACCOUNT'] ?? known.account;
  const token = env['SWITCHBOARD_TOKEN'];
  if (url === undefined || url === '') throw missing('address of the server', 'SWITCHBOARD_URL or --url');
  if (account === undefined || account === '') throw missing('account', 'SWITCHBOARD_ACCOUNT or --account');
  if (token === undefined || token === '') throw missing('service token', 'SWITCHBOARD_TOKEN');
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(
      `The address of the server is not a URL: ${printable(url)}. Write https://switchboard.example.com.`,
    );
  const origin = new URL(url).origin;

  async function send(query: string, variables: Readonly<Record<string, unknown>>): Promise<Response> {
    try {
      return await fetch(`${origin}/api/graphql`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'request-id': randomUUID(),
          authorization: `Bearer ${token}`,
          'account-uri': account ?? '',
        },
        body: JSON.stringify({ query, variables }),
        redirect: 'error',
        signal: AbortSignal.timeout(LIMIT_MS),
      });
    } catch (cause) {
      throw new Error(`${origin} does not answer. Check the address, and that the server runs.`, { cause });
    }
  }

  /** Sends again what the server had no room for, when it says: such a request was not begun. */
  async function sendPatiently(query: string, variables: Readonly<Record<string, unknown>>): Promise<Response> {
    for (let left = MAX_PAUSES; ; left -= 1) {
      const response = await send(query, variables);
      const seconds = response.status === 429 ? Number(response.headers.get('retry-after') ?? 0) : 0;
      if (left === 0 || !(seconds > 0 && seconds <= MAX_PAUSE_SECONDS)) return response;
      await response.body?.cancel();
      await setTimeout(seconds * 1_000);
    }
  }

  return {
    url: origin,
    account,
    async call(query, variables, data) {
      const response = await sendPatiently(query, variables);
      if (response.status === 401)
        throw new UsageError(`${origin} does not take the token of SWITCHBOARD_TOKEN. Create another one.`);
      if (response.status === 403)
        throw new UsageError(`The token is not for account ${printable(account)}, or its creator has no role there.`);
      const { errors, data: given } = Answer.parse(
        await response.json().catch((cause: unknown) => {
          throw new Error(`${origin} answers with HTTP ${response.status}, and not as Switchboard does.`, { cause });
        }),
      );
      const [error] = errors ?? [];
      if (error?.extensions?.code === 'NOT_ALLOWED')
        throw new UsageError(`The token does not allow this: ${printable(error.message)}`);
      if (error) throw new Error(printable(error.message));
      return data.parse(given);
    },
  };
}

const missing = (what: string, where: string): UsageError => new UsageError(`The ${what} is missing: set ${where}.`);
