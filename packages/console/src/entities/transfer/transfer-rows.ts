import type { ListDescription, ListView } from '../../api/lists/list-description.ts';
import type { PageVariables } from '../../api/lists/use-connection.ts';
import type { Column } from '../../ui/data-table/types.ts';
import { drawerView, type TransferFilters } from './transfer-filters.ts';
import type { RowActionOptions, RowActions } from './use-row-actions.tsx';

/** Fields of a row that links to it need. */
export type Linked = { readonly id: string; readonly name: string };

type Parts<Data, Variables extends PageVariables, Row extends Linked> = {
  readonly list: ListDescription<Data, Variables, Row>;
  readonly columns: (linkTo: (row: Row) => string) => readonly Column<Row>[];
  readonly useActions: (options: RowActionOptions<Row>) => RowActions<Row>;
  /** Where a row's name leads outside its own page. */
  readonly useLink: () => (row: Linked) => string;
};

/** Row description of downloads or of uploads, for pages and drawers. A constant. */
export type TransferRows<Data, Variables extends PageVariables, Row extends Linked> = Parts<Data, Variables, Row> & {
  readonly noun: 'downloads' | 'uploads';
  readonly drawerView: ListView<Variables>;
};

/** Describes downloads or uploads with the filters of their lists. */
export function transferRows<Data, Variables extends PageVariables, Row extends Linked>(
  noun: 'downloads' | 'uploads',
  filters: TransferFilters<Variables>,
  parts: Parts<Data, Variables, Row>,
): TransferRows<Data, Variables, Row> {
  return {
    ...parts,
    noun,
    drawerView: drawerView(noun, filters),
  };
}
