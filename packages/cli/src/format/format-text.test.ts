import { expect, test } from 'vitest';
import { formatText, holdsTheSame } from './format-text.ts';

const CRAMPED = 'table t is select a,b from c;/* x\r\ny */\r\ntable u is select a from c;\r\n';

test('line ends stay those that most lines have, and a byte order mark stays', () => {
  const windows = formatText(CRAMPED, true);
  expect(windows).toBe('\ufefftable t is select a, b from c; /* x\r\ny */\r\ntable u is select a from c;\r\n');
  expect(formatText(windows.slice(1), true)).toBe(windows);
  expect(formatText(CRAMPED.replaceAll('\r\n', '\n'), false)).not.toContain('\r');
  expect(formatText('table t is select a,b from c;\ntable u is select a from c;\n\n\r\n', false)).not.toContain('\r');
});

test('a text that is broken stays as it is, to the last blank', () => {
  const broken = 'table t is  select\r\n\ta,, from c;\n \r\n';
  expect(formatText(broken, false)).toBe(broken);
});

test('only blanks may differ', () => {
  expect(holdsTheSame('a ;\r\n b', 'a; b')).toBe(true);
  expect(holdsTheSame('a; b', 'a b')).toBe(false);
});
