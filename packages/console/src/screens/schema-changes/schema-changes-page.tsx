import { Button, Select, Skeleton } from '@mantine/core';
import { fullNumber } from '@switchboard/model/format';
import { Link } from 'react-router';
import { useSession } from '../../api/session/session.ts';
import { useDownloadLink } from '../../entities/download/use-download-link.ts';
import { useScriptPaths } from '../../entities/draft/script-paths.ts';
import { ReportDate } from '../../entities/transfer/cells.tsx';
import { list } from '../../lib/address/url-state.ts';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import '../../ui/theme/mantine-layer-styles.ts';
import { useState } from 'react';
import { useQuery } from 'urql';
import {
  AccountSchemaChangesDocument,
  SchemaChangeSourcesDocument,
} from '../../api/generated/documents/schema-changes.ts';
import type { AccountSchemaChangesQuery, ListedSchemaChangeFragment } from '../../api/generated/graphql.ts';
import { CardList } from '../../api/lists/card-list.tsx';
import { useConnection } from '../../api/lists/use-connection.ts';
import { useInvalidParameters } from '../../api/lists/use-invalid-parameters.ts';
import { type Changes, useLive } from '../../api/live/live.ts';
import { useRefetchOnChanges } from '../../api/live/use-refetch-on-changes.ts';
import { useUrlState } from '../../lib/address/use-url-state.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { FlagFilter } from '../../ui/filters/flag-filter.tsx';
import { Page } from '../../ui/page/page.tsx';
import { LiveIndicator } from '../../ui/status/live-indicator.tsx';
import styles from './schema-changes.module.css';
import { SCHEMA_CHANGES_PARAMETERS } from './schema-changes-parameters.ts';

const PAGE_SIZE = 20;
/** Downloads to choose from, at most. */
const CHOICES = 1000;
const CARDS = 6;
const NO_FILTERS = [] as const;

const changesOf = (data: AccountSchemaChangesQuery): AccountSchemaChangesQuery['schema_changes'] => data.schema_changes;
/** A download that has changed columns says so, or breaks its contract. */
const concernsColumns = ({ events }: Pick<Changes, 'events'>): boolean =>
  events.some(({ code }) => code === 'SCHEMA_CHANGED' || code === 'CONTRACT_BROKEN');

/** /downloads/columns: how the columns of all downloads have changed. */
export function SchemaChangesPage() {
  const live = useLive();
  const [{ name, kind }, change] = useUrlState<typeof SCHEMA_CHANGES_PARAMETERS>(SCHEMA_CHANGES_PARAMETERS);
  useInvalidParameters(NO_FILTERS, SCHEMA_CHANGES_PARAMETERS);
  const [isScrolled, setIsScrolled] = useState(false);
  const connection = useConnection({
    title: 'Schema changes',
    document: AccountSchemaChangesDocument,
    variables: { source: name || null, breaking: kind === 'breaking' },
    pageSize: PAGE_SIZE,
    select: changesOf,
    held: isScrolled,
  });
  useRefetchOnChanges(connection.refresh, concernsColumns);
  const [{ data, fetching }] = useQuery({ query: SchemaChangeSourcesDocument, variables: { first: CHOICES } });
  const names = (data?.source_bundles.nodes ?? []).map((source) => source.bundle_name);
  const isFiltered = name !== '' || kind !== 'all';
  return (
    <Page title="Schema changes" aside={<LiveIndicator live={live} loaded={connection.updated} />}>
      <search className={styles['bar']} aria-label="Choose changes">
        <Select
          className={styles['select'] ?? ''}
          aria-label="Download"
          placeholder="All downloads"
          data={[...new Set(name === '' ? names : [name, ...names])].toSorted()}
          value={name || null}
          onChange={(next) => change({ name: next ?? '' })}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Show all downloads' }}
          maxDropdownHeight="var(--menu-height)"
          nothingFoundMessage={fetching ? 'Loading…' : 'No results, try another word.'}
        />
        <FlagFilter
          label="Only what queries may notice"
          checked={kind === 'breaking'}
          onChange={(isOn) => change({ kind: isOn ? 'breaking' : 'all' })}
        />
      </search>
      <CardList
        label="Schema changes"
        nouns="schema changes"
        connection={connection}
        onScrolled={setIsScrolled}
        skeleton={(count = CARDS) => <Placeholders count={count} />}
        empty={
          isFiltered ? (
            <EmptyState
              title="No changes match"
              actions={<Button onClick={() => change({ name: '', kind: 'all' })}>Show all changes</Button>}
            />
          ) : (
            <EmptyState title="No schema changes">
              A download whose columns were added, removed, renamed, moved or given another type appears here.
            </EmptyState>
          )
        }
      >
        {connection.rows.map((row) => (
          <SchemaChangeCard key={row.id} change={row} />
        ))}
      </CardList>
    </Page>
  );
}

function Placeholders({ count }: { readonly count: number }) {
  return (
    <div className={styles['list']} aria-busy="true">
      {Array.from({ length: count }, (_, card) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are alike
        <div key={card} className={styles['card']}>
          <Skeleton height="var(--text-large)" width="30%" />
          <Skeleton height="var(--text-large)" width="55%" />
          <Skeleton height="var(--text-small)" width="40%" />
        </div>
      ))}
    </div>
  );
}

type ColumnChange = ListedSchemaChangeFragment['changes'][number];

/** Kinds of changes that harm no query. */
const COMPATIBLE: ReadonlySet<string> = new Set(['added', 'moved']);

/** One download that was the first with other columns: which, what reads them, and what became dirty by it. */
function SchemaChangeCard({ change }: { readonly change: ListedSchemaChangeFragment }) {
  const { source, table, download_id: id, changelist_id: versionId, changes, dirty, row_count: rows, script } = change;
  const downloadLink = useDownloadLink();
  const paths = useScriptPaths();
  return (
    <li className={styles['card']} aria-label={`${source}, ${change.created}`}>
      <div className={styles['head']}>
        <h2 className={styles['title']}>
          <Link to={downloadLink({ id })} data-tip="Open the first download with these columns">
            {source}
          </Link>
        </h2>
        <span className={styles['facts']}>
          {table !== source && <span>table {table}</span>}
          <span>
            report date <ReportDate value={change.report_datetime} />
          </span>
        </span>
        <span className={styles['when']}>
          <Timestamp value={change.created} />
        </span>
      </div>
      <ul className={styles['changes']} aria-label="Columns">
        {changes.map((one) => (
          <Column key={one.text} change={one} />
        ))}
      </ul>
      <div className={styles['facts']}>
        {script !== null && (
          <span>
            script <Link to={paths.editor(versionId)}>{script}</Link>
            {change.published_by !== null && `, published by ${change.published_by.name}`}
          </span>
        )}
        {dirty.length > 0 && (
          <span>
            dirty rows of {fullNumber(rows)}:{' '}
            {dirty
              .map(({ column, reason, rows: of }) => `${fullNumber(of)} ${column === '' ? '' : `${column}: `}${reason}`)
              .join('; ')}
          </span>
        )}
      </div>
    </li>
  );
}

function Column({ change: { kind, text, cause, uploads } }: { readonly change: ColumnChange }) {
  const { urlName } = useSession().account;
  return (
    <li className={styles['change']}>
      {COMPATIBLE.has(kind) ? (
        <StatusBadge tone="completed" label="Compatible" icon="info" />
      ) : (
        <StatusBadge tone="warning" label="Breaking" icon="info" />
      )}
      <span className={styles['text']}>
        {text}
        {cause === 'script' && ' by the script'}
      </span>
      <span className={styles['facts']}>
        {uploads.length === 0 ? (
          'no upload reads it'
        ) : (
          <span>
            read by{' '}
            <Link
              to={`/app/${urlName}/uploads/list?${new URLSearchParams({ uploadName: list.write(uploads) ?? '' }).toString()}`}
            >
              {uploads.join(', ')}
            </Link>
          </span>
        )}
      </span>
    </li>
  );
}
