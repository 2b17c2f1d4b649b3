import { isDeepStrictEqual } from 'node:util';
import type { Plan, PlanUpload, Source } from '@switchboard/model/plan';
import { type Column, typeName } from '@switchboard/model/schema';
import { makesSameRows } from '../previews/makes-same-rows.ts';
import { describeSchedule } from './describe-schedule.ts';

export type Change = 'added' | 'changed' | 'removed';
export type TypedName = { readonly name: string; readonly type: string };
export type RetypedColumn = { readonly name: string; readonly before: string; readonly after: string };

/** Effect of publishing a script on one upload. */
export type UploadChange = {
  readonly name: string;
  readonly change: Change;
  readonly destination: string;
  /** Aspects other than columns that differ, as people call them. */
  readonly aspects: readonly string[];
  readonly columnsAdded: readonly TypedName[];
  readonly columnsRemoved: readonly TypedName[];
  readonly columnsRetyped: readonly RetypedColumn[];
  /** Whether its rows can differ: its query, one that it is made from, or how a download is loaded is another. */
  readonly mayChangeRows: boolean;
};

/** A download that is added or removed, or has another schedule. */
export type ScheduleChange = {
  readonly name: string;
  readonly change: Change;
  readonly before: string | null;
  readonly after: string | null;
};

export type ScriptChanges = {
  readonly uploads: readonly UploadChange[];
  /** Uploads that stay as they are. */
  readonly unchanged: number;
  readonly schedules: readonly ScheduleChange[];
};

const NOTHING: Plan = { version: 1, sources: [], tables: [], uploads: [] };
/** As it is stored: what is undefined is left out. */
const same = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(one ?? null)), JSON.parse(JSON.stringify(other ?? null)));
const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
  one.name < other.name ? -1 : Number(one.name > other.name);
const named = <Named extends { readonly name: string }>(list: readonly Named[]): ReadonlyMap<string, Named> =>
  new Map(list.map((each) => [each.name, each]));

/**
 * Compares two versions of a script: its uploads with their columns, and its schedules.
 * @param published the script that runs now; null when none does
 */
export function scriptChanges(published: Plan | null, draft: Plan): ScriptChanges {
  const before = published ?? NOTHING;
  const earlier = named(before.uploads);
  const later = named(draft.uploads);
  const changed = draft.uploads.flatMap((upload) => {
    const was = earlier.get(upload.name);
    if (!was) return [wholeUpload(upload, 'added')];
    return changesOf({ plan: before, upload: was }, { plan: draft, upload }) ?? [];
  });
  const removed = before.uploads.filter(({ name }) => !later.has(name)).map((upload) => wholeUpload(upload, 'removed'));
  const kept = draft.uploads.filter(({ name }) => earlier.has(name)).length;
  return {
    uploads: [...changed, ...removed].sort(byName),
    unchanged: kept - changed.filter(({ change }) => change === 'changed').length,
    schedules: scheduleChanges(before.sources, draft.sources),
  };
}

const typed = ({ name, type }: Column): TypedName => ({ name, type: typeName(type) });

const wholeUpload = ({ name, destination, columns }: PlanUpload, change: 'added' | 'removed'): UploadChange => ({
  name,
  change,
  destination,
  aspects: [],
  columnsAdded: change === 'added' ? columns.map(typed) : [],
  columnsRemoved: change === 'removed' ? columns.map(typed) : [],
  columnsRetyped: [],
  mayChangeRows: false,
});

type Side = { readonly plan: Plan; readonly upload: PlanUpload };

/** Null when the upload stays as it is. */
function changesOf(before: Side, after: Side): UploadChange | null {
  const columns = columnChanges(before.upload.columns, after.upload.columns);
  const rows = rowAspects(before, after);
  const aspects = [...deliveryAspects(before.upload, after.upload), ...rows];
  const hasColumns = Object.values(columns).some((list) => list.length > 0);
  if (aspects.length === 0 && !hasColumns) return null;
  const { name, destination } = after.upload;
  return { name, change: 'changed', destination, aspects, ...columns, mayChangeRows: rows.length > 0 };
}

function columnChanges(
  before: readonly Column[],
  after: readonly Column[],
): Pick<UploadChange, 'columnsAdded' | 'columnsRemoved' | 'columnsRetyped'> {
  const earlier = named(before);
  const later = named(after);
  return {
    columnsAdded: after.filter(({ name }) => !earlier.has(name)).map(typed),
    columnsRemoved: before.filter(({ name }) => !later.has(name)).map(typed),
    columnsRetyped: after.flatMap(({ name, type }) => {
      const was = earlier.get(name);
      const types = was && { name, before: typeName(was.type), after: typeName(type) };
      return types && types.before !== types.after ? [types] : [];
    }),
  };
}

/** How it is delivered. */
function deliveryAspects(before: PlanUpload, after: PlanUpload): string[] {
  const connection = before.connector !== after.connector || before.destination !== after.destination;
  return [
    ...(connection ? ['destination'] : []),
    ...(same(before.key, after.key) ? [] : ['key']),
    ...(before.mode === after.mode ? [] : ['mode']),
    ...(connection || same(before.parameters, after.parameters) ? [] : ['parameters']),
    ...(before.project === after.project ? [] : ['project']),
  ];
}

/** Returns the differing aspects of the inputs and processing of its rows. */
function rowAspects(before: Side, after: Side): string[] {
  const isQuery = before.upload.table !== after.upload.table || !same(queriesOf(before), queriesOf(after));
  const sources = named(before.plan.sources);
  const names = new Set([...before.upload.sources, ...after.upload.sources]);
  const loaded = [...names].filter((name) => {
    const source = after.plan.sources.find((each) => each.name === name);
    return source === undefined || !makesSameRows(sources.get(name), source);
  });
  return [...(isQuery ? ['query'] : []), ...loaded.sort().map((name) => `download ${name}`)];
}

/** The queries of its tables, without where they stand. */
const queriesOf = ({ plan, upload }: Side): unknown =>
  plan.tables
    .filter(({ name }) => upload.tables.includes(name))
    .map(({ name, sql, columns, closed, state }) => ({ name, sql, columns, closed, state }))
    .sort(byName);

function scheduleChanges(before: readonly Source[], after: readonly Source[]): ScheduleChange[] {
  const earlier = named(before);
  const later = named(after);
  const names = [...new Set([...earlier.keys(), ...later.keys()])].sort();
  return names.flatMap((name): ScheduleChange[] => {
    const was = earlier.get(name);
    const is = later.get(name);
    const texts = {
      before: was ? describeSchedule(was.schedule) : null,
      after: is ? describeSchedule(is.schedule) : null,
    };
    if (!was || !is) return [{ name, change: is ? 'added' : 'removed', ...texts }];
    return same(was.schedule, is.schedule) ? [] : [{ name, change: 'changed', ...texts }];
  });
}
