import type { ListDescription } from '../../api/lists/list-description.ts';
import type { PageVariables } from '../../api/lists/use-connection.ts';
import type { JournalDay } from './journal-day.ts';

/** A declaration with its runs of the last days. */
export type JournalRow = {
  readonly id: string;
  readonly name: string;
  readonly project: string;
  readonly status: string;
  readonly journal: readonly JournalDay[];
};

/** A declaration as the selector offers it. */
export type DeclarationName = { readonly project: string; readonly name: string };

export type JournalGroup = { readonly value: string; readonly label: string };

/** Address parameters of a status page. A constant. */
export type JournalView = {
  /** The days by which runs are grouped; the first is the default. */
  readonly groups: readonly [JournalGroup, JournalGroup];
  /** The parameter of the address that holds the chosen name. */
  readonly nameParameter: 'import_name' | 'export_name';
};

/** How the status of imports and that of exports differ. A constant. */
export type JournalKind<Data, Variables extends PageVariables> = JournalView & {
  readonly noun: 'import' | 'export';
  readonly list: ListDescription<Data, Variables, JournalRow>;
  /** Shown in place of the chart of a declaration whose runs have no report date. */
  readonly undatedText: string;
  /** Shown when the account has no declaration. */
  readonly emptyText: string;
  /** The names for the selector. */
  readonly useNames: () => { readonly names: readonly DeclarationName[]; readonly loading: boolean };
  /** The list of the runs of a declaration, below /app/{account}/; `day` is yyyy-MM-dd in the chosen group. */
  readonly listPath: (row: DeclarationName, day?: { readonly group: string; readonly date: string }) => string;
};

/** A kind whose types follow from its list. */
export function journalKind<Data, Variables extends PageVariables>(
  kind: JournalKind<Data, Variables>,
): JournalKind<Data, Variables> {
  return kind;
}

/** The path of a list with the runs of one day only. */
export function pathOfDay(
  path: string,
  query: Readonly<Record<string, string>>,
  [start, end]: readonly [start: string, end: string],
  date: string | undefined,
): string {
  const day = date === undefined ? {} : { [start]: date, [end]: date };
  return `${path}?${new URLSearchParams({ ...query, ...day }).toString()}`;
}
