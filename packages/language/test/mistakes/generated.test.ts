import { describe, expect, test } from 'vitest';
import { compile } from '../../src/index.ts';
import { samples } from '../scripts.ts';
import { CHANGES, changesOf } from './changes.ts';
import { judge, type Mistake } from './mistake.ts';

const SCRIPTS = samples('good').filter(({ files, catalog }) => {
  return files.length === 1 && compile(files, catalog).messages.every(({ type }) => type !== 'error');
});

/** Of one kind this many are tried, spread over the scripts. */
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

const kinds = Object.keys(CHANGES).map((kind) => ({ kind, mistakes: mistakesOf(kind) }));
const judged = kinds.map(({ kind, mistakes }) => ({
  kind,
  judgements: mistakes.map((each) => [each, judge(each)] as const),
}));

describe('one mistake in a good script', () => {
  test.each(judged)(
    '$kind is one message at its place, whose fix leaves no error and loses no text',
    ({ judgements }) => {
      const complaints = judgements.flatMap(([{ label, text, start, end }, judgement]) =>
        judgement.complaints.map((each) => `${label}: ${each}\n${text.slice(Math.max(0, start - 40), end + 40)}`),
      );
      expect(complaints.slice(0, 5).join('\n\n')).toBe('');
    },
  );

  test('there are many of them, and most have a fix', () => {
    const all = judged.flatMap(({ judgements }) => judgements.map(([, judgement]) => judgement));
    expect(all.length).toBeGreaterThan(800);
    expect(all.filter(({ fix }) => fix === 'fixed').length).toBeGreaterThan(600);
    expect(all.filter(({ errors }) => errors !== 1).length).toBe(0);
    expect(all.reduce((sum, { left }) => sum + left, 0)).toBe(0);
  });
});
