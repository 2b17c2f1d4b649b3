import { expect, it } from 'vitest';
import { createSilentNavigator } from './silent-navigator.ts';

const QUESTION =
  'http://localhost/oidc/auth?client_id=console&prompt=none&redirect_uri=http%3A%2F%2Flocalhost%2Fcallback';

function navigatorFor(page: string, status = 200) {
  const asked: URL[] = [];
  const navigator = createSilentNavigator((input) => {
    asked.push(new URL(input instanceof Request ? input.url : input));
    return Promise.resolve(new Response(page, { status }));
  });
  return { asked, navigate: async () => (await navigator.prepare({})).navigate({ url: QUESTION }) };
}

it('reads the code from the form of the provider', async () => {
  const { asked, navigate } = navigatorFor(
    '<form action="http://localhost/callback"><input name="code" value="a&amp;b"><input name="state" value="s1"></form>',
  );
  expect(new URL((await navigate()).url).search).toBe('?code=a%26b&state=s1');
  expect(asked.map((url) => url.searchParams.get('response_mode'))).toEqual(['form_post']);
});

it('passes on that the person must sign in', async () => {
  const { navigate } = navigatorFor('<form><input name="error" value="login_required"></form>');
  expect((await navigate()).url).toBe('http://localhost/callback?error=login_required');
});

it('fails when the response holds no form', async () => {
  const { navigate } = navigatorFor('Bad gateway', 502);
  await expect(navigate()).rejects.toThrow('The sign-in provider answered 502 without a form.');
});
