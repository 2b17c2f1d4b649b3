import type { FastifyReply, FastifyRequest } from 'fastify';
import { takeAllowed } from '../limits/sign-in-limits.ts';
import { errorPage } from './sign-in-page.ts';
import { originOf, type SignInOptions, sendRefusal } from './sign-in-steps.ts';

export type CrowdedOptions = Pick<SignInOptions, 'database' | 'masterKey' | 'publicUrl' | 'allowances' | 'now'>;

/** Answers requests from where too many pages were opened; null for a request that may open one. */
export function refuseCrowdedPages(options: CrowdedOptions) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | null> => {
    const { database, allowances, now } = options;
    const refusal = await takeAllowed(database, allowances.pages, originOf(options, request), new Date(now()));
    if (refusal === null) return null;
    return sendRefusal(reply, refusal, { page: errorPage(refusal.message), now: now() });
  };
}
