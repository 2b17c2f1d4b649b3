import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { addPerson } from '@switchboard/server/testing';
import { type StartedApi, startApi } from '../lists/started-api.ts';
import { createGoals, load, quantile, spread, timed } from '../measure.ts';
import { readOptions } from '../options.ts';
import { startWorkDatabase } from '../work-database.ts';
import { fillHome } from './fill-home.ts';

/** Home and the details of one download, through HTTP as the console asks, in an account with a long history of runs. */
const GOAL = 150;
/** Rounds that are not counted. */
const WARM_UP = 10;
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
const agent = new Agent({ keepAlive: true });
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
      const answers: Buffer[] = [];
      const before = api.answered.length;
      for (let round = -WARM_UP; round < rounds; round += 1) {
        const { ms, value } = await timed(() => ask(api.url, { token, account: account.urlName, query }));
        answers.push(value);
        if (round >= 0) times.push(ms);
      }
      for (const answer of answers) rejectErrors(answer);
      const atServer = await answersSince(api, before, WARM_UP + rounds);
      console.log(
        `${name}: at the server ${spread(atServer.slice(WARM_UP))}; for the client ${spread(times)}; ${load()}`,
      );
      goals.check(quantile(atServer.slice(WARM_UP), 0.95) < GOAL, `${name}: p95 within ${GOAL} ms at the server`);
    }
  } finally {
    agent.destroy();
    await api.stop();
  }
} finally {
  await prepared.stop();
}
goals.end();

/** The milliseconds of the calls since the first `before`, once their log lines are there. */
async function answersSince(api: StartedApi, before: number, count: number): Promise<readonly number[]> {
  for (const end = Date.now() + 10_000; api.answered.length < before + count; await setTimeout(10))
    if (Date.now() > end) throw new Error('The server has not logged its answers.');
  return api.answered.slice(before);
}

type Request = { readonly token: string; readonly account: string; readonly query: string };

/**
 * Sends a query, and reads the answer as it comes: compressed, as browsers ask for it. Unpacked within the rounds, the answers'
 * garbage would be collected on the server's cores.
 */
async function ask(url: string, { token, account, query }: Request): Promise<Buffer> {
  const sent = request(`${url}/api/graphql`, {
    method: 'POST',
    agent,
    headers: {
      'content-type': 'application/json',
      'accept-encoding': 'br',
      'request-id': 'bench-request',
      authorization: `Bearer ${token}`,
      'account-uri': account,
    },
  });
  sent.end(JSON.stringify({ query }));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return buffer(response);
}

/** @throws when the answer has errors */
function rejectErrors(answer: Buffer): void {
  // Short answers are not compressed, and those are errors.
  const text = answer[0] === '{'.charCodeAt(0) ? answer.toString() : brotliDecompressSync(answer).toString();
  if (text.startsWith('{"errors"')) throw new Error(text.slice(0, 1_000));
}
