import { describe, expect, test } from 'vitest';
import { addDownload, addFlow, addUnitOf, addUpload } from '../../../testing/fill-account.ts';
import type { Answer } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';

const server = useGraphqlServer();
const account = useAccount(server);
const operator = useClient(server, account, ['operator']);
const viewer = useClient(server, account, ['viewer']);

type Noun = 'download' | 'upload';

async function add(noun: Noun, status: string): Promise<string> {
  const { database } = server;
  const id =
    noun === 'download'
      ? await addDownload(database, account, { status })
      : await addUpload(database, account, await addFlow(database, account), { status });
  await addUnitOf(database, account, id, { kind: noun, state: 'held' });
  return id;
}

const abandon = (noun: Noun, id: string, by = operator): Promise<Answer> =>
  by.ask(`mutation { save_${noun}(id: "${id}", status: "abandoned") { __typename
    ... on ${noun === 'download' ? 'Download' : 'Upload'} { status } ... on ConflictError { message } } }`);
const listed = async (noun: Noun): Promise<string[]> => {
  const { found } = await operator.data<{ found: { nodes: { id: string }[] } }>(
    `{ found: ${noun}s(first: 100) { nodes { id } } }`,
  );
  return found.nodes.map(({ id }) => id);
};

describe('a person who may manage pipelines', () => {
  test.each([
    ['download', 'queued'],
    ['download', 'requested'],
    ['download', 'downloading'],
    ['download', 'unpacking'],
    ['download', 'retrying'],
    ['download', 'failed'],
    ['upload', 'preparing'],
    ['upload', 'queued'],
    ['upload', 'uploading'],
    ['upload', 'loading'],
    ['upload', 'retrying'],
    ['upload', 'failed'],
  ] as const)(
    'abandons the %s that is %s, and it leaves the list',
    { tags: 'proof:abandon-unfinished' },
    async (noun, status) => {
      const id = await add(noun, status);
      expect(await listed(noun)).toContain(id);
      const { data } = await abandon(noun, id);
      expect(data).toMatchObject({ [`save_${noun}`]: { status: 'abandoned' } });
      expect(await listed(noun)).not.toContain(id);
    },
  );

  test.each([
    ['download', 'completed'],
    ['download', 'STOPPED'],
    ['download', 'cancelled'],
    ['download', 'abandoned'],
    ['download', 'skipped'],
    ['upload', 'completed'],
    ['upload', 'cancelled'],
    ['upload', 'abandoned'],
  ] as const)('abandons no %s that is %s', { tags: 'proof:abandon-finished' }, async (noun, status) => {
    const { data } = await abandon(noun, await add(noun, status));
    const messages = {
      download: 'The download has already finished',
      upload: 'The upload has already finished',
    };
    expect(data).toEqual({ [`save_${noun}`]: { __typename: 'ConflictError', message: messages[noun] } });
  });
});

test.each(['download', 'upload'] as const)(
  'a person who may only view may not abandon a %s',
  { tags: 'proof:abandon-permission' },
  async (noun) => {
    const id = await add(noun, 'failed');
    const refused = await abandon(noun, id, viewer);
    expect(refused).toMatchObject({ status: 403, errors: [{ message: 'You do not have access to this.' }] });
    expect(await viewer.data(`{ ${noun}(id: "${id}") { status } }`)).toEqual({ [noun]: { status: 'failed' } });
  },
);

describe('the calls abort_download and abandon_upload', () => {
  const CALLS = [
    ['download', 'abort_download'],
    ['upload', 'abandon_upload'],
  ] as const;
  const call = (field: string, id: string, by = operator): Promise<Answer> =>
    by.ask(`mutation { ${field}(id: "${id}") { __typename
      ... on ${field === 'abort_download' ? 'Download' : 'Upload'} { status } ... on ConflictError { message } } }`);

  test.each(CALLS)('end the %s by its id alone: %s', { tags: 'proof:abandon-calls' }, async (noun, field) => {
    const id = await add(noun, 'failed');
    expect((await call(field, id)).data).toMatchObject({ [field]: { status: 'abandoned' } });
    expect((await call(field, id)).data).toEqual({
      [field]: { __typename: 'ConflictError', message: `The ${noun} has already finished` },
    });
  });

  test.each(CALLS)('need manage-pipelines for a %s: %s', async (noun, field) => {
    const id = await add(noun, 'failed');
    expect(await call(field, id, viewer)).toMatchObject({ status: 403 });
    expect(await viewer.data(`{ ${noun}(id: "${id}") { status } }`)).toEqual({ [noun]: { status: 'failed' } });
  });
});
