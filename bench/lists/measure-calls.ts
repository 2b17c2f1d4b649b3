import { quantile } from '../measure.ts';
import type { Call } from './calls.ts';

type Asker = { readonly url: string; readonly token: string; readonly account: string };
/** Milliseconds, and how many rows the answer has; null for an answer without rows. */
export type Figures = { readonly p50: number; readonly p95: number; readonly rows: number | null };

export type Asked = { readonly asker: Asker; readonly call: Call };

const WARM_UP = 2;

type Page = { readonly nodes?: readonly unknown[]; readonly pageInfo?: { readonly endCursor: string | null } };

/** Sends a call; throws for an error. */
async function send(asker: Asker, { document, variables }: Pick<Call, 'document' | 'variables'>): Promise<Page> {
  const response = await fetch(`${asker.url}/api/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'request-id': 'bench-request',
      authorization: `Bearer ${asker.token}`,
      'account-uri': asker.account,
    },
    body: JSON.stringify({ query: document, variables }),
  });
  const answer = (await response.json()) as { data?: Record<string, Page>; errors?: readonly { message: string }[] };
  if (answer.errors) throw new Error(answer.errors.map(({ message }) => message).join(' '));
  return Object.values(answer.data ?? {})[0] ?? {};
}

/** The call with the cursor behind the pages that it skips. */
async function positioned(asker: Asker, call: Call): Promise<Call> {
  let after: string | null = null;
  for (let page = 0; page < (call.deep ?? 0); page += 1) {
    const answer: Page = await send(asker, { ...call, variables: { ...call.variables, after } });
    after = answer.pageInfo?.endCursor ?? null;
  }
  return { ...call, variables: { ...call.variables, ...(after === null ? {} : { after }) } };
}

/** Times the calls of several askers in turn, so that whatever else the machine does concerns all of them. */
export async function measureCalls(asked: readonly Asked[], rounds: number): Promise<readonly Figures[]> {
  const calls = await Promise.all(
    asked.map(async ({ asker, call }) => ({
      asker,
      call: await positioned(asker, call),
      times: [] as number[],
      rows: null as number | null,
    })),
  );
  for (let round = 0; round < WARM_UP + rounds; round += 1) {
    for (const one of calls) {
      const start = performance.now();
      const answer = await send(one.asker, one.call);
      if (round >= WARM_UP) one.times.push(performance.now() - start);
      one.rows = answer.nodes?.length ?? null;
    }
  }
  return calls.map(({ times, rows }) => ({ p50: quantile(times, 0.5), p95: quantile(times, 0.95), rows }));
}
