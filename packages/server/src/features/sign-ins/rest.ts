import type { FastifyInstance } from 'fastify';
import type { FinishedSignIn, SignInActions } from './service.ts';
import { CALLBACK_PATH, expiredCookie } from './sign-in-cookie.ts';

export type SignInRouteOptions = {
  readonly signIns: SignInActions;
  /** Origin at which browsers reach the program. */
  readonly publicUrl: string;
};

/** Where a provider sends the browser back to, which is led on to the result page of the console. */
export async function signInRoutes(app: FastifyInstance, { signIns, publicUrl }: SignInRouteOptions): Promise<void> {
  app.get(CALLBACK_PATH, async (request, reply) => {
    const answer = new URL(request.url, publicUrl).searchParams;
    const returned = { answer, cookies: request.headers.cookie };
    const { problem, ...known } = await signIns.finish(returned).catch((error: unknown): FinishedSignIn => {
      request.log.error({ err: error }, 'a sign-in at a provider failed');
      return { problem: 'internal', id: null, route: null, name: null };
    });
    request.log.info({ outcome: problem ?? 'connected' }, 'sign-in at a provider');
    const { route, name, id } = known;
    const query = new URLSearchParams(
      Object.entries({ route, name, id, reason: problem }).flatMap(([parameter, value]): [string, string][] =>
        value === null ? [] : [[parameter, value]],
      ),
    );
    return reply
      .header('set-cookie', expiredCookie(answer.get('state') ?? '', publicUrl))
      .header('referrer-policy', 'no-referrer')
      .redirect(`${problem === null ? '/oauthsuccess' : '/oauthinvalid'}?${query.toString()}`, 303);
  });
}
