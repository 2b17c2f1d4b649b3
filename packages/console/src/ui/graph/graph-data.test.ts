import { describe, expect, it } from 'vitest';
import { type GraphNode, listNodes } from './graph-data.ts';

const node = (id: string): GraphNode => ({ id, label: id, kind: 'Table' });
const edge = (text: string) => ({ from: text[0] ?? '', to: text[1] ?? '' });
const list = (ids: string, edges: readonly string[]) =>
  listNodes({ nodes: [...ids].map(node), edges: edges.map(edge) });

describe('the list of a graph', () => {
  it('names each node after those that it is made from', () => {
    expect(list('dcba', ['ab', 'bc', 'ac', 'cd']).map((one) => one.node.id)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('names the neighbours of each node', () => {
    const found = list('abc', ['ac', 'bc']).find((one) => one.node.id === 'c');
    expect(found?.sources.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(found?.targets).toEqual([]);
  });

  it('keeps the nodes of a cycle, and ignores edges of unknown nodes', () => {
    expect(list('abc', ['ab', 'ba', 'xc']).map((one) => one.node.id)).toEqual(['c', 'a', 'b']);
  });
});
