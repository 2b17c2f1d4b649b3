import type { INavigator, NavigateParams, NavigateResponse } from 'oidc-client-ts';
import { parseInert } from '../../lib/trusted-types.ts';

/**
 * Renews a sign-in by one request to the provider instead of a hidden frame, which would load a page with its scripts. Only
 * for a provider of this origin: its cookie is sent along, and its answer can be read.
 */
export function createSilentNavigator(send: typeof fetch = (input, init) => fetch(input, init)): INavigator {
  return {
    prepare: () => Promise.resolve({ navigate: (params) => requestAnswer(send, params), close: () => undefined }),
    callback: () => Promise.resolve(),
  };
}

/**
 * Asks for the answer as a form (OAuth 2.0 Form Post Response Mode), which comes without a redirect.
 * @returns the address to which a redirect would have led
 * @throws Error when the response holds no answer
 */
async function requestAnswer(send: typeof fetch, { url }: NavigateParams): Promise<NavigateResponse> {
  const question = new URL(url);
  question.searchParams.set('response_mode', 'form_post');
  const response = await send(question, { credentials: 'same-origin', cache: 'no-store' });
  const page = parseInert(await response.text());
  const fields = [...page.querySelectorAll<HTMLInputElement>('form input[name]')];
  if (fields.length === 0) throw new Error(`The sign-in provider answered ${response.status} without a form.`);
  const answer = new URL(question.searchParams.get('redirect_uri') ?? '/', question);
  for (const field of fields) answer.searchParams.set(field.name, field.value);
  return { url: answer.href };
}
