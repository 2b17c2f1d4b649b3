import { expect, test } from 'vitest';
import { compile, DIAGNOSTICS } from '../src/index.ts';
import { CATALOG } from './catalog.ts';
import { PRELUDE } from './prelude.ts';

function codesOf(text: string): string[] {
  return compile([{ path: 'main.sbs', text }, PRELUDE], CATALOG)
    .messages.filter((message) => message.path === 'main.sbs')
    .map((message) => message.code);
}

const SILENT = new Set(['SBS5001', 'SBS5002', 'SBS5003', 'SBS5006', 'SBS9001', 'SBS9002']);

test.each(Object.entries(DIAGNOSTICS).filter(([, { wrong }]) => wrong !== ''))(
  '%s is caused by its wrong example and by nothing in its right one',
  (code, diagnostic) => {
    const wrong = codesOf(diagnostic.wrong);
    expect(wrong).toContain(code);
    // One mistake, one message: besides it only diagnostics that are no mistakes.
    expect(wrong.filter((each) => each !== code && !SILENT.has(each))).toEqual([]);
    expect(wrong.filter((each) => each === code)).toHaveLength(1);
    expect(codesOf(diagnostic.right).filter((each) => each === code || !SILENT.has(each))).toEqual([]);
  },
);

test.each(Object.entries(DIAGNOSTICS))('%s says what is wrong in whole sentences', (_code, diagnostic) => {
  expect(diagnostic.text).toMatch(/^[\w{].*[.}]$/);
  expect(diagnostic.text).not.toMatch(/invalid|illegal|oops|please|!$/i);
});
