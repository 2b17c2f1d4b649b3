import { HEALTH_LEVELS } from '@switchboard/model/status/health';
import { describe, expect, it } from 'vitest';
import { buildHealth } from '../../../test/build-health.ts';
import { countLevels, type HealthFilter, healthRows, orderRows, searchRows } from './health-rows.ts';

const ALL: HealthFilter = { search: '', groupBy: 'status', type: [], status: 'Working' };
const ROWS = healthRows({
  downloads: [
    buildHealth({ name: 'web', level: 'Working', project: 'shop' }),
    buildHealth({ name: 'ads', level: 'Error', project: 'video' }),
    buildHealth({ name: 'clicks', level: 'Notice', project: 'shop' }),
  ],
  uploads: [
    buildHealth({ name: 'daily', level: 'Issue', project: 'shop', destination: 'Snowflake · DAILY' }),
    buildHealth({ name: 'ads', level: 'Working', project: 'video', destination: 'file' }),
  ],
});
const named = (rows: ReturnType<typeof orderRows>): string[] => rows.map(({ id }) => id);

describe('the rows of Home', () => {
  it('the rows of Home are grouped by status with the most serious first', {
    tags: ['spec:home-group-by', 'spec:home-group-options'],
  }, () => {
    expect(named(orderRows(ROWS, ALL))).toEqual([
      'download:ads',
      'upload:daily',
      'download:clicks',
      'upload:ads',
      'download:web',
    ]);
  });

  it('the rows of Home are grouped by project, and within one by status', { tags: 'spec:home-group-by' }, () => {
    expect(named(orderRows(ROWS, { ...ALL, groupBy: 'project' }))).toEqual([
      'upload:daily',
      'download:clicks',
      'download:web',
      'download:ads',
      'upload:ads',
    ]);
  });

  it.each([
    ['Error', ['Error']],
    ['Issue', ['Error', 'Issue']],
    ['Notice', ['Error', 'Issue', 'Notice']],
    ['Working', ['Error', 'Issue', 'Notice', 'Working', 'Working']],
  ] as const)('include those of more serious levels than %s', { tags: 'spec:home-status-filter' }, (status, levels) => {
    expect(orderRows(ROWS, { ...ALL, status }).map(({ level }) => level)).toEqual(levels);
  });

  it('the rows of Home are found by name, project and destination, of any case, and by type', {
    tags: 'spec:home-list-filters',
  }, () => {
    const found = (patch: Partial<HealthFilter>): string[] =>
      searchRows(ROWS, { ...ALL, ...patch })
        .map(({ id }) => id)
        .toSorted();
    expect(found({ search: 'VIDEO' })).toEqual(['download:ads', 'upload:ads']);
    expect(found({ search: 'snow' })).toEqual(['upload:daily']);
    expect(found({ search: 'ads', type: ['upload'] })).toEqual(['upload:ads']);
    expect(found({ type: ['download'] })).toEqual(['download:ads', 'download:clicks', 'download:web']);
  });

  it('the rows of Home are counted by level', { tags: 'spec:home-levels' }, () => {
    expect(HEALTH_LEVELS.map((level, rank) => [level, countLevels(ROWS)[rank]])).toEqual([
      ['Working', 2],
      ['Notice', 1],
      ['Issue', 1],
      ['Error', 1],
    ]);
  });
});
