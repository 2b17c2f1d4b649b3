import { text } from 'node:stream/consumers';
import type { KeyType } from '@switchboard/model/key-types/key-type';
import { findKeyType } from '@switchboard/model/key-types/key-types';
import type { PlanValue } from '@switchboard/model/plan';
import { describe, expect, it } from 'vitest';
import { connectorByName } from '../registry.ts';
import type { ConnectorContext, KeyProperties } from '../spec.ts';
import { serveHttp } from '../testing/http-server.ts';
import { ADVERTISING_EXAMPLES } from '../testing/preset-examples/advertising.ts';
import { ANALYTICS_EXAMPLES } from '../testing/preset-examples/analytics.ts';
import { CUSTOMER_EXAMPLES } from '../testing/preset-examples/customers.ts';
import type { Exchange, PresetExample } from '../testing/preset-examples/example.ts';
import { SOCIAL_EXAMPLES } from '../testing/preset-examples/social.ts';
import { ASKED_ADDRESS, standInContext } from '../testing/stand-in.ts';
import { fillSettings } from './fill-settings.ts';
import { parametersOf, presetSpec } from './preset.ts';
import { PRESETS } from './presets.ts';

const EXAMPLES = [...ADVERTISING_EXAMPLES, ...SOCIAL_EXAMPLES, ...ANALYTICS_EXAMPLES, ...CUSTOMER_EXAMPLES];

type HttpType = Extract<KeyType, { form: 'http' }>;

function httpType(name: string): HttpType {
  const type = findKeyType(name);
  if (type?.form !== 'http') throw new Error(`keys of type ${name} are not sent in HTTP requests`);
  return type;
}

function keyOf({ preset, keyType, key = {} }: PresetExample): KeyProperties {
  const name = keyType ?? PRESETS.find((each) => each.name === preset)?.keyTypes[0] ?? '';
  const secrets = httpType(name).fields.filter(({ secret }) => secret === true);
  return {
    name: 'k',
    type: name,
    properties: { ...Object.fromEntries(secrets.map((field) => [field.name, `canary-${field.name}`])), ...key },
  };
}

type Received = {
  readonly request: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
};

type Run = {
  readonly received: readonly Received[];
  readonly files: readonly { readonly filename: string; readonly text: string }[];
  readonly failure: unknown;
  readonly waits: number;
};

/** Fetches the report of an example from a stand-in that answers these exchanges in order. */
async function run(example: PresetExample, exchanges: readonly Exchange[]): Promise<Run> {
  const key = keyOf(example);
  const { authentication: how } = httpType(key.type);
  const tokenUrl = how.scheme === 'template' ? how.token?.url.split('{')[0] : undefined;
  const received: Received[] = [];
  const origin = await serveHttp(async (request, response) => {
    const { [ASKED_ADDRESS]: address, ...headers } = request.headers;
    const url = String(address);
    const body = await text(request);
    if (tokenUrl !== undefined && request.method === 'POST' && isTokenRequest(url, tokenUrl)) {
      response.end(JSON.stringify({ access_token: 'canary-token', token_type: 'bearer', expires_in: 3600 }));
      return;
    }
    const exchange = exchanges[received.length];
    received.push({ request: `${request.method} ${url}`, headers, body });
    response.writeHead(exchange?.status ?? (exchange === undefined ? 500 : 200), exchange?.answerHeaders);
    response.end(typeof exchange?.answer === 'string' ? exchange.answer : JSON.stringify(exchange?.answer));
  });
  let now = Date.UTC(2026, 2, 5, 6);
  let waits = 0;
  const pause = async (milliseconds: number): Promise<void> => {
    now += milliseconds;
    waits += milliseconds;
  };
  const context = standInContext(() => origin, { now: () => now, pause });
  const files: { filename: string; text: string }[] = [];
  const failure = await fetchReport(example, key, context, files).then(
    () => null,
    (error: unknown) => error,
  );
  return { received, files, failure, waits };
}

const isTokenRequest = (url: string, start: string): boolean =>
  url.startsWith(start) && /(?:token|oauth2\/token)$/.test(url);

async function fetchReport(
  { preset, parameters }: PresetExample,
  key: KeyProperties,
  context: ConnectorContext,
  files: { filename: string; text: string }[],
): Promise<void> {
  const source = await connectorByName().get(preset)?.source?.();
  if (source === undefined) throw new Error(`${preset} is not registered`);
  let state: PlanValue | null = null;
  for (;;) {
    const dated = { parameters: { timezone: 'UTC', ...parameters }, reportDate: '2026-02-28' };
    const answer = await source.fetch({ name: 'report', ...dated, key, state }, context);
    if (answer.kind === 'files') {
      for await (const file of answer.files) files.push({ filename: file.filename, text: await text(file.body) });
      return;
    }
    state = answer.state;
  }
}

function expectExchange(received: Received | undefined, exchange: Exchange, { carried }: PresetExample): void {
  expect(received?.request).toBe(exchange.request);
  const headers = received?.headers ?? {};
  if (exchange.hasKey === false) {
    for (const name of Object.keys(carried)) expect(headers[name]).toBeUndefined();
    expect(JSON.stringify(received)).not.toContain('canary');
  } else expect(headers).toMatchObject(carried);
  expect(headers).toMatchObject(exchange.headers ?? {});
  const { body } = exchange;
  if (body === undefined) expect(received?.body).toBe('');
  else expect(typeof body === 'string' ? received?.body : JSON.parse(received?.body ?? '')).toEqual(body);
}

describe('presets', () => {
  it('each has an example, known key types, and documentation', () => {
    expect(EXAMPLES.map(({ preset }) => preset).sort()).toEqual(PRESETS.map(({ name }) => name).sort());
    for (const preset of PRESETS) {
      const { name, keyTypes, documentation } = preset;
      expect(connectorByName().get(name)?.spec).toEqual(presetSpec(preset));
      for (const type of keyTypes) expect(httpType(type).hosts).not.toBeNull();
      expect(documentation).toMatch(/^https:\/\//);
    }
  });

  it('use every parameter that they have', () => {
    for (const preset of PRESETS) {
      const { parameters, settings } = preset;
      for (const name of Object.keys(parameters))
        expect([preset.name, JSON.stringify(settings)].join()).toContain(`{${name}`);
    }
  });
});

describe.each(EXAMPLES.map((example) => [example.preset, example] as const))('%s', (_, example) => {
  it('sends what the documentation describes, page after page, and gives one file', async () => {
    const { received, files, failure } = await run(example, example.exchanges);
    expect(failure).toBeNull();
    for (const [index, exchange] of example.exchanges.entries()) expectExchange(received[index], exchange, example);
    expect(received).toHaveLength(example.exchanges.length);
    expect(files).toEqual([{ filename: example.filename, text: example.file }]);
  });

  it('fails or waits when the provider misbehaves', async () => {
    const { misbehaves, exchanges } = example;
    const { at } = misbehaves;
    const wrong: Exchange = { ...misbehaves, request: exchanges[at]?.request ?? '' };
    const rest = 'waits' in misbehaves ? exchanges.slice(at) : [];
    const outcome = await run(example, [...exchanges.slice(0, at), wrong, ...rest]);
    if ('waits' in misbehaves) {
      expect(outcome.failure).toBeNull();
      expect(outcome.waits).toBe(misbehaves.waits);
      expect(outcome.files[0]?.text).toBe(example.file);
      return;
    }
    expect(outcome.failure).toMatchObject({ code: misbehaves.code });
    expect(String((outcome.failure as Error).message)).not.toContain('canary');
    expect(outcome.files).toEqual([]);
  });

  it('names what is missing, and refuses a key of another type', async () => {
    const preset = PRESETS.find(({ name }) => name === example.preset);
    const missing = preset && parametersOf(preset).specs.find(({ required }) => required)?.name;
    const without = {
      ...example,
      parameters: Object.fromEntries(Object.entries(example.parameters).filter(([name]) => name !== missing)),
    };
    if (missing !== undefined)
      expect((await run(without, [])).failure).toMatchObject({
        code: 'PARAMETER_INVALID',
        parameters: { parameter: missing },
      });
    expect((await run({ ...example, keyType: 'api_token' }, [])).failure).toMatchObject({ code: 'KEY_NOT_SUPPORTED' });
  });
});

it.each([
  ['google_ads', 'the parameters api_version and customer_id'],
  ['appsflyer', 'the parameters app_id and report'],
  ['shopify', 'the parameters api_version and object, and shop of the key k'],
])('%s says what to check when nothing is at its address', async (name, parts) => {
  const example = EXAMPLES.find(({ preset }) => preset === name);
  if (example === undefined) throw new Error(`${name} has no example`);
  const { failure } = await run(example, [{ request: '', status: 404, answer: 'Nothing here' }]);
  expect(failure).toMatchObject({ code: 'SOURCE_NOT_FOUND' });
  expect(String(failure)).toMatch(new RegExp(`answered 404: Nothing here\\. Check ${parts}\\.$`));
});

it('takes a finished report of Microsoft Advertising without a file for one without records', async () => {
  const example = EXAMPLES.find(({ preset }) => preset === 'microsoft_ads');
  if (example === undefined) throw new Error('it has no example');
  const answer = { ReportRequestStatus: { Status: 'Success', ReportDownloadUrl: null } };
  const [order, poll] = example.exchanges;
  const { failure, files } = await run(
    example,
    [order, poll && { ...poll, answer }].filter((one) => one !== undefined),
  );
  expect([failure, files]).toEqual([null, []]);
});

describe('settings', () => {
  const values = new Map<string, PlanValue | undefined>([
    ['a', 'x/y'],
    ['list', ['m', 'n']],
    ['none', undefined],
    ['number', 3],
  ]);
  it.each<[PlanValue, PlanValue | undefined]>([
    ['{a} {list} {other} {YYYY}', 'x/y m,n {other} {YYYY}'],
    ['{number}', 3],
    ['{list:json}', '["m","n"]'],
    ['{none}', undefined],
    ['{a}[[ and {none}]][[ or {a}]]', 'x/y or x/y'],
    [
      ['{list}', 'z', '{none}'],
      ['m', 'n', 'z'],
    ],
    [
      [{ name: 'p.{list}', as: '{list}' }],
      [
        { name: 'p.m', as: 'm' },
        { name: 'p.n', as: 'n' },
      ],
    ],
    [['{none}'], undefined],
    [{ kept: true, left: '{none}' }, { kept: true }],
  ])('%j become %j', (template, expected) => {
    expect(fillSettings({ value: template }, values)['value']).toEqual(expected);
  });

  it('encode what they fill into addresses', () => {
    expect(fillSettings({ url: 'https://a.example/{a}?b={list}' }, values)['url']).toBe(
      'https://a.example/x%2Fy?b=m,n',
    );
  });
});
