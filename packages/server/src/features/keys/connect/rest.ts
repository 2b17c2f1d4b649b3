import type { FastifyInstance } from 'fastify';
import type { KeyActions } from '../service.ts';
import type { FinishedSignIn } from './finish-sign-in.ts';
import { CALLBACK_PATH, expiredCookie } from './sign-in-cookie.ts';

export type SignInRouteOptions = {
  readonly keys: Pick<KeyActions, 'finishSignIn'>;
  /** Origin at which browsers reach the program. */
  readonly publicUrl: string;
};

/** Where a provider sends the browser back to, which is led on to the result page of the console. */
export async function keySignInRoutes(app: FastifyInstance, { keys, publicUrl }: SignInRouteOptions): Promise<void> {
  app.get(CALLBACK_PATH, async (request, reply) => {
    const answer = new URL(request.url, publicUrl).searchParams;
    const returned = { answer, cookies: request.headers.cookie };
    const { problem, route, name } = await keys.finishSignIn(returned).catch((error: unknown): FinishedSignIn => {
      request.log.error({ err: error }, 'a sign-in at a provider failed');
      return { problem: 'internal', route: null, name: null };
    });
    request.log.info({ outcome: problem ?? 'connected' }, 'sign-in at a provider');
    const shown = { route, name, reason: problem };
    const query = new URLSearchParams(
      Object.entries(shown).flatMap(([parameter, value]): [string, string][] =>
        value === null ? [] : [[parameter, value]],
      ),
    );
    return reply
      .header('set-cookie', expiredCookie(answer.get('state') ?? '', publicUrl))
      .header('referrer-policy', 'no-referrer')
      .redirect(`${problem === null ? '/oauthsuccess' : '/oauthinvalid'}?${query.toString()}`, 303);
  });
}
