import { Button, TextInput } from '@mantine/core';
import { LIMITS } from '@switchboard/model/limits';
import { useMemo, useState } from 'react';
import { AdminActsDocument } from '../../api/generated/documents/audit.ts';
import type { AdminActsQuery } from '../../api/generated/graphql.ts';
import { ConnectionGrid } from '../../api/lists/connection-grid.tsx';
import { useConnection } from '../../api/lists/use-connection.ts';
import { useInvalidParameters } from '../../api/lists/use-invalid-parameters.ts';
import { useGridLayout } from '../../api/preferences/preferences.ts';
import styles from '../../entities/administration/administration.module.css';
import { useCsvExport } from '../../entities/audit/use-csv-export.ts';
import { useUrlState } from '../../lib/address/use-url-state.ts';
import { usePageTitle } from '../../lib/document-head.ts';
import { ColumnsButton } from '../../ui/data-table/columns-button.tsx';
import { ChoiceChip } from '../../ui/filters/choice-chip.tsx';
import { SearchField } from '../../ui/filters/search-field.tsx';
import { Row, Stack } from '../../ui/layout/layout.tsx';
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx';
import { Page } from '../../ui/page/page.tsx';
import { AUDIT_COLUMNS } from './audit-columns.tsx';
import { auditCsv } from './audit-csv.ts';
import { ACT_KINDS, ACT_LABELS, AUDIT_PARAMETERS, auditVariables } from './audit-view.ts';

const NO_FILTERS = [] as const;
const PAGE_SIZE = 50;
const PARENTS = [{ label: 'Admin', to: '/admin' }];
const KIND_OPTIONS = ACT_KINDS.map((kind) => ({ value: kind, label: ACT_LABELS[kind] }));
const TEXTS = [
  { name: 'person', placeholder: 'By: email' },
  { name: 'subject', placeholder: 'User: email' },
  { name: 'account', placeholder: 'Account: url name' },
] as const;
const CLEARED = { kinds: [], account: '', person: '', subject: '', createdAfter: null, createdBefore: null };
const actsOf = (data: AdminActsQuery): AdminActsQuery['admin_acts'] => data.admin_acts;

/** /admin/audit: what administrators changed, the newest first. */
export function AuditPage() {
  usePageTitle('Audit log', 'Admin');
  const [filter, change] = useUrlState<typeof AUDIT_PARAMETERS>(AUDIT_PARAMETERS);
  useInvalidParameters(NO_FILTERS, AUDIT_PARAMETERS);
  const [layout, setLayout] = useGridLayout('adminActs');
  const [isScrolled, setIsScrolled] = useState(false);
  const variables = useMemo(() => auditVariables(filter), [filter]);
  const connection = useConnection({
    title: 'Audit log',
    document: AdminActsDocument,
    variables,
    pageSize: PAGE_SIZE,
    select: actsOf,
    held: isScrolled,
  });
  const { receivedRows, start } = useCsvExport(AdminActsDocument, {
    variables,
    select: actsOf,
    text: auditCsv,
    filename: 'audit-log.csv',
  });
  const isNarrowed = Object.keys(variables).length > 0;
  const clear = (): void => change(CLEARED);
  return (
    <Page
      title="Audit log"
      above={<Breadcrumbs parents={PARENTS} current="Audit log" />}
      actions={
        <>
          <ColumnsButton columns={AUDIT_COLUMNS} hasActions={false} layout={layout} onLayoutChange={setLayout} />
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
              change({ kinds: ACT_KINDS.filter((kind) => (kind === value ? isSelected : filter.kinds.includes(kind))) })
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
          columns={AUDIT_COLUMNS}
          rowName={(row) => `${row.kind} ${row.created}`}
          connection={connection}
          layout={layout}
          onLayoutChange={setLayout}
          onScrolledChange={setIsScrolled}
          emptyTitle="Nothing was changed yet"
          emptyText="What administrators change of accounts and users appears here."
          narrowing={isNarrowed ? 'filter' : 'none'}
          onClearFilters={clear}
        />
      </Stack>
    </Page>
  );
}
