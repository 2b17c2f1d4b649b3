import { expect, test } from 'vitest';
import { foldingRanges } from '../../src/editor/folding.ts';
import { samples } from '../scripts.ts';
import { workspaceOf } from './project.ts';

const folded = (text: string): ReturnType<typeof foldingRanges> =>
  foldingRanges(workspaceOf({ 'a.sbs': text }), 'a.sbs');

test('declarations, blocks and comments over several lines fold', () => {
  const text = `// one
// two
download ads from {
    type: "web";
    headers: {
        a: "b";
    };
} using {
    site: string;
};
/* three
   four */
# alone
table t is select x from ads; // beside
# other
table u is
    select x
    from ads;
`;
  expect(folded(text)).toEqual([
    { startLine: 0, endLine: 1, kind: 'comment' },
    { startLine: 2, endLine: 9 },
    { startLine: 4, endLine: 5 },
    { startLine: 7, endLine: 8 },
    { startLine: 10, endLine: 11, kind: 'comment' },
    { startLine: 15, endLine: 17 },
  ]);
});

test('whatever the text, ranges go forward and lie inside', () => {
  for (const { files } of [...samples('good'), ...samples('bad')])
    for (const { text } of files)
      for (const { startLine, endLine } of folded(text)) {
        expect(endLine).toBeGreaterThan(startLine);
        expect(endLine).toBeLessThan(text.split('\n').length);
      }
  expect(folded('}}} {{{ \n ))) (\n')).toEqual([]);
});
