import { useState } from 'react';
import { SchemaReportDocument } from '../../api/generated/documents/reports.ts';
import type { SchemaReportQuery } from '../../api/generated/graphql.ts';
import { CardList } from '../../api/lists/card-list.tsx';
import { useConnection } from '../../api/lists/use-connection.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import { Stat, Stats, Unset } from '../../ui/text/facts.tsx';
import { ChosenReport, type ReportSelection } from './chosen-report.tsx';
import { ReportCard, ReportSection } from './report-card.tsx';
import { ReportSkeleton } from './report-skeleton.tsx';
import styles from './reports.module.css';
import { SourceHead } from './source-head.tsx';

type Source = SchemaReportQuery['sbs_schemas']['nodes'][number];
type Table = Source['tables'][number];
type Export = Table['exports'][number];

const PAGE_SIZE = 50;
const schemasOf = (data: SchemaReportQuery): SchemaReportQuery['sbs_schemas'] => data.sbs_schemas;

/** /reports/schema: the fields of each source, which files it takes, and the exports that read it. */
export function SchemaReportPage() {
  return <ChosenReport title="Schemas">{(selection) => <SchemaReport selection={selection} />}</ChosenReport>;
}

function SchemaReport({ selection }: { readonly selection: ReportSelection }) {
  const [isScrolled, setIsScrolled] = useState(false);
  const connection = useConnection({
    title: 'Schema report',
    document: SchemaReportDocument,
    variables: selection,
    pageSize: PAGE_SIZE,
    select: schemasOf,
    held: isScrolled,
  });
  return (
    <CardList
      label="Schemas"
      nouns="schemas"
      connection={connection}
      onScrolled={setIsScrolled}
      skeleton={(count) => <ReportSkeleton count={count} />}
      empty={<EmptyState title="No Sources" />}
    >
      {connection.rows.flatMap((source) =>
        source.tables.map((table) => <SchemaCard key={table.id} source={source} table={table} />),
      )}
    </CardList>
  );
}

function SchemaCard({ source, table }: { readonly source: Source; readonly table: Table }) {
  return (
    <ReportCard label={table.name}>
      <SourceHead source={source} table={table} />
      <Stats>
        <Stat label="Import type">{source.import_type}</Stat>
        <TextFact label="Network" value={source.network} />
        <TextFact label="Pattern" value={source.pattern} isCode />
        <TextFact label="Regex" value={source.regex} isCode />
      </Stats>
      <div className={styles['parts']}>
        <table className={styles['fields']} aria-label={`Fields of ${table.name}`}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Type</th>
            </tr>
          </thead>
          <tbody>
            {table.schema.map(({ name, type }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{type}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <ReportSection title="Exports">
          {table.exports.length === 0 ? (
            <Unset>None</Unset>
          ) : (
            <Stack as="ul" gap={1} breakWords className={styles['plain']}>
              {table.exports.map((reader) => (
                <ExportItem key={reader.name} reader={reader} />
              ))}
            </Stack>
          )}
        </ReportSection>
      </div>
    </ReportCard>
  );
}

function TextFact({ label, value, isCode = false }: { label: string; value: string | null; isCode?: boolean }) {
  return <Stat label={label}>{value === null ? <Unset>—</Unset> : isCode ? <code>{value}</code> : value}</Stat>;
}

/** An export: its name, its type, whether it truncates, and the project, dataset and table at the destination. */
function ExportItem({ reader: { name, declaration } }: { readonly reader: Export }) {
  const descriptor = declaration?.descriptor ?? null;
  const place = [descriptor?.project, descriptor?.dataset, descriptor?.table].filter((part) => part != null);
  return (
    <li>
      <b>{name}</b> <Text tone="dim">{declaration?.export_type ?? 'not published'}</Text>
      {descriptor?.truncate === true && <span className={styles['flag']}>truncate</span>}
      {place.length > 0 && <code>{place.join('.')}</code>}
    </li>
  );
}
