import { isDated, type Plan } from '@switchboard/model/plan';
import type { Tx } from '../../db/database.ts';
import {
  type Declarations,
  downloadHealth,
  dueDaysOf,
  type HomeEntry,
  readDeclarations,
  readFacts,
  uploadHealth,
} from './health.ts';
import { type DeclarationRow, type Kind, runningPlan } from './queries.ts';
import { calendarDates, SPARKLINE_DAYS } from './seven-day-health.ts';

/** An upstream or downstream dependency of a download or upload. */
export type Dependency = {
  readonly name: string;
  /** suspended or paused: by itself. blocked: by its key. */
  readonly status: 'working' | 'suspended' | 'paused' | 'blocked';
};

/** One download or upload: its health by day in the previous and the current month, and what it is connected with. */
export type Details = HomeEntry & {
  readonly kind: Kind;
  readonly firstDate: string;
  /** Epoch milliseconds. */
  readonly refreshedAt: number;
  /** Id of the published version of the scripts. */
  readonly scriptbookId: string;
  /** Whether its runs have report dates; other runs belong to the day on which they were due or made. */
  readonly hasReportDates: boolean;
  readonly keys: readonly Dependency[];
  /** The uploads that read a download, or the downloads that an upload reads. */
  readonly uses: readonly Dependency[];
};

/**
 * @param now epoch milliseconds
 * @returns null when the running script has no such declaration; undefined when nothing has been published
 */
export async function readDetails(
  tx: Tx,
  accountId: string,
  { kind, name }: { readonly kind: Kind; readonly name: string },
  now: number,
): Promise<Details | null | undefined> {
  const script = await runningPlan(tx, accountId);
  if (script === null) return undefined;
  const { plan, changelistId } = script;
  const dates = calendarDates(now);
  const declarations = await readDeclarations(tx, accountId);
  const asked = { kind, names: [name], dates };
  const known = { plan, declarations, now };
  const facts = { ...known, ...(await readFacts(tx, accountId, asked)) };
  const due = dueDaysOf(asked, known);
  // The causes of the last days are those of the inputs.
  const inputs = { kind: 'download', names: sourceNames(plan, name), dates: dates.slice(-SPARKLINE_DAYS) } as const;
  const [entry] =
    kind === 'download'
      ? downloadHealth(asked, facts, due)
      : uploadHealth(
          asked,
          facts,
          due,
          downloadHealth(inputs, { ...known, ...(await readFacts(tx, accountId, inputs)) }, dueDaysOf(inputs, known)),
        );
  const declaration = declarations[kind].get(name);
  if (entry === undefined || declaration === undefined) return null;
  return {
    ...entry,
    kind,
    firstDate: dates[0] ?? '',
    refreshedAt: now,
    scriptbookId: changelistId,
    hasReportDates: plan.sources.some(
      (source) =>
        isDated(source) && (kind === 'download' ? source.name === name : sourceNames(plan, name).includes(source.name)),
    ),
    keys: keyOf(plan, kind, declaration),
    uses: kind === 'download' ? readersOf(plan, name, declarations) : sourcesOf(plan, name, declarations),
  };
}

function keyOf(
  plan: Plan,
  kind: Kind,
  { name, key_id: id, key_name: keyName, key_status: status }: DeclarationRow,
): Dependency[] {
  if (id === null) return [];
  const declared = (kind === 'download' ? plan.sources : plan.uploads).find((each) => each.name === name);
  return [
    {
      name: keyName ?? declared?.key?.name ?? '',
      status: status === 'active' ? 'working' : status === 'paused' ? 'paused' : 'suspended',
    },
  ];
}

const readersOf = (plan: Plan, name: string, { upload }: Declarations): Dependency[] =>
  plan.uploads.filter(({ sources }) => sources.includes(name)).flatMap((each) => dependency(upload.get(each.name)));

const sourceNames = (plan: Plan, upload: string): readonly string[] =>
  plan.uploads.find(({ name }) => name === upload)?.sources ?? [];

const sourcesOf = (plan: Plan, name: string, { download }: Declarations): Dependency[] =>
  sourceNames(plan, name).flatMap((each) => dependency(download.get(each)));

function dependency(declaration: DeclarationRow | undefined): Dependency[] {
  if (declaration === undefined) return [];
  const { name, status, key_id: key, key_status: keyStatus } = declaration;
  const isBlocked = key !== null && keyStatus !== 'active';
  return [{ name, status: status === 'active' ? (isBlocked ? 'blocked' : 'working') : status }];
}
