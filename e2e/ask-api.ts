import type { Page } from 'playwright-core';

/**
 * Asks the API as the person who is signed in. Ends on a list of the account.
 * @throws the errors of the answer
 */
export async function askApi<Data>(page: Page, url: string, account: string, query: string): Promise<Data> {
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/graphql'));
  await page.goto(`${url}/app/${account}/keys`);
  const { authorization = '' } = await (await sent).allHeaders();
  const response = await page.request.post(`${url}/api/graphql`, {
    headers: { authorization, 'account-uri': account, 'request-id': crypto.randomUUID() },
    data: { query },
  });
  const { data, errors } = (await response.json()) as { data?: Data | null; errors?: unknown };
  if (!data) throw new Error(JSON.stringify(errors));
  return data;
}
