import { sampleRuns } from '@switchboard/model/testing/sample-runs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Range } from 'vscode-languageserver-types';
import { fixAll, quickFixes } from '../../src/editor/code-actions.ts';
import { codeLenses } from '../../src/editor/code-lenses.ts';
import { documentLinks } from '../../src/editor/document-links.ts';
import { foldingRanges } from '../../src/editor/folding.ts';
import { formattingEdits } from '../../src/editor/format/formatting.ts';
import { onTypeEdits } from '../../src/editor/format/on-type.ts';
import { inlayHints } from '../../src/editor/inlay-hints.ts';
import { offsetOf, positionOf } from '../../src/editor/positions.ts';
import { prepareRename, renameAt } from '../../src/editor/rename/rename.ts';
import { selectionRanges } from '../../src/editor/selection-ranges.ts';
import { semanticTokens } from '../../src/editor/semantic-tokens.ts';
import { definitionAt } from '../../src/editor/symbols/definition.ts';
import { documentSymbols } from '../../src/editor/symbols/document-symbols.ts';
import { highlightsAt, referencesAt } from '../../src/editor/symbols/references.ts';
import { workspaceSymbols } from '../../src/editor/symbols/workspace-symbols.ts';
import { linesOf } from '../../src/text/lines.ts';
import type { Workspace } from '../../src/workspace.ts';
import { samples } from '../scripts.ts';
import { PIECES, spliced } from '../splice.ts';
import { PROJECT, workspaceOf } from './project.ts';

const TEXTS = [...samples('good'), ...samples('bad')].flatMap(({ files }) => files.map(({ text }) => text));

/** A sample with pieces written over it. */
const broken = fc
  .tuple(
    fc.constantFrom(...TEXTS),
    fc.array(fc.tuple(fc.nat(), fc.nat(20), fc.constantFrom(...PIECES)), { minLength: 1, maxLength: 4 }),
  )
  .map(([sample, edits]) => edits.reduce(spliced, sample));

function inside(workspace: Workspace, path: string, { start, end }: Range): void {
  const lines = linesOf(workspace.text(path) ?? '');
  for (const place of [start, end]) expect(positionOf(offsetOf(place, lines), lines)).toEqual(place);
  expect(offsetOf(end, lines)).toBeGreaterThanOrEqual(offsetOf(start, lines));
}

test('whatever the text and the place, every service answers, with places that are there', () => {
  const property = fc.property(
    broken,
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.string({ maxLength: 5 }),
    (text, part, name) => {
      const workspace = workspaceOf({ ...PROJECT, 'b.sbs': text });
      const path = 'b.sbs';
      const offset = Math.floor(part * (text.length + 2));
      const places = [
        ...definitionAt(workspace, path, offset),
        ...referencesAt(workspace, path, offset, { declaration: true }),
        ...workspaceSymbols(workspace, name),
      ];
      for (const place of places) inside(workspace, place.path, place.range);
      for (const { range } of highlightsAt(workspace, path, offset)) inside(workspace, path, range);
      for (const { range, selectionRange } of documentSymbols(workspace, path))
        for (const each of [range, selectionRange]) inside(workspace, path, each);
      prepareRename(workspace, path, offset);
      const edits = renameAt(workspace, path, offset, name) ?? [];
      for (const edit of 'refused' in edits ? [] : edits) inside(workspace, edit.path, edit.range);
      foldingRanges(workspace, path);
      selectionRanges(workspace, path, [{ line: 1, character: 3 }]);
      documentLinks(workspace, path);
      codeLenses(workspace, path, new Map());
      onTypeEdits(workspace, path, { line: 1, character: 3 });
      inlayHints(workspace, path);
      semanticTokens(workspace, path);
      for (const { range } of formattingEdits(text)) inside(workspace, path, range);
      const everything = { start: { line: 0, character: 0 }, end: { line: 1000, character: 0 } };
      for (const fix of [...quickFixes(workspace, path, everything), fixAll(workspace, path)])
        for (const { range } of fix?.edits ?? []) inside(workspace, path, range);
    },
  );
  fc.assert(property, { numRuns: sampleRuns(400, 4) });
});
