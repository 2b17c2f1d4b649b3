import { expect, it } from 'vitest';
import { beginTrace } from './trace-parent.ts';

it('"Trace sampling 0.4": samples the traces that draw less', { tags: 'spec:trace-sampling' }, () => {
  const flagsOf = (drawn: number) => beginTrace(() => drawn).split('-')[3];
  expect([0, 0.39, 0.4, 0.99].map(flagsOf)).toEqual(['01', '01', '00', '00']);
});

it('begins another trace each time', () => {
  const [one, other] = [beginTrace(), beginTrace()];
  for (const trace of [one, other]) expect(trace).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/);
  expect(one.slice(0, -3)).not.toBe(other.slice(0, -3));
});
