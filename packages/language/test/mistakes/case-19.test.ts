import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compile, type Message } from '../../src/index.ts';
import { applyFix } from '../apply-fix.ts';
import { CATALOG } from '../catalog.ts';

/** A script of the review, and each of its messages, judged by hand: its code, its text, and what its fix makes of the script. */
type Judged = readonly [
  name: string,
  script: string,
  messages: readonly (readonly [code: string, text: string, fixed: string | null])[],
];

const JUDGED = readFileSync(new URL('./case-19.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Judged);

const SOURCES = {
  path: 'sources.sbs',
  text: `download ads from { type: "folder"; pattern: "*.csv"; } using { day: date; at: datetime; site: string; country: string;
  clicks: integer; cost: decimal(18, 2); ratio: float; extra: json; tags: [string]; };
download sites from { type: "folder"; pattern: "s.csv"; } using { id: string; name: string; tier: string; };`,
};

function messagesOf(text: string): readonly Message[] {
  return compile([{ path: 'main.sbs', text }, SOURCES], CATALOG).messages.filter(
    ({ path, type, code }) => path === 'main.sbs' && (type === 'error' || (type === 'warning' && code !== 'SBS5002')),
  );
}

test.each(JUDGED)('the script %s has the right messages', (_name, script, judged) => {
  const found = messagesOf(script);
  expect(found.map(({ code, message, fix }) => [code, message, fix ? applyFix(script, fix) : null])).toEqual(judged);
});

test('a fix leaves no message but those of other mistakes', () => {
  const worse = JUDGED.flatMap(([name, script, judged]) =>
    judged.flatMap(([, , fixed]) => {
      const before = messagesOf(script).filter(({ type }) => type === 'error').length;
      const left = fixed === null ? [] : messagesOf(fixed).filter(({ type }) => type === 'error');
      return fixed !== null && left.length >= before && !TWO_MISTAKES.has(name) ? [`${name}: ${left[0]?.message}`] : [];
    }),
  );
  expect(worse).toEqual([]);
});

/** A path of Snowflake with a cast behind it, and days that are subtracted from the clock: each half is a mistake. */
const TWO_MISTAKES: ReadonlySet<string> = new Set(['16-sf-colon', '55-ts-getdate-minus', '56-ts-isnull-case']);
