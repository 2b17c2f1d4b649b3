import type { LineageGraph } from '@switchboard/model/lineage/lineage';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineageMermaid } from './lineage-mermaid.ts';

/** A graph of one table with these columns that is uploaded as it is. */
function buildGraph(name: string, columns: readonly string[]): LineageGraph {
  const node = { name, project: 'p', columns, open: false };
  return {
    nodes: [
      { id: `download:${name}`, kind: 'download', source: name, ...node },
      { id: `upload:${name}`, kind: 'upload', ...node },
    ],
    edges: [
      {
        from: `download:${name}`,
        to: `upload:${name}`,
        columns: columns.map((column) => ({ from: column, to: column })),
        conditions: columns.slice(0, 1),
      },
    ],
  };
}

/** Every line that the diagram may have; inside quotation marks nothing of Mermaid's own grammar. */
const LABEL = '\\["[\\p{L}\\p{M}\\p{N} _.-]*(?:#\\d+;[\\p{L}\\p{M}\\p{N} _.-]*)*"\\]';
const LINE = new RegExp(
  `^(?:flowchart LR| {2}subgraph n\\d+${LABEL}| {2,4}n\\d+(?:c\\d+)?${LABEL}| {2}end| {2}n\\d+(?:c\\d+)? -(?:-|\\.-)> n\\d+(?:c\\d+)?| {2}%% [\\w .:]+)$`,
  'u',
);

test.each([
  'end',
  '"]; click n0 call x()',
  'a\nb',
  '`md`',
  '<b>',
  '#quot;',
  '&amp;',
  '%%{init: {}}%%',
  '\\',
  '数',
  '😀',
  '\ud800',
])('the name %j changes nothing but a label', (name) => {
  for (const line of lineageMermaid(buildGraph(name, [name, 'other'])).split('\n')) expect(line).toMatch(LINE);
});

test('no name can leave its label', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 5 }),
      (name, columns) => {
        for (const line of lineageMermaid(buildGraph(name, columns)).split('\n')) expect(line).toMatch(LINE);
      },
    ),
  );
});

test('what decides about rows is dotted; what no box lists leads from the box', () => {
  const graph = buildGraph('ads', ['site']);
  const edges = graph.edges.map((edge) => ({ ...edge, conditions: ['site', 'filename'] }));
  const lines = lineageMermaid({ ...graph, edges }).split('\n');
  expect(lines.slice(-3)).toEqual(['  n0c0 --> n1c0', '  n0c0 -.-> n1', '  n0 -.-> n1']);
});

test('a graph too large for programs that draw it is drawn without columns', () => {
  const columns = Array.from({ length: 500 }, (_, index) => `column ${index}`);
  expect(lineageMermaid(buildGraph('ads', columns)).split('\n')).toEqual([
    'flowchart LR',
    '  %% Columns are left out: there are too many of them.',
    '  n0["download ads"]',
    '  n1["upload ads"]',
    '  n0 --> n1',
  ]);
});
