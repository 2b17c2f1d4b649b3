import { describe, expect, test } from 'vitest';
import { DECLARATIONS } from '../src/declarations/registry.ts';
import { formatScript, type Message } from '../src/index.ts';
import { QUERY_FORMS } from '../src/query-forms/registry.ts';
import { linesOf } from '../src/syntax/tokens/lines.ts';
import { symbolKey } from '../src/workspace/occurrence.ts';
import { applyFix } from './apply-fix.ts';
import { applyRename } from './editor/apply-rename.ts';
import { workspaceOf } from './editor/project.ts';
import { CONSTRUCTS, COVERED_ELSEWHERE } from './samples/constructs.ts';
import { type GoodSample, readSamples, sampleFiles } from './samples/read-samples.ts';
import { compileSample, expectedRows, runSample, type SampleResult, SOURCES } from './samples/sample-database.ts';

const FILES = sampleFiles().map(readSamples);

const isMistake = ({ type, code }: Message): boolean =>
  type === 'error' || (type === 'warning' && !code.startsWith('SBS5'));
const shownMessage = ({ code, startLine, startColumn, message }: Message): string =>
  `${code} ${startLine}:${startColumn} ${message}`;

function planOf(scripts: { readonly sources: string; readonly script: string }) {
  const { plan, messages } = compileSample(scripts);
  expect(messages.filter(isMistake).map(shownMessage)).toEqual([]);
  if (!plan) throw new Error('There is no plan.');
  return plan;
}

const sqlOf = (plan: ReturnType<typeof planOf>): string =>
  JSON.stringify([plan.tables.map(({ sql }) => sql), plan.assertions?.map(({ claim }) => claim)]);

const sorted = (rows: SampleResult['rows']): readonly string[] => rows.map((row) => row.join(' | ')).toSorted();
const compared = ({ rows }: Pick<SampleResult, 'rows'>, isOrdered: boolean): readonly string[] =>
  isOrdered ? rows.map((row) => row.join(' | ')) : sorted(rows);

const SUFFIX = '_q7';
/** The last one: where a union, except, intersect or `*` would no longer find the column of a query inside another. */
const REFUSED =
  /^(Functions|Parameters|Connectors|Keys) |gets its name from the data|columns\(|(unpivot|select) in|^With any other name/;
const lowerCase = (texts: readonly string[]): readonly string[] => texts.map((text) => text.toLowerCase());
const unsuffixed = (text: string): string => text.replaceAll(SUFFIX, '');

/** Renames every name of a sample, one after the other, and demands the same rows each time. Returns how many it renamed. */
async function proveRenames(sample: GoodSample): Promise<number> {
  const workspace = workspaceOf({ 'a.sbs': sample.script, 'sources.sbs': SOURCES.script });
  const targets = new Map(workspace.occurrences('a.sbs').map((each) => [symbolKey(each.symbol), each]));
  let done = 0;
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
    expect(compared(plain, sample.isOrdered), `rename of ${symbol.name}`).toEqual(
      compared({ rows: expectedRows(sample) }, sample.isOrdered),
    );
    done += 1;
  }
  return done;
}

describe.each(FILES)('$construct', ({ construct, good, wrong }) => {
  // Separators are read by the engine: the server has the test of their rows.
  test.each(construct === 'separators' ? [] : good)(
    'gives the rows and types of its definition: $title',
    async (sample) => {
      const scripts = { script: sample.script, sources: SOURCES.script };
      const plan = planOf(scripts);
      const { columns, rows } = await runSample(plan, sample);
      expect(columns).toEqual(sample.columns);
      expect(compared({ rows }, sample.isOrdered)).toEqual(compared({ rows: expectedRows(sample) }, sample.isOrdered));
      const formatted = formatScript(sample.script);
      expect(formatScript(formatted)).toBe(formatted);
      expect(sqlOf(planOf({ ...scripts, script: formatted }))).toBe(sqlOf(plan));
      await proveRenames(sample);
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

  test('have titles of their own', () => {
    for (const { construct, good, wrong } of FILES) {
      const titles = [...good, ...wrong].map(({ title }) => title);
      expect(new Set(titles).size, construct).toBe(titles.length);
    }
  });
});
