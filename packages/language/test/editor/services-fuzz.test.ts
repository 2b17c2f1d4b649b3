import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TextEdit } from 'vscode-languageserver-types';
import { completionListAt } from '../../src/editor/completion/completion.ts';
import { hoverAt } from '../../src/editor/hover/hover.ts';
import { offsetOf } from '../../src/editor/positions.ts';
import { signatureHelpAt } from '../../src/editor/signature-help.ts';
import { linesOf } from '../../src/syntax/lines.ts';
import { Workspace } from '../../src/workspace/workspace.ts';
import { CATALOG } from '../catalog.ts';
import { PRELUDE } from '../prelude.ts';
import { corpus } from '../scripts.ts';

const SCRIPTS = [...corpus('good'), ...corpus('bad')];
const PIECES = [
  '"',
  "'",
  '(',
  ')',
  '{',
  '}',
  '[',
  ']',
  ';',
  ',',
  '.',
  ':',
  '|',
  '/*',
  '//',
  '\n',
  '\r',
  '😀',
  '\ud800',
  '1e9',
];
const WORDS = [
  ' select ',
  ' from ',
  ' as ',
  ' table t is ',
  ' using ',
  ' over (',
  ' order by ',
  '__proto__',
  'constructor(',
];

function workspaceOf(text: string): Workspace {
  const workspace = new Workspace(CATALOG);
  workspace.set(PRELUDE.path, PRELUDE.text);
  workspace.set('a.sbs', text);
  return workspace;
}

/** All that the services say of an offset stands inside the text, around that offset. */
function serves(workspace: Workspace, text: string, offset: number): void {
  const lines = linesOf(text);
  const { items } = completionListAt(workspace, 'a.sbs', offset);
  expect(items.length).toBeLessThanOrEqual(200);
  for (const { textEdit, label, sortText } of items) {
    if (!textEdit || !TextEdit.is(textEdit)) throw new Error(`${label} has no edit`);
    const [start, end] = [offsetOf(textEdit.range.start, lines), offsetOf(textEdit.range.end, lines)];
    if (start > offset || end < offset || end > text.length)
      throw new Error(`${label} replaces ${start} to ${end} at ${offset}`);
    if (textEdit.range.start.line !== textEdit.range.end.line) throw new Error(`${label} replaces several lines`);
    if (sortText?.length !== 3 || /undefined|\[object/.test(`${label}${textEdit.newText}`))
      throw new Error(`${label} is odd`);
  }
  const help = signatureHelpAt(workspace, 'a.sbs', offset);
  if (help) expect(help.signatures).toHaveLength(1);
}

function hovers(workspace: Workspace, text: string, offset: number): void {
  const hover = hoverAt(workspace, 'a.sbs', offset);
  if (!hover?.range) return;
  const lines = linesOf(text);
  expect(offsetOf(hover.range.start, lines)).toBeLessThanOrEqual(offset);
  expect(offsetOf(hover.range.end, lines)).toBeGreaterThanOrEqual(offset);
}

const changed = fc
  .tuple(
    fc.constantFrom(...SCRIPTS.map((script) => script.text)),
    fc.array(fc.tuple(fc.nat(), fc.nat(30), fc.constantFrom(...PIECES, ...WORDS)), { minLength: 1, maxLength: 4 }),
    fc.nat(),
  )
  .map(([script, edits, at]) => {
    let text = script;
    for (const [where, length, piece] of edits) {
      const start = where % (text.length + 1);
      text = text.slice(0, start) + piece + text.slice(start + length);
    }
    return { text, offset: at % (text.length + 1) };
  });

describe('whatever the text', () => {
  test.each(SCRIPTS.map((script, index) => ({ ...script, index })))(
    'the services answer all over $name',
    ({ text, index }) => {
      const workspace = workspaceOf(text);
      // Of long texts each third place, from another first one in each.
      const step = text.length > 1000 ? 3 : 1;
      for (let offset = index % step; offset <= text.length; offset += step) serves(workspace, text, offset);
      for (let offset = index % 23; offset <= text.length; offset += 23) hovers(workspace, text, offset);
    },
  );

  test('the services answer in a text that ends anywhere', () => {
    const cut = fc
      .tuple(fc.constantFrom(...SCRIPTS.map((script) => script.text)), fc.nat())
      .map(([script, end]) => script.slice(0, end % (script.length + 1)));
    fc.assert(
      fc.property(cut, (text) => serves(workspaceOf(text), text, text.length)),
      { numRuns: 300 },
    );
  });

  test('the services answer in changed texts', () => {
    fc.assert(
      fc.property(changed, ({ text, offset }) => {
        const workspace = workspaceOf(text);
        serves(workspace, text, offset);
        hovers(workspace, text, offset);
      }),
      { numRuns: 500 },
    );
  });
});
