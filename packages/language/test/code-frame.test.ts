import { expect, test } from 'vitest';
import { codeFrame, compile } from '../src/index.ts';
import { CATALOG } from './catalog.ts';

const TEXT = 'download d from { type: "web"; url: "https://example.com"; } using {\n  x: integer;\n  y: sting;\n};\n';

test('a frame shows the line, carets under the place, and the lines around it', () => {
  const [message] = compile([{ path: 'a.sbs', text: TEXT }], CATALOG).messages;
  if (!message) throw new Error('There is no message.');
  expect(codeFrame(TEXT, message)).toBe(
    [
      'error SBS3001 a.sbs:3:6',
      '  There is no type sting. Did you mean string?',
      '  1 | download d from { type: "web"; url: "https://example.com"; } using {',
      '  2 |   x: integer;',
      '> 3 |   y: sting;',
      '    |      ^^^^^',
      '  4 | };',
      '  5 |',
    ].join('\n'),
  );
  expect(codeFrame(TEXT, message, (text, part) => `<${part}>${text}</>`)).toContain('<error>^^^^^</>');
});
