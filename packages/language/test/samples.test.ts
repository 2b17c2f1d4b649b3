import type { Plan } from '@switchboard/model/plan';
import { describe, expect, test } from 'vitest';
import { DECLARATIONS } from '../src/declarations/registry.ts';
import { formatScript } from '../src/index.ts';
import { QUERY_FORMS } from '../src/query-forms/registry.ts';
import { linesOf } from '../src/text/lines.ts';
import { applyFix } from './apply-fix.ts';
import { CONSTRUCTS, COVERED_ELSEWHERE } from './samples/constructs.ts';
import { expectRows, isMistake, planOf, shownMessage } from './samples/prove-rows.ts';
import { readSamples, sampleFiles } from './samples/read-samples.ts';
import { compileSample, runSample, SOURCES } from './samples/sample-database.ts';

const FILES = sampleFiles().map(readSamples);

const sqlOf = (plan: Plan): string =>
  JSON.stringify([plan.tables.map(({ sql }) => sql), plan.assertions?.map(({ claim }) => claim)]);

describe.each(FILES)('$construct', ({ construct, good, wrong }) => {
  // Separators are read by the engine: the server has the test of their rows.
  test.each(construct === 'separators' ? [] : good)(
    'gives the rows and types of its definition: $title',
    async (sample) => {
      const scripts = { script: sample.script, sources: SOURCES.script };
      const plan = planOf(scripts);
      const { columns, rows } = await runSample(plan, sample);
      expect(columns).toEqual(sample.columns);
      expectRows(rows, sample);
      const formatted = formatScript(sample.script);
      expect(formatScript(formatted)).toBe(formatted);
      expect(sqlOf(planOf({ ...scripts, script: formatted }))).toBe(sqlOf(plan));
    },
  );

  test.each(wrong)('reports one mistake at its place: $title', ({ code, marked }) => {
    const script = marked.replaceAll(/[«»]/g, '');
    const mistakes = compileSample({ script, sources: SOURCES.script }).messages.filter(isMistake);
    const start = marked.indexOf('«');
    const lines = linesOf(script);
    const found = mistakes.map((message) => ({
      code: message.code,
      text: script.slice(
        lines.offset(message.startLine, message.startColumn),
        lines.offset(message.endLine, message.endColumn),
      ),
      start: lines.offset(message.startLine, message.startColumn),
    }));
    expect(found, `${mistakes.map(shownMessage).join('\n')}: ${JSON.stringify(found)}`).toEqual([
      { code, text: marked.slice(start + 1, marked.indexOf('»')), start },
    ]);
    for (const { fix } of mistakes)
      if (fix)
        expect(
          compileSample({ script: applyFix(script, fix), sources: SOURCES.script })
            .messages.filter(isMistake)
            .map(shownMessage),
        ).toEqual([]);
  });
});

describe('samples', () => {
  test('exist for each construct: six good ones and four wrong ones at least', () => {
    const counts = FILES.map(({ construct, good, wrong }) => [construct, good.length, wrong.length] as const);
    const lines = counts.map(([construct, good, wrong]) => `${construct}: ${good} good, ${wrong} wrong`);
    const total = (at: 1 | 2): number => counts.reduce((sum, row) => sum + row[at], 0);
    process.stdout.write(`${[...lines, `all: ${total(1)} good, ${total(2)} wrong`].join('\n')}\n`);
    expect(counts.map(([construct]) => construct)).toEqual(CONSTRUCTS.map(({ name }) => name).toSorted());
    expect(counts.filter(([, good, wrong]) => good < 6 || wrong < 4)).toEqual([]);
  });

  test('exist for each query form and declaration', () => {
    const registered = [...QUERY_FORMS.map(({ kind }) => kind), ...DECLARATIONS.flatMap(({ kinds }) => kinds)];
    const covered = [...COVERED_ELSEWHERE, ...CONSTRUCTS.flatMap(({ of }) => of ?? [])];
    expect(registered.filter((kind) => !covered.includes(kind))).toEqual([]);
  });

  test('samples have titles of their own', () => {
    for (const { construct, good, wrong } of FILES) {
      const titles = [...good, ...wrong].map(({ title }) => title);
      expect(new Set(titles).size, construct).toBe(titles.length);
    }
  });
});
