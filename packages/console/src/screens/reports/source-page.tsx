import { useState } from 'react';
import { Link } from 'react-router';
import { SourceReportDocument } from '../../api/generated/documents/reports.ts';
import type { SourceReportQuery } from '../../api/generated/graphql.ts';
import { CardList } from '../../api/lists/card-list.tsx';
import { useConnection } from '../../api/lists/use-connection.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Stack } from '../../ui/layout/layout.tsx';
import { Unset } from '../../ui/text/facts.tsx';
import { ChosenReport, type ReportSelection } from './chosen-report.tsx';
import { describeScheduling } from './describe-scheduling.ts';
import { PayloadTable } from './payload-table.tsx';
import { ReportCard, ReportSection } from './report-card.tsx';
import { ReportSkeleton } from './report-skeleton.tsx';
import styles from './reports.module.css';
import { SourceHead } from './source-head.tsx';

type Source = SourceReportQuery['source_bundles']['nodes'][number];
type Table = Source['tables'][number];

const SourceQuality = lazyLayer(async () => (await import('./source-quality.tsx')).SourceQuality);

const PAGE_SIZE = 50;
const sourcesOf = (data: SourceReportQuery): SourceReportQuery['source_bundles'] => data.source_bundles;

/** /reports/source: what each source brings, when it is downloaded, and where its rows go. */
export function SourceReportPage() {
  return <ChosenReport title="Sources">{(selection) => <SourceReport selection={selection} />}</ChosenReport>;
}

function SourceReport({ selection }: { readonly selection: ReportSelection }) {
  const [isScrolled, setIsScrolled] = useState(false);
  const connection = useConnection({
    title: 'Source report',
    document: SourceReportDocument,
    variables: selection,
    pageSize: PAGE_SIZE,
    select: sourcesOf,
    held: isScrolled,
  });
  return (
    <CardList
      label="Sources"
      nouns="sources"
      connection={connection}
      onScrolled={setIsScrolled}
      skeleton={(count) => <ReportSkeleton count={count} />}
      empty={<EmptyState title="No sources" />}
    >
      {connection.rows.flatMap((source) =>
        source.tables.map((table) => (
          <SourceCard key={table.id} source={source} table={table} isChosen={selection.importName !== null} />
        )),
      )}
      {selection.importName !== null && connection.rows.length > 0 && (
        <SourceQuality key={selection.importName} name={selection.importName} />
      )}
    </CardList>
  );
}

type CardProps = {
  readonly source: Source;
  readonly table: Table;
  /** Whether its deliveries are shown below. */
  readonly isChosen: boolean;
};

function SourceCard({ source, table, isChosen }: CardProps) {
  const destinations = table.exports.flatMap(({ declaration }) => declaration?.destination ?? []);
  return (
    <ReportCard label={table.name}>
      <SourceHead source={source} table={table} />
      <div className={styles['parts']}>
        <PayloadTable name={table.name} volume={table.volume} />
        <ReportSection title="Scheduling">
          {source.scheduling === null ? (
            <Unset>Not scheduled</Unset>
          ) : (
            <Stack as="dl" gap={1} className={styles['parameters']}>
              {describeScheduling(source.scheduling).map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </Stack>
          )}
        </ReportSection>
        <ReportSection title="Destinations">
          {destinations.length === 0 ? (
            <Unset>None</Unset>
          ) : (
            <Stack as="ul" gap={1} breakWords className={styles['plain']}>
              {[...new Set(destinations)].map((destination) => (
                <li key={destination}>{destination}</li>
              ))}
            </Stack>
          )}
        </ReportSection>
      </div>
      {!isChosen && (
        <Link to={`?${new URLSearchParams({ file: source.project, name: source.bundle_name }).toString()}`}>
          Columns, volume and arrival
        </Link>
      )}
    </ReportCard>
  );
}
