import { ActionIcon, Button, Skeleton } from '@mantine/core';
import { formatReportDate, fullNumber } from '@switchboard/model/format';
import { IconRefresh, IconX } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useSession } from '../../../api/session/session.ts';
import type { FileRange } from '../../../ui/editor/diagnostic.ts';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { StatusBadge } from '../../../ui/status/status-badge.tsx';
import { SMALL_ICON_SIZE } from '../../../ui/theme/metrics.ts';
import styles from './preview.module.css';
import { PreviewGrid } from './preview-grid.tsx';
import { rowsText } from './preview-rows.ts';
import type { PreviewProblem, ShownTable, TablePreviews } from './use-table-preview.ts';

type Props = {
  readonly previews: TablePreviews;
  readonly onOpenAt: (range: FileRange) => void;
};

/** The first rows of a table of the draft, as it stands in the editor. */
export function PreviewPanel({ previews, onOpenAt }: Props) {
  const { table, rows, problem, isRunning } = previews;
  if (table === null) return null;
  return (
    <section className={styles['panel']} aria-label={`Preview of ${table}`} aria-busy={isRunning}>
      <header className={styles['head']}>
        <h3 className={styles['name']}>{table}</h3>
        <p className={styles['facts']} role="status">
          {isRunning ? (
            <StatusBadge tone="working" icon="working" label="Computing…" />
          ) : (
            rows !== null && <Facts preview={rows} isOutdated={previews.isOutdated} />
          )}
        </p>
        <ActionIcon
          aria-label="Refresh the preview"
          data-tip="Refresh the preview"
          disabled={isRunning}
          onClick={previews.refresh}
        >
          <IconRefresh size={SMALL_ICON_SIZE} />
        </ActionIcon>
        <ActionIcon aria-label="Close the preview" data-tip="Close the preview" onClick={previews.close}>
          <IconX size={SMALL_ICON_SIZE} />
        </ActionIcon>
      </header>
      {problem !== null && <Problem problem={problem} onRetry={previews.refresh} onOpenAt={onOpenAt} />}
      {problem === null && rows === null && (
        <Skeleton className={styles['loading'] ?? ''} aria-label="Computing the rows" />
      )}
      {rows !== null && <PreviewGrid key={table} preview={rows} isRunning={isRunning} />}
    </section>
  );
}

/** The report date, the number of rows, the dirty ones, and the time that it took. */
function Facts({ preview, isOutdated }: { readonly preview: ShownTable; readonly isOutdated: boolean }) {
  const { report_datetime: date, dirty_row_count: dirty, inputs, milliseconds } = preview;
  const { account } = useSession();
  const reloaded = inputs.filter((input) => input.reloaded);
  return (
    <>
      {date === null ? (
        <span>Without report dates</span>
      ) : (
        <time dateTime={date.iso.slice(0, 10)} data-tip={date.long_utc}>
          {formatReportDate(date.iso, { now: new Date() })}
        </time>
      )}
      <span>{rowsText(preview, fullNumber)}</span>
      <span>{(milliseconds / 1000).toFixed(1)} s</span>
      {dirty !== null && dirty > 0 && (
        <StatusBadge
          tone="warning"
          label={`${fullNumber(dirty)} dirty ${dirty === 1 ? 'row' : 'rows'}`}
          tip="Rows of the downloads that do not fit their declarations."
        />
      )}
      <span>
        from{' '}
        {inputs.map(({ name, download_id: id }, index) => (
          <span key={id}>
            {index > 0 && ', '}
            <Link to={`/app/${account.urlName}/downloads?id=${id}`}>{name}</Link>
          </span>
        ))}
      </span>
      {reloaded.length > 0 && (
        <span data-tip="The draft declares it differently from the script that loaded it, so its files were read again.">
          {reloaded.map(({ name }) => name).join(', ')} loaded by the draft
        </span>
      )}
      {isOutdated && (
        <StatusBadge tone="inactive" icon="info" label="Edited since" tip="Refresh to see the present text's rows." />
      )}
    </>
  );
}

type ProblemProps = {
  readonly problem: PreviewProblem;
  readonly onRetry: () => void;
  readonly onOpenAt: Props['onOpenAt'];
};

/** Why there are no rows, and where in the script the reason stands. */
function Problem({ problem, onRetry, onOpenAt }: ProblemProps) {
  const { place } = problem;
  return (
    <div className={styles['problem']}>
      <ErrorState title={problem.title} failure={problem} onRetry={onRetry} />
      {place !== null && (
        <Button
          variant="subtle"
          onClick={() => onOpenAt({ path: place.path, line: place.line, column: 1, endLine: place.line, endColumn: 1 })}
        >
          Open {place.path}:{place.line}
        </Button>
      )}
    </div>
  );
}
