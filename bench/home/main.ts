import { addPerson } from '@switchboard/server/testing';
import { startApi } from '../lists/started-api.ts';
import { createGoals, load, quantile, spread, timed } from '../measure.ts';
import { readOptions } from '../options.ts';
import { startWorkDatabase } from '../work-database.ts';
import { fillHome } from './fill-home.ts';

/** Home and the details of one download, through HTTP as the console asks, in an account with a long history of runs. */
const GOAL = 150;
const { artifacts, units, days, rounds } = readOptions({ artifacts: 2_000, units: 50_000_000, days: 730, rounds: 100 });

const HEALTH = `name project artifactStatus dependencyStatus level message messageKind sparkline { status running }
  event { eventId created message severity willRetry } pos { path startLine endLine startColumn endColumn }`;
const CALLS = {
  homepage: `{ homepage(refresh: true) { ... on Homepage {
    refreshedAt sparklineFirstDate downloads { ${HEALTH} } uploads { ${HEALTH} destination } } } }`,
  downloadDetails: `{ downloadDetails(downloadName: "source_7") { ... on DownloadDetails {
    ${HEALTH} keys { name status } uploads { name status } } } }`,
  uploadDetails: `{ uploadDetails(uploadName: "upload_7") { ... on UploadDetails {
    ${HEALTH} keys { name status } downloads { name status } } } }`,
};

const goals = createGoals();
const prepared = await startWorkDatabase('home');
try {
  const email = 'bench@test.test';
  const filled = await timed(() => fillHome(prepared.database, prepared.pool, { artifacts, units, days }, console.log));
  const account = filled.value;
  await addPerson(prepared.database, { email, roles: { [account.accountId]: ['viewer'] } });
  console.log(`filled ${units} runs of ${artifacts} artifacts in ${(filled.ms / 1000).toFixed(0)} s`);
  const api = await startApi(prepared.url);
  try {
    const token = await api.token(email);
    for (const [name, query] of Object.entries(CALLS)) {
      const times: number[] = [];
      for (let round = -5; round < rounds; round += 1) {
        const { ms, value } = await timed(() => ask(api.url, { token, account: account.urlName, query }));
        if (value.errors) throw new Error(JSON.stringify(value.errors));
        if (round >= 0) times.push(ms);
      }
      console.log(`${name}: ${spread(times)}; ${load()}`);
      goals.check(quantile(times, 0.95) < GOAL, `${name}: p95 within ${GOAL} ms`);
    }
  } finally {
    await api.stop();
  }
} finally {
  await prepared.stop();
}
goals.end();

type Request = { readonly token: string; readonly account: string; readonly query: string };

async function ask(url: string, { token, account, query }: Request): Promise<{ readonly errors?: unknown }> {
  const response = await fetch(`${url}/api/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'request-id': 'bench-request',
      authorization: `Bearer ${token}`,
      'account-uri': account,
    },
    body: JSON.stringify({ query }),
  });
  return (await response.json()) as { readonly errors?: unknown };
}
