import { describe, expect, test } from 'vitest';
import { symbolKey } from '../src/check/names/occurrence.ts';
import { applyRename } from './editor/apply-rename.ts';
import { workspaceOf } from './editor/project.ts';
import { expectRows, planOf } from './samples/prove-rows.ts';
import { type GoodSample, readSamples, sampleFiles } from './samples/read-samples.ts';
import { runSample, SOURCES } from './samples/sample-database.ts';

// Separators are read by the engine.
const FILES = sampleFiles()
  .map(readSamples)
  .filter(({ construct }) => construct !== 'separators');

const SUFFIX = '_q7';
/** The last one: where a union, except, intersect or `*` would no longer find the column of a query inside another. */
const REFUSED =
  /^(Functions|Parameters|Connectors|Keys) |gets its name from the data|columns\(|(unpivot|select) in|^With any other name/;
const lowerCase = (texts: readonly string[]): readonly string[] => texts.map((text) => text.toLowerCase());
const unsuffixed = (text: string): string => text.replaceAll(SUFFIX, '');

/** Renames every name of a sample, one after the other, and demands the same rows each time. */
async function proveRenames(sample: GoodSample): Promise<void> {
  const workspace = workspaceOf({ 'a.sbs': sample.script, 'sources.sbs': SOURCES.script });
  const targets = new Map(workspace.occurrences('a.sbs').map((each) => [symbolKey(each.symbol), each]));
  for (const { start, symbol } of targets.values()) {
    const after = applyRename(workspace, 'a.sbs', start, `${symbol.name}${SUFFIX}`);
    if (typeof after === 'string') {
      expect(after, `rename of ${symbol.name}`).toMatch(REFUSED);
      continue;
    }
    const plan = planOf({ script: after['a.sbs'] ?? '', sources: after['sources.sbs'] ?? '' });
    const { columns, rows } = await runSample(plan, sample, unsuffixed);
    const plain = { columns: columns.map(unsuffixed), rows: rows.map((row) => row.map(unsuffixed)) };
    // A union, except or intersect matches names in any case, so that a rename may change the case.
    expect(lowerCase(plain.columns), `rename of ${symbol.name}`).toEqual(lowerCase(sample.columns));
    expectRows(plain.rows, sample, `rename of ${symbol.name}`);
  }
}

describe.each(FILES)('$construct', ({ good }) => {
  test.each(good)('keeps its rows whatever is renamed: $title', { timeout: 120_000 }, proveRenames);
});
