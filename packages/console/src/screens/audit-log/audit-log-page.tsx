import { Button, TextInput } from '@mantine/core';
import { LIMITS } from '@switchboard/model/limits';
import { Suspense, useMemo, useState } from 'react';
import { AuditEntriesDocument } from '../../api/generated/documents/audit-log.ts';
import type { AuditEntriesQuery } from '../../api/generated/graphql.ts';
import { ConnectionGrid } from '../../api/lists/connection-grid.tsx';
import { useConnection } from '../../api/lists/use-connection.ts';
import { useInvalidParameters } from '../../api/lists/use-invalid-parameters.ts';
import { useGridLayout, usePreferences } from '../../api/preferences/preferences.ts';
import styles from '../../entities/administration/administration.module.css';
import { useCsvExport } from '../../entities/audit/use-csv-export.ts';
import { useUrlState } from '../../lib/address/use-url-state.ts';
import { lazyComponent } from '../../lib/load-chunk.ts';
import { ColumnsButton } from '../../ui/data-table/columns-button.tsx';
import { ChoiceChip } from '../../ui/filters/choice-chip.tsx';
import { SearchField } from '../../ui/filters/search-field.tsx';
import { Row, Stack } from '../../ui/layout/layout.tsx';
import { Page } from '../../ui/page/page.tsx';
import { AUDIT_LOG_COLUMNS } from './audit-log-columns.tsx';
import { AUDIT_LOG_PARAMETERS, auditLogCsv, auditLogVariables, CLEARED, KINDS, kindLabel } from './audit-log-view.ts';

const SideDrawer = lazyComponent(async () => (await import('../../ui/page/side-drawer.tsx')).SideDrawer);
const AuditSettings = lazyComponent(async () => (await import('./settings/audit-settings.tsx')).AuditSettings);

const NO_FILTERS = [] as const;
const PAGE_SIZE = 50;
const KIND_OPTIONS = KINDS.map((kind) => ({ value: kind, label: kindLabel(kind) }));
const TEXTS = [
  { name: 'person', placeholder: 'By: email' },
  { name: 'target', placeholder: 'Concerns: name or email' },
  { name: 'address', placeholder: 'Address' },
] as const;
const entriesOf = (data: AuditEntriesQuery): AuditEntriesQuery['audit_entries'] => data.audit_entries;

/** /audit: the security-relevant acts in the account, the newest first. */
export function AuditLogPage() {
  const [filter, change] = useUrlState<typeof AUDIT_LOG_PARAMETERS>(AUDIT_LOG_PARAMETERS);
  useInvalidParameters(NO_FILTERS, AUDIT_LOG_PARAMETERS);
  const { preferences, setDrawerWidth } = usePreferences();
  const [layout, setLayout] = useGridLayout('auditLog');
  const [isScrolled, setIsScrolled] = useState(false);
  const variables = useMemo(() => auditLogVariables(filter), [filter]);
  const connection = useConnection({
    title: 'Audit log',
    document: AuditEntriesDocument,
    variables,
    pageSize: PAGE_SIZE,
    select: entriesOf,
    held: isScrolled,
  });
  const { receivedRows, start } = useCsvExport(AuditEntriesDocument, {
    variables,
    select: entriesOf,
    text: auditLogCsv,
    filename: 'audit-log.csv',
  });
  const isNarrowed = Object.keys(variables).length > 0;
  const clear = (): void => change(CLEARED);
  return (
    <Page
      title="Audit log"
      actions={
        <>
          <Button onClick={() => change({ settings: true })}>Streams and retention</Button>
          <ColumnsButton columns={AUDIT_LOG_COLUMNS} hasActions={false} layout={layout} onLayoutChange={setLayout} />
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
          {TEXTS.map(({ name, placeholder }) => (
            <SearchField
              key={name}
              value={filter[name]}
              placeholder={placeholder}
              debounce={LIMITS.searchDebounce}
              onChange={(word) => change({ [name]: word })}
            />
          ))}
          <TextInput
            type="date"
            aria-label="From"
            value={filter.createdAfter ?? ''}
            onChange={(event) => change({ createdAfter: event.currentTarget.value || null })}
          />
          <TextInput
            type="date"
            aria-label="Until"
            value={filter.createdBefore ?? ''}
            onChange={(event) => change({ createdBefore: event.currentTarget.value || null })}
          />
          <ChoiceChip
            label="What"
            options={KIND_OPTIONS}
            selected={filter.kinds}
            onToggle={(value, isSelected) =>
              change({ kinds: KINDS.filter((kind) => (kind === value ? isSelected : filter.kinds.includes(kind))) })
            }
            onClear={() => change({ kinds: [] })}
          />
          {isNarrowed && (
            <Button variant="subtle" color="gray" onClick={clear}>
              Clear all filters
            </Button>
          )}
        </Row>
        <ConnectionGrid
          label="Audit log"
          columns={AUDIT_LOG_COLUMNS}
          rowName={(row) => `${row.kind} ${row.created}`}
          connection={connection}
          layout={layout}
          onLayoutChange={setLayout}
          onScrolledChange={setIsScrolled}
          emptyTitle="Nothing was recorded yet"
          emptyText="Changes of users, keys, tokens and rules, publications and exports appear here."
          narrowing={isNarrowed ? 'filter' : 'none'}
          onClearFilters={clear}
        />
      </Stack>
      {filter.settings && (
        <Suspense fallback={null}>
          <SideDrawer
            width={preferences.drawerWidth}
            onWidthChange={setDrawerWidth}
            onClose={() => change({ settings: false })}
          >
            <AuditSettings />
          </SideDrawer>
        </Suspense>
      )}
    </Page>
  );
}
