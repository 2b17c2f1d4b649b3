import { describe, expect, it } from 'vitest';
import { buildGraphqlServer, type Request } from '../../../../test/graphql-server.ts';
import { createClient } from '../../../api/client.ts';
import { openedAddress } from '../opened-address.ts';
import { fetchDraft, fetchDraftAhead } from './load-draft.ts';

const file = (path: string, text?: string) => ({
  __typename: 'File',
  id: path,
  path,
  hash: `h-${path}`,
  ...(text === undefined ? {} : { text }),
});
const HEAD = {
  __typename: 'Changelist',
  id: 'd1',
  description: 'Mine',
  status: 'draft',
  archived: false,
  needs_merge: false,
  version: 2,
  branched_from: null,
  updated_on: '2026-11-20T09:00:00Z',
  updated_by: null,
  published_on: null,
  flow_summary: [],
};

function start(answers: readonly ('draft' | 'away')[]) {
  const left = [...answers];
  const answer = ({ paths }: Request['variables']): unknown => {
    if (left.shift() === 'away') return new Error('The database is away.');
    const opened = (paths as readonly string[]).map((path) => file(path, `// ${path}`));
    return { changelist: { ...HEAD, files: [file('a.sbs'), file('b.sbs')], opened }, published_changelist: null };
  };
  const server = buildGraphqlServer({ EditorDraft: answer });
  const asked = (): readonly Request['variables'][] => server.requests.map(({ variables }) => variables);
  return { client: createClient({ fetch: server.fetch }), send: server.fetch, asked };
}
const OPENED = { id: 'd1', path: 'b.sbs' };

describe('a draft', () => {
  it('comes with the text of the file that is opened', async () => {
    const { client, asked } = start(['draft']);
    const draft = await fetchDraft(client, OPENED);
    expect(draft?.files.map(({ path }) => path)).toEqual(['a.sbs', 'b.sbs']);
    expect(draft?.texts.map(({ path, text }) => [path, text])).toEqual([['b.sbs', '// b.sbs']]);
    expect(asked()).toEqual([{ id: 'd1', paths: ['b.sbs'] }]);
  });

  it('a draft is requested once when it was prefetched, and again for the next opening', async () => {
    const { client, send, asked } = start(['draft', 'draft']);
    fetchDraftAhead(client, OPENED, send);
    expect((await fetchDraft(client, OPENED))?.texts).toHaveLength(1);
    expect(asked()).toHaveLength(1);
    await fetchDraft(client, OPENED);
    expect(asked()).toHaveLength(2);
  });

  it('a draft is requested again when its prefetch failed', async () => {
    const { client, send, asked } = start(['away', 'draft']);
    fetchDraftAhead(client, OPENED, send);
    expect((await fetchDraft(client, OPENED))?.head.description).toBe('Mine');
    expect(asked()).toHaveLength(2);
  });

  it('a draft is not taken from the prefetch of another one', async () => {
    const { client, send, asked } = start(['draft', 'draft']);
    fetchDraftAhead(client, { id: 'd2', path: '' }, send);
    await fetchDraft(client, OPENED);
    expect(asked()).toEqual([
      { id: 'd2', paths: [] },
      { id: 'd1', paths: ['b.sbs'] },
    ]);
  });
});

it.each([
  ['/app/acme/scripts/editor/d1', '', { id: 'd1', path: '' }],
  ['/app/acme/scripts/editor/d1/ads/a.sbs', '', { id: 'd1', path: 'ads/a.sbs' }],
  ['/app/acme/scripts/editor/d1/ads/a.sbs', '?file=b.sbs', { id: 'd1', path: 'b.sbs' }],
  ['/app/acme/scripts/drafts', '?file=b.sbs', null],
])('%s%s opens %j', (pathname, search, opened) => {
  expect(openedAddress({ pathname, search })).toEqual(opened);
});
