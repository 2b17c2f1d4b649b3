import { createHash } from 'node:crypto';
import { PipelineError } from '@switchboard/model/errors/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Session, SignedRequest } from '../../identity/session.ts';
import { currentScope } from '../../observe/scope.ts';
import { pathOf } from '../http/answer-errors.ts';
import { createFairSlots, type SlotLimits } from './fair-slots.ts';
import { countRefusals, refuseRequest } from './refuse-request.ts';
import { createTokenBuckets, type Rate, type TokenBuckets } from './token-buckets.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route reads or waits for long, and has limits of its own. */
    readonly withoutSlot?: boolean;
  }
}

/** Costly work that people start by a request. */
export type Costly = 'previews' | 'exports' | 'tests';

/** Limits of the requests below `/api`. */
export type LoadLimits = {
  /** Requests of a client's address. */
  readonly address: Rate;
  /** Requests of a person, or of a service token. */
  readonly person: Rate;
  readonly account: Rate;
  /** Starts of such work by an account. */
  readonly costly: Readonly<Record<Costly, Rate>>;
  readonly slots: SlotLimits;
};

export type LoadShedding = {
  /** Adds the limits that need no session, before any other hook. @param headersOf those of every answer */
  register(app: FastifyInstance, headersOf: (request: FastifyRequest) => Readonly<Record<string, string>>): void;
  /**
   * Counts a request towards the limits of its person and account, each once.
   * @throws PipelineError RATE_LIMITED when one of them asks too much
   */
  admit(session: Session, request: SignedRequest): void;
  /** @throws PipelineError RATE_LIMITED when the account starts too much of this */
  admitCostly(accountId: string, work: Costly): void;
};

/** Senders whose account is remembered. */
const KNOWN_SENDERS = 10_000;
const TOO_MANY = 429;

/**
 * Refuses requests beyond the limits before they cost anything, and gives each account its part of what runs at once.
 * @param now epoch milliseconds
 */
export function createLoadShedding(limits: LoadLimits, now: () => number): LoadShedding {
  const buckets = (rate: Rate): TokenBuckets => createTokenBuckets(rate, now);
  const addresses = buckets(limits.address);
  const senders = buckets(limits.person);
  const people = buckets(limits.person);
  const accounts = buckets(limits.account);
  const costly = {
    previews: buckets(limits.costly.previews),
    exports: buckets(limits.costly.exports),
    tests: buckets(limits.costly.tests),
  };
  const slots = createFairSlots(limits.slots, accounts.isCrowded);
  // Only counts a request and places it in a queue. Who sends it, and what they may do, is read from the database each time.
  const accountOfSender = new LRUCache<string, string>({ max: KNOWN_SENDERS });
  const releases = new WeakMap<FastifyRequest, () => void>();
  const counted = new WeakMap<SignedRequest, Set<string>>();

  const countOnce = (buckets: TokenBuckets, request: SignedRequest, sender: string): number => {
    const known = counted.get(request) ?? new Set();
    if (known.has(sender)) return 0;
    counted.set(request, known.add(sender));
    return buckets.take(sender);
  };

  /** The account whose room a request takes. Senders not seen before share one by address. */
  const groupOf = (request: FastifyRequest): string =>
    accountOfSender.get(senderOf(request)) ?? `address ${request.ip}`;

  /** Counts a request before anything is read from the database. Null when it may go on. */
  const refusalOf = (request: FastifyRequest): { readonly who: string; readonly seconds: number } | null => {
    const byAddress = addresses.take(request.ip);
    if (byAddress > 0) return { who: `address ${request.ip}`, seconds: byAddress };
    if (request.headers.authorization === undefined) return null;
    const account = accountOfSender.get(senderOf(request));
    const seconds =
      senders.take(senderOf(request, '')) || (account === undefined ? 0 : countOnce(accounts, request, account));
    return seconds === 0 ? null : { who: groupOf(request), seconds };
  };

  return {
    register(app, headersOf) {
      const count = countRefusals((refused) => app.log.info({ refused }, 'refused beyond the limits of load'));
      app.addHook('onRequest', (request, reply, done) => {
        const refused = isCall(request) ? refusalOf(request) : null;
        if (refused === null) return done();
        count(refused.who);
        refuseRequest(request, reply, refused.seconds, headersOf(request));
      });
      app.addHook('preValidation', async (request) => {
        if (!isCall(request) || request.routeOptions.config.withoutSlot === true) return;
        const group = groupOf(request);
        const free = await slots.take(group);
        if (free === null) throw tooMany(accounts.defer(group));
        releases.set(request, free);
      });
      const release = async (request: FastifyRequest): Promise<void> => {
        releases.get(request)?.();
      };
      app.addHook('onSend', async (request, reply) => {
        await release(request);
        if (!isCall(request) || reply.statusCode === TOO_MANY) return;
        const account = currentScope()?.fields['account'];
        if (typeof account === 'string') accountOfSender.set(senderOf(request), account);
        else accountOfSender.delete(senderOf(request));
      });
      app.addHook('onResponse', release);
      app.addHook('onRequestAbort', release);
    },
    admit({ person, accountId, serviceTokenId }, request) {
      const seconds =
        countOnce(people, request, serviceTokenId ?? person.id) ||
        (accountId === null ? 0 : countOnce(accounts, request, accountId));
      if (seconds > 0) throw tooMany(seconds);
    },
    admitCostly(accountId, work) {
      const seconds = costly[work].take(accountId);
      if (seconds > 0) throw tooMany(seconds);
    },
  };
}

const tooMany = (seconds: number): PipelineError =>
  new PipelineError('RATE_LIMITED', { seconds }, { retryAfter: seconds });

const isCall = (request: FastifyRequest): boolean => pathOf(request).startsWith('/api/');

/** The token of a request and the account that it names, without keeping the token. */
function senderOf(
  { headers }: FastifyRequest,
  account: string | readonly string[] | undefined = headers['account-uri'],
): string {
  return createHash('sha256')
    .update(JSON.stringify([headers.authorization ?? '', account ?? '']))
    .digest('base64');
}
