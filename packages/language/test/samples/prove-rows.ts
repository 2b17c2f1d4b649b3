import type { Plan } from '@switchboard/model/plan';
import { expect } from 'vitest';
import type { Message } from '../../src/index.ts';
import type { GoodSample } from './read-samples.ts';
import { compileSample, expectedRows, type SampleResult, type Scripts } from './sample-database.ts';

export const isMistake = ({ type, code }: Message): boolean =>
  type === 'error' || (type === 'warning' && !code.startsWith('SBS5'));
export const shownMessage = ({ code, startLine, startColumn, message }: Message): string =>
  `${code} ${startLine}:${startColumn} ${message}`;

/** The plan of scripts without a mistake. */
export function planOf(scripts: Scripts): Plan {
  const { plan, messages } = compileSample(scripts);
  expect(messages.filter(isMistake).map(shownMessage)).toEqual([]);
  if (!plan) throw new Error('There is no plan.');
  return plan;
}

const compared = (rows: SampleResult['rows'], isOrdered: boolean): readonly string[] => {
  const lines = rows.map((row) => row.join(' | '));
  return isOrdered ? lines : lines.toSorted();
};

/** Demands the rows that a sample is defined to give, in their order where it has one. */
export const expectRows = (rows: SampleResult['rows'], sample: GoodSample, what?: string): void =>
  expect(compared(rows, sample.isOrdered), what).toEqual(compared(expectedRows(sample), sample.isOrdered));
