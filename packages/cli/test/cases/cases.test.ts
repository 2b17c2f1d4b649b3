import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Answer, startReportServer } from '../report-server.ts';
import { runCommand } from '../run-command.ts';
import type { Case } from './case.ts';
import { LANGUAGE_CASES } from './language-cases.ts';
import { SOURCE_CASES } from './source-cases.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'switchboard-cases-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Places of the two servers in scripts, keys and addresses to which they send on. */
type Places = Record<string, string>;
const placed = (text: string, places: Places): string =>
  text.replaceAll(/\{([a-z-]+)\}/g, (all, name: string) => places[name] ?? all);

/** Starts a server whose answers may send on to another one. */
async function startProvider(answers: Readonly<Record<string, Answer>>, places: Places) {
  const sent = Object.entries(answers).map(([path, answer]): [string, Answer] => [
    path,
    (request, response, call) => {
      const writeHead = response.writeHead.bind(response);
      response.writeHead = ((status: number, headers: Record<string, string> = {}) =>
        writeHead(
          status,
          Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, placed(value, places)])),
        )) as typeof response.writeHead;
      answer(request, response, call);
    },
  ]);
  const server = await startReportServer(Object.fromEntries(sent));
  onTestFinished(() => server.close());
  return server;
}

async function prove({ script, keys = {}, start, provider = {}, other = {}, state, runs }: Case): Promise<void> {
  const places: Places = {};
  const [first, second] = [await startProvider(provider, places), await startProvider(other, places)];
  Object.assign(places, { provider: first.url, 'provider-host': first.host, other: second.url });
  const server = await start?.();
  if (server) onTestFinished(server.close);
  const all = { ...keys, ...(server && { server: server.key }) };
  await writeFile(join(folder, 'keys.json'), placed(JSON.stringify(all), places));
  await writeFile(join(folder, 's.sbs'), placed(script, places));
  const hosts = [first.host, second.host, ...(server ? ['127.0.0.1'] : [])];
  const args = ['--keys', 'keys.json', ...hosts.flatMap((host) => ['--allow-host', host])];
  for (const { date, files = {}, code, says, saysNot = [], written } of runs) {
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
    const stateArgs = state === undefined ? [] : ['--state', state];
    const ended = await runCommand(['run', 's.sbs', '--date', date, ...args, ...stateArgs], folder);
    const printed = ended.out + ended.err;
    for (const words of says) expect(printed).toMatch(words);
    for (const words of saysNot) expect(printed).not.toMatch(words);
    expect({ code: ended.code, written: await readAll(join(folder, 'out')) }).toEqual({ code, written });
  }
  await server?.judge?.();
}

/** The files of a folder by their names; none where it is not there. */
async function readAll(path: string): Promise<Record<string, string>> {
  await mkdir(path, { recursive: true });
  const names = (await readdir(path, { withFileTypes: true })).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
  const read = async (name: string): Promise<[string, string]> => [name, await readFile(join(path, name), 'utf8')];
  return Object.fromEntries(await Promise.all(names.map(read)));
}

describe('cases of the language', () => {
  test.each(LANGUAGE_CASES)('case $name: $behaviour', (one) => prove(one));
});

describe('cases of sources', () => {
  test.each(SOURCE_CASES)('case $name: $behaviour', (one) => prove(one));
});
