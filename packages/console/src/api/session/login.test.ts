import { expect, it } from 'vitest';
import { login } from './login.ts';
import type { SignIn } from './sign-in.ts';

function start() {
  const asked: string[] = [];
  let token: string | null = null;
  const signIn: SignIn = {
    token: () => token,
    renew: () => {
      token = 'token';
      return Promise.resolve(true);
    },
    begin: () => Promise.resolve(),
    complete: () => Promise.resolve('/'),
    end: () => Promise.resolve(),
    again: () => Promise.resolve(true),
  };
  const send = (input: RequestInfo | URL): Promise<Response> => {
    asked.push(input instanceof Request ? input.url : input.toString());
    return Promise.resolve(
      Response.json({ email: 'jo@acme.example', default_url_name: 'acme', permissions: ['view'] }),
    );
  };
  const enter = (urlName: string | undefined, onToken?: () => void) =>
    login({ signIn, urlName, signal: new AbortController().signal, send, ...(onToken && { onToken }) });
  return { asked, enter };
}

it('asks for the person once when / leads to their default account', async () => {
  const { asked, enter } = start();
  const first = await enter(undefined);
  expect(await enter('acme')).toEqual(first);
  expect(asked).toEqual(['/api/user/login']);
  await enter('acme');
  expect(asked).toEqual(['/api/user/login', '/api/user/login?url_name=acme']);
});

it('asks for the permissions in another account than the default one', async () => {
  const { asked, enter } = start();
  await enter(undefined);
  await enter('globex');
  expect(asked).toEqual(['/api/user/login', '/api/user/login?url_name=globex']);
});

it('reports the token before the person is known', async () => {
  const { asked, enter } = start();
  const seen: number[] = [];
  await enter('acme', () => seen.push(asked.length));
  expect(seen).toEqual([0]);
});
