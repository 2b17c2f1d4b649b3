import { Button, TextInput } from '@mantine/core';
import { LIMITS } from '@switchboard/model/limits';
import { type ReactNode, useState } from 'react';
import type { TypedDocumentNode } from 'urql';
import { ConnectionGrid } from '../../api/lists/connection-grid.tsx';
import type { Page as ListPage } from '../../api/lists/connection-state.ts';
import { type PageVariables, useConnection } from '../../api/lists/use-connection.ts';
import { type GridName, useGridLayout } from '../../api/preferences/preferences.ts';
import { ColumnsButton } from '../../ui/data-table/columns-button.tsx';
import type { Column } from '../../ui/data-table/types.ts';
import { ChoiceChip } from '../../ui/filters/choice-chip.tsx';
import { SearchField } from '../../ui/filters/search-field.tsx';
import { Row, Stack } from '../../ui/layout/layout.tsx';
import { Page } from '../../ui/page/page.tsx';
import styles from '../administration/administration.module.css';
import { useCsvExport } from './use-csv-export.ts';

const PAGE_SIZE = 50;

/** The parts of the filter that every list of acts has. */
type Filter<Kind extends string> = {
  readonly kinds: readonly Kind[];
  readonly createdAfter: string | null;
  readonly createdBefore: string | null;
};

type Act = { readonly id: string; readonly kind: string; readonly created: string };

type Props<Data, Variables extends PageVariables, Entry extends Act, Kind extends string> = {
  readonly grid: GridName;
  readonly document: TypedDocumentNode<Data, Variables>;
  /** The query variables of the filter; empty without one. */
  readonly variables: Omit<Variables, keyof PageVariables>;
  /** Selects the acts in the result. Must be a constant function. */
  readonly select: (data: Data) => ListPage<Entry>;
  readonly columns: readonly Column<Entry>[];
  readonly csv: (entries: readonly Entry[]) => string;
  readonly filter: Filter<Kind>;
  readonly kinds: readonly { readonly value: Kind; readonly label: string }[];
  readonly texts: readonly { readonly name: string; readonly placeholder: string; readonly value: string }[];
  readonly onFilter: (change: Partial<Filter<Kind>>) => void;
  readonly onText: (name: string, word: string) => void;
  readonly onClear: () => void;
  readonly emptyTitle: string;
  readonly emptyText: string;
  readonly above?: ReactNode;
  /** Actions before those of every list of acts. */
  readonly commands?: ReactNode;
  readonly drawer?: ReactNode;
};

/** A page that lists acts, the newest first: filters, columns, and all of it as CSV. */
export function AuditListPage<Data, Variables extends PageVariables, Entry extends Act, Kind extends string>(
  props: Props<Data, Variables, Entry, Kind>,
) {
  const { document, variables, select, columns, filter, kinds, onFilter } = props;
  const [layout, setLayout] = useGridLayout(props.grid);
  const [isScrolled, setIsScrolled] = useState(false);
  const connection = useConnection({
    title: 'Audit log',
    document,
    variables,
    pageSize: PAGE_SIZE,
    select,
    held: isScrolled,
  });
  const { receivedRows, start } = useCsvExport(document, {
    variables,
    select,
    text: props.csv,
    filename: 'audit-log.csv',
  });
  const isNarrowed = Object.keys(variables).length > 0;
  return (
    <Page
      title="Audit log"
      above={props.above}
      actions={
        <>
          {props.commands}
          <ColumnsButton columns={columns} hasActions={false} layout={layout} onLayoutChange={setLayout} />
          <Button loading={receivedRows !== null} onClick={start}>
            Export CSV
          </Button>
        </>
      }
    >
      <Stack paddingInline={5} minHeight={0} flex={1} className={styles['tabs']}>
        <Row
          as="search"
          gap={2}
          align="center"
          wrap
          paddingBlock={3}
          className={styles['bar']}
          aria-label="Audit filters"
        >
          {props.texts.map(({ name, placeholder, value }) => (
            <SearchField
              key={name}
              value={value}
              placeholder={placeholder}
              debounce={LIMITS.searchDebounce}
              onChange={(word) => props.onText(name, word)}
            />
          ))}
          <TextInput
            type="date"
            aria-label="From"
            value={filter.createdAfter ?? ''}
            onChange={(event) => onFilter({ createdAfter: event.currentTarget.value || null })}
          />
          <TextInput
            type="date"
            aria-label="Until"
            value={filter.createdBefore ?? ''}
            onChange={(event) => onFilter({ createdBefore: event.currentTarget.value || null })}
          />
          <ChoiceChip
            label="What"
            options={kinds}
            selected={filter.kinds}
            onToggle={(value, isSelected) =>
              onFilter({
                kinds: kinds
                  .map((kind) => kind.value)
                  .filter((kind) => (kind === value ? isSelected : filter.kinds.includes(kind))),
              })
            }
            onClear={() => onFilter({ kinds: [] })}
          />
          {isNarrowed && (
            <Button variant="subtle" color="gray" onClick={props.onClear}>
              Clear all filters
            </Button>
          )}
        </Row>
        <ConnectionGrid
          label="Audit log"
          columns={columns}
          rowName={(row) => `${row.kind} ${row.created}`}
          connection={connection}
          layout={layout}
          onLayoutChange={setLayout}
          onScrolledChange={setIsScrolled}
          emptyTitle={props.emptyTitle}
          emptyText={props.emptyText}
          narrowing={isNarrowed ? 'filter' : 'none'}
          onClearFilters={props.onClear}
        />
      </Stack>
      {props.drawer}
    </Page>
  );
}
