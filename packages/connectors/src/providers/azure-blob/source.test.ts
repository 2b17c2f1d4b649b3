import { text } from 'node:stream/consumers';
import type { Parameters } from '@switchboard/model/plan';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectorContext, ListedFile, ListRequest, WantedFile } from '../../spec.ts';
import { buildContext, impatientContext } from '../../testing/context.ts';
import type { FaultKind } from '../../testing/faults.ts';
import { kindOf } from './azure-failure.ts';
import { elementsOf, textOf } from './read-xml.ts';
import { stringToSign } from './sign-request.ts';
import { source } from './source.ts';
import { isAzurite } from './testing/azurite.ts';
import { containerToken } from './testing/sas.ts';
import { startAzure, type TestAzure } from './testing/start-azure.ts';

let azure: TestAzure;
let container: Awaited<ReturnType<TestAzure['createContainer']>>;
beforeAll(async () => {
  azure = await startAzure();
  container = await azure.createContainer();
  for (const name of ['in/2026-03-04/a.csv', 'in/2026-03-04/b & <c>.json', 'in/2026-03-05/a.csv', 'other.csv'])
    await container.write(name, `of ${name}`);
});
afterAll(() => azure.close());
beforeEach(() => azure.plant());

const at = (path: string): string => `az://${container.name}/${path}`;
const list = (parameters: Parameters, overrides: Partial<ListRequest> = {}, context = buildContext()) =>
  source.list?.({ name: 'spend', parameters, key: azure.key(), dates: null, ...overrides }, context) ??
  Promise.reject(new Error('it lists nothing'));

async function read(path: string, files: readonly WantedFile[], context: ConnectorContext = buildContext()) {
  const request = {
    name: 'spend',
    parameters: { path },
    key: azure.key(),
    reportDate: '2026-03-04',
    state: null,
    files,
  };
  const answer = await source.fetch(request, context);
  if (answer.kind !== 'files') throw new Error('the source gave no files');
  const found: string[] = [];
  for await (const file of answer.files) found.push(`${file.filename}: ${await text(file.body)}`);
  return found;
}

describe('azure_blob source', () => {
  it.each([1, 2, 5_000])('lists what fits, in pages of %d', async (pageSize) => {
    azure.service.control.pageSize = pageSize;
    azure.service.control.emptyPages = 2;
    const files = await list({ path: at('in/**') });
    expect(files.map(({ path, size, relative }) => [path, size, relative])).toEqual([
      [at('in/2026-03-04/a.csv'), 22, 'in/2026-03-04/a.csv'],
      [at('in/2026-03-04/b & <c>.json'), 29, 'in/2026-03-04/b & <c>.json'],
      [at('in/2026-03-05/a.csv'), 22, 'in/2026-03-05/a.csv'],
    ]);
    expect(files.every(({ checksum, modified }) => /^0x[0-9A-F]+$/.test(checksum ?? '') && (modified ?? 0) > 0)).toBe(
      true,
    );
    expect(await list({ path: at('none/*') })).toEqual([]);
  });

  it.runIf(!isAzurite)('ends a list that does not go on', async () => {
    azure.service.control.isStuck = true;
    try {
      await expect(list({ path: at('in/**') })).rejects.toMatchObject({ code: 'SOURCE_BAD_REQUEST' });
      expect(azure.asked()).toHaveLength(2);
    } finally {
      azure.service.control.isStuck = false;
    }
  });

  it('lists the path of each report date, and a folder with a pattern', async () => {
    const dates = ['2026-03-04', '2026-03-05', '2026-03-06'];
    const listed = await list({ path: at('in/{YYYY-MM-DD}/a.csv') }, { dates });
    expect(listed.map(({ reportDate }) => reportDate)).toEqual(['2026-03-04', '2026-03-05']);
    const below = await list({ path: at('in'), pattern: '**/*.json' });
    expect(below.map(({ relative }) => relative)).toContain('2026-03-04/b & <c>.json');
  });

  it('gives the bytes of what was listed, in that order, also with a SAS token', async () => {
    const key = azure.sasKey(containerToken(azure.account, container.name, { sp: 'rl' }));
    const files = await list({ path: at('in/2026-03-04/*') }, { key });
    const bytes: number[] = [];
    const context = buildContext({ onBytes: (count) => bytes.push(count) });
    expect(await read(at('in/2026-03-04/*'), [...files].reverse(), context)).toEqual([
      'b & <c>.json: of in/2026-03-04/b & <c>.json',
      'a.csv: of in/2026-03-04/a.csv',
    ]);
    expect(bytes.reduce((sum, count) => sum + count, 0)).toBe(51);
  });

  it('does not take another content, another container or what is gone for what was listed', async () => {
    const path = at('other.csv');
    const [file] = (await list({ path })) as [ListedFile];
    await container.write('other.csv', 'something else');
    await expect(read(path, [file])).rejects.toMatchObject({ code: 'SOURCE_FILE_CHANGED' });
    await container.remove('other.csv');
    await expect(read(path, [file])).rejects.toMatchObject({
      code: expect.stringMatching(/MISSING|CHANGED/) as unknown,
    });
    const foreign = { ...file, path: 'az://of-others/other.csv' };
    await expect(read(path, [foreign])).rejects.toMatchObject({ code: 'SOURCE_FILE_MISSING' });
  });

  it.each<[string, FaultKind, string, string]>([
    ['a missing permission', { status: 403, reason: 'AuthorizationFailure' }, 'SOURCE_AUTH_FAILED', 'authentication'],
    ['too many requests', { status: 429, reason: 'TooManyRequests' }, 'SOURCE_RATE_LIMITED', 'transient'],
    ['a request it does not understand', { status: 400, reason: 'InvalidUri' }, 'SOURCE_BAD_REQUEST', 'permanent'],
    ['silence', 'hang', 'SOURCE_TIMEOUT', 'transient'],
  ])('%s is never an empty list', { tags: ['case:denied', 'case:silent'] }, async (_, kind, code, errorClass) => {
    azure.plant({ request: /comp=list/, times: 9, kind });
    const context = kind === 'hang' ? impatientContext() : buildContext();
    await expect(list({ path: at('in/*') }, {}, context)).rejects.toMatchObject({ code, class: errorClass });
  });

  it('a missing container, a rejected key or none is never an empty list', {
    tags: ['case:missing', 'case:wrong-key'],
  }, async () => {
    await expect(list({ path: 'az://nowhere/in/*' })).rejects.toMatchObject({ code: 'SOURCE_NOT_FOUND' });
    const other = azure.key({ account_key: Buffer.alloc(64, 'another key').toString('base64') });
    const writer = azure.sasKey(containerToken(azure.account, container.name, { sp: 'w' }));
    for (const key of [other, writer])
      await expect(list({ path: at('in/*') }, { key })).rejects.toMatchObject({ code: 'SOURCE_AUTH_FAILED' });
    await expect(list({ path: at('in/*') }, { key: null })).rejects.toMatchObject({ code: 'KEY_MISSING' });
  });

  it('reports an archived blob as a refusal', async () => {
    const files = await list({ path: at('in/2026-03-05/*') });
    azure.plant({ request: /^GET [^?]*$/, kind: { status: 409, reason: 'BlobArchived' } });
    await expect(read(at('in/*'), files)).rejects.toMatchObject({ code: 'SOURCE_BAD_REQUEST', class: 'permanent' });
  });

  it('stops when it is cancelled', async () => {
    const abort = new AbortController();
    azure.plant({ request: /comp=list/, kind: 'hang' });
    const listing = list({ path: at('in/*') }, {}, buildContext({ signal: abort.signal }));
    await expect.poll(() => azure.asked().length).toBe(1);
    abort.abort(new Error('cancelled'));
    await expect(listing).rejects.toThrow('cancelled');
  });
});

it('the answers of the service are read with their entities', () => {
  expect(textOf('<A><Name>a &amp;lt; &#x1F600;&#65;&bad;</Name></A>', 'Name')).toBe('a &lt; 😀A&bad;');
  expect(elementsOf('<B x="1"/><B>2</B><Blob>3</Blob>', 'B')).toEqual(['', '2']);
  expect(textOf('<NextMarker />', 'NextMarker')).toBe('');
});

it('requests are signed as the documentation shows', () => {
  const headers = {
    'content-type': 'text/plain',
    'x-ms-version': '2015-02-21',
    'x-ms-date': 'Fri, 26 Jun 2015 23:39:12 GMT',
  };
  const url = new URL('https://myaccount.blob.core.windows.net/mycontainer?timeout=20&restype=container&comp=metadata');
  expect(stringToSign({ method: 'GET', url, headers, bytes: 0 }, 'myaccount')).toBe(
    'GET\n\n\n\n\ntext/plain\n\n\n\n\n\n\nx-ms-date:Fri, 26 Jun 2015 23:39:12 GMT\nx-ms-version:2015-02-21\n/myaccount/mycontainer\ncomp:metadata\nrestype:container\ntimeout:20',
  );
});

it.each([
  ['ServerBusy', 503, 'busy'],
  ['OperationTimedOut', 500, 'busy'],
  ['ContainerBeingDeleted', 409, 'busy'],
  ['LeaseIdMissing', 412, 'busy'],
  ['ConditionNotMet', 412, 'condition'],
  ['BlobAlreadyExists', 409, 'condition'],
  ['NoAuthenticationInformation', 401, 'login'],
  ['AuthorizationPermissionMismatch', 403, 'login'],
  ['ContainerNotFound', 404, 'missing'],
  ['BlobOperationNotSupported', 409, 'refused'],
  ['constructor', 400, 'refused'],
] as const)('%s with status %d is a refusal of the kind %s', (code, status, kind) => {
  expect(kindOf(code, status)).toBe(kind);
});
