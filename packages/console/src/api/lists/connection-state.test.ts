import { describe, expect, it } from 'vitest';
import {
  type ConnectionState,
  connectionReducer,
  countWaiting,
  emptyConnection,
  mergeHead,
  type Page,
  shownRows,
} from './connection-state.ts';

type Row = { readonly id: string; readonly status: string };
const page = (ids: string, more = true, status = 'a'): Page<Row> => ({
  nodes: [...ids].map((id) => ({ id, status })),
  pageInfo: { hasNextPage: more, endCursor: ids.at(-1) ?? null },
});
const shown = (state: ConnectionState<Row>): string =>
  shownRows(state)
    .map((row) => row.id)
    .join('');
const head = (ids: string, options: { held?: boolean; more?: boolean; question?: string; status?: string } = {}) => ({
  type: 'head' as const,
  question: options.question ?? 'q',
  page: page(ids, options.more ?? true, options.status),
  held: options.held ?? false,
  at: 1,
});
const start = (ids: string, more = true) => connectionReducer(emptyConnection<Row>(), head(ids, { more }));
const grown = (): ConnectionState<Row> =>
  connectionReducer(start('abc'), { type: 'more', question: 'q', page: page('def'), first: true });

describe('mergeHead', () => {
  it('adds new rows on top and keeps the others below', () => {
    expect(mergeHead([...'abcdef'], [...'xab'], true)).toEqual([...'xabcdef']);
  });

  it('removes rows above the last one of the page that the page lacks', () => {
    expect(mergeHead([...'abcdef'], [...'acd'], true)).toEqual([...'acdef']);
  });

  it('keeps the page’s own order when rows moved', () => {
    expect(mergeHead([...'abcdef'], [...'cab'], true)).toEqual([...'cabdef']);
  });

  it('replaces the list when the page is the last one', () => {
    expect(mergeHead([...'abcdef'], [...'ab'], false)).toEqual([...'ab']);
  });

  it('returns null when page and list do not overlap', () => {
    expect(mergeHead([...'abc'], [...'xyz'], true)).toBeNull();
  });
});

describe('connectionReducer', () => {
  it('appends pages without repeating a row', { tags: 'spec:call-pages-merged' }, () => {
    const state = connectionReducer(start('abc'), {
      type: 'more',
      question: 'q',
      page: page('cde', false),
      first: true,
    });
    expect(shown(state)).toBe('abcde');
    expect(state).toMatchObject({ hasMore: false, endCursor: 'e' });
  });

  it('keeps later pages and their cursor when the first page is refreshed', () => {
    const state = connectionReducer(grown(), head('xab'));
    expect(shown(state)).toBe('xabcdef');
    expect(state.endCursor).toBe('f');
  });

  it('holds new rows back while the list is scrolled, and shows them on request', () => {
    const held = connectionReducer(grown(), head('xab', { held: true, status: 'b' }));
    expect(shown(held)).toBe('abcdef');
    expect(countWaiting(held)).toBe(1);
    expect(held.rows.get('a')?.status).toBe('b');
    expect(shown(connectionReducer(held, { type: 'release' }))).toBe('xabcdef');
  });

  it('starts over when the variables changed, or when the pages do not overlap', () => {
    expect(shown(connectionReducer(grown(), head('xyz', { question: 'other' })))).toBe('xyz');
    expect(shown(connectionReducer(grown(), head('uvw')))).toBe('uvw');
  });

  it('ignores a page of an earlier query', () => {
    const state = connectionReducer(start('abc'), { type: 'more', question: 'old', page: page('xyz'), first: true });
    expect(shown(state)).toBe('abc');
  });

  it('leaves out removed rows, also while the cache still has them', () => {
    const state = connectionReducer(connectionReducer(start('abc'), { type: 'removed', id: 'b' }), head('abc'));
    expect(shown(state)).toBe('ac');
  });

  it('keeps its rows when a refresh fails', () => {
    const failure = { message: 'no', requestId: undefined };
    const state = connectionReducer(start('abc'), { type: 'failed', question: 'q', failure });
    expect(shown(state)).toBe('abc');
    expect(connectionReducer(state, { type: 'retry' }).failure).toBeNull();
  });
});
