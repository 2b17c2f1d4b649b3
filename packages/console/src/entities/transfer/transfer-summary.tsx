import { Fragment, type ReactNode } from 'react';
import { Copyable } from '../../ui/text/copyable.tsx';
import text from '../../ui/text/text.module.css';
import { purposeLabel, ReportDate } from './cells.tsx';
import type { TransferRow } from './transfer-row.ts';
import styles from './transfer-summary.module.css';

type Props = {
  readonly transfer: TransferRow;
  readonly status: ReactNode;
  /** What only this kind of transfer has: a term and its description; left out when the description is null. */
  readonly particular: readonly [term: string, description: ReactNode];
};

/** The transfer that a drawer is about, above its list. */
export function TransferSummary({ transfer, status, particular }: Props) {
  const entries: readonly (readonly [string, ReactNode])[] = [
    ['Status', status],
    [
      'Report Date',
      <Fragment key="date">
        <ReportDate value={transfer.report_datetime} /> · {purposeLabel(transfer.purpose)} · {transfer.project}
      </Fragment>,
    ],
    particular,
    ['Message', transfer.message],
    [
      'Id',
      <Copyable key="id" text={transfer.id} what="id">
        <span className={text['mono']}>{transfer.id}</span>
      </Copyable>,
    ],
  ];
  return (
    <dl className={styles['summary']}>
      {entries.map(
        ([term, description]) =>
          description !== null && (
            <Fragment key={term}>
              <dt>{term}</dt>
              <dd>{description}</dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}
