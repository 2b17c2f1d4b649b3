import { describe, expect, test } from 'vitest';
import { compile } from '../../src/index.ts';
import { samples } from '../scripts.ts';
import { CHANGES, changesOf } from './changes.ts';
import { judge, type Mistake } from './mistake.ts';

const SCRIPTS = samples('good').filter(
  ({ files, catalog }) => files.length === 1 && compile(files, catalog).messages.every(({ type }) => type !== 'error'),
);

/** Maximum number of mistakes of one kind, spread over the scripts. */
const MOST = 60;

function mistakesOf(kind: string): Mistake[] {
  const all = SCRIPTS.flatMap(({ name, files, catalog }) =>
    changesOf(kind, files[0]?.text ?? '').map((change, at) => ({
      ...change,
      label: `${name}#${at}`,
      prelude: false,
      catalog,
    })),
  );
  const step = Math.max(1, all.length / MOST);
  return Array.from({ length: Math.min(MOST, all.length) }, (_, index) => all[Math.floor(index * step)]).filter(
    (mistake) => mistake !== undefined,
  );
}

const judged = Object.keys(CHANGES).map((kind) => ({
  kind,
  judgements: mistakesOf(kind).map((mistake) => [mistake, judge(mistake)] as const),
}));

/**
 * Share of a kind that may report more, or be fixed in part: an upsert by a column of an unknown type is such a case.
 */
const SHARE = 0.02;

describe('one mistake in a good script', () => {
  test.each(judged)(
    '$kind is one message at its place, whose fix leaves no error and loses no text',
    ({ judgements }) => {
      const complaints = judgements.flatMap(([{ label, text, start, end }, judgement]) =>
        judgement.complaints.map((each) => `${label}: ${each}\n${text.slice(Math.max(0, start - 40), end + 40)}`),
      );
      const shown = complaints.slice(0, 5).join('\n\n');
      expect(complaints.length, shown).toBeLessThanOrEqual(Math.floor(judgements.length * SHARE));
    },
  );

  test('many mistakes are made, nearly all have one message, and most have a fix', () => {
    const all = judged.flatMap(({ judgements }) => judgements.map(([, judgement]) => judgement));
    expect(all.length).toBeGreaterThan(800);
    expect(all.filter(({ fix }) => fix === 'fixed').length).toBeGreaterThan(700);
    expect(all.filter(({ errors }) => errors !== 1).length).toBeLessThan(all.length / 200);
    expect(all.filter(({ fix }) => fix === 'failed').length).toBeLessThan(all.length / 200);
  });
});
