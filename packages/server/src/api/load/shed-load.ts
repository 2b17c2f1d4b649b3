import { createHash } from 'node:crypto';
import { PipelineError } from '@switchboard/model/errors/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Session } from '../../identity/session.ts';
import { currentScope } from '../../observe/scope.ts';
import { pathOf } from '../http/answer-errors.ts';
import { createFairSlots, type SlotLimits } from './fair-slots.ts';
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
  /** Adds the limits that need no session. */
  register(app: FastifyInstance): void;
  /** @throws PipelineError RATE_LIMITED when the person or the account of the session asks too much */
  admit(session: Session): void;
  /** @throws PipelineError RATE_LIMITED when the account starts too much of this */
  admitCostly(accountId: string, work: Costly): void;
};

/** Senders whose account is remembered. */
const KNOWN_SENDERS = 10_000;

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
  const slots = createFairSlots(limits.slots);
  // Only places a request in a queue. Who sends it, and what they may do, is read from the database each time.
  const accountOfSender = new LRUCache<string, string>({ max: KNOWN_SENDERS });
  const releases = new WeakMap<FastifyRequest, () => void>();

  return {
    register(app) {
      app.addHook('onRequest', async (request) => {
        if (!isCall(request)) return;
        take(addresses, request.ip);
        const { authorization } = request.headers;
        if (authorization !== undefined) take(senders, senderOf(request, ''));
      });
      app.addHook('preValidation', async (request) => {
        if (!isCall(request) || request.routeOptions.config.withoutSlot === true) return;
        const account = accountOfSender.get(senderOf(request, request.headers['account-uri']));
        releases.set(request, await slots.take(account ?? `address ${request.ip}`));
      });
      const release = async (request: FastifyRequest): Promise<void> => {
        releases.get(request)?.();
      };
      app.addHook('onSend', async (request) => {
        await release(request);
        const account = currentScope()?.fields['account'];
        if (isCall(request) && typeof account === 'string')
          accountOfSender.set(senderOf(request, request.headers['account-uri']), account);
      });
      app.addHook('onResponse', release);
      app.addHook('onRequestAbort', release);
    },
    admit({ person, accountId, serviceTokenId }) {
      take(people, serviceTokenId ?? person.id);
      if (accountId !== null) take(accounts, accountId);
    },
    admitCostly(accountId, work) {
      take(costly[work], accountId);
    },
  };
}

function take(buckets: TokenBuckets, sender: string): void {
  const seconds = buckets.take(sender);
  if (seconds > 0) throw new PipelineError('RATE_LIMITED', { seconds }, { retryAfter: seconds });
}

const isCall = (request: FastifyRequest): boolean => pathOf(request).startsWith('/api/');

/** The token of a request and the account that it names, without keeping the token. */
function senderOf({ headers }: FastifyRequest, account: string | readonly string[] | undefined): string {
  return createHash('sha256')
    .update(JSON.stringify([headers.authorization ?? '', account ?? '']))
    .digest('base64');
}
