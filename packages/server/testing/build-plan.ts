import { randomUUID } from 'node:crypto';
import type { Plan, PlanKey, PlanUpload, Position, Source } from '@switchboard/model/plan';

const POSITION: Position = { path: 'a.sbs', startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 };

/** A source as the compiler would make it; `url` decides whether it has dates. */
export function buildSource(name: string, more: Partial<Source> = {}): Source {
  return {
    name,
    project: 'ads',
    connector: 'http',
    key: null,
    parameters: { url: 'http://127.0.0.1/{YYYY-MM-DD}' },
    schedule: { timezone: 'UTC', hours: [6], reportDateOffset: 1, repullDays: [], lookbackDays: 7 },
    tables: [{ name, schema: { columns: [], rest: false }, keepsLineNumbers: false }],
    position: { ...POSITION, path: `${name}.sbs` },
    ...more,
  };
}

/** A key as plans refer to it. A row of `key` with this id belongs to it. */
export const buildKey = (name: string): PlanKey => ({ id: randomUUID(), name });

/** An upload as the compiler would make it, of the table with its name, which reads the source `ads` unless `more` names others. */
export function buildUpload(name: string, more: Partial<PlanUpload> = {}): PlanUpload {
  const { sources = ['ads'] } = more;
  return {
    name,
    project: 'ads',
    table: name,
    connector: 'file',
    key: null,
    parameters: {},
    mode: 'replace_date',
    columns: [],
    tables: [],
    sourceTables: sources,
    sources,
    destination: 'file',
    position: POSITION,
    ...more,
  };
}

/** A plan with these parts; empty without. */
export function buildPlan(parts: Partial<Plan> = {}): Plan {
  return { version: 1, sources: [], tables: [], uploads: [], ...parts };
}
