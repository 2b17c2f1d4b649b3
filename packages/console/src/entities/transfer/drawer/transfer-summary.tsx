import { withoutName } from '@switchboard/model/presentation/without-name';
import { Fragment, type ReactNode } from 'react';
import { Stack, Text } from '../../../ui/layout/layout.tsx';
import { Copyable } from '../../../ui/text/copyable.tsx';
import { purposeLabel, ReportDate } from '../cells.tsx';
import type { TransferRow } from '../transfer-row.ts';
import styles from './transfer-drawer.module.css';
import type { Step } from './transfer-steps.ts';
import { TransferTimeline } from './transfer-timeline.tsx';

type Props = {
  readonly transfer: TransferRow;
  readonly status: ReactNode;
  /** Fact of this kind of transfer only: a term and its description; left out when the description is null. */
  readonly particular: readonly [term: string, description: ReactNode];
  /** Consequence of its state; left out when false. */
  readonly consequence: ReactNode;
  readonly steps: readonly Step[];
  readonly commands: ReactNode;
};

/** The transfer that a drawer is about: what it is, why it is so, what follows, and what can be done now. */
export function TransferSummary({ transfer, status, particular, consequence, steps, commands }: Props) {
  const { waiting } = transfer;
  const entries: readonly (readonly [string, ReactNode])[] = [
    ['Status', status],
    // The title has the name already.
    ['Message', transfer.message === null ? null : withoutName(transfer.message, transfer.name)],
    ['Affects', consequence === false ? null : consequence],
    ['What to do', waiting?.action ?? null],
    [
      'Report Date',
      <Fragment key="date">
        <ReportDate value={transfer.report_datetime} /> · {purposeLabel(transfer.purpose)} · {transfer.project}
      </Fragment>,
    ],
    particular,
    [
      'Id',
      <Copyable key="id" text={transfer.id} what="id">
        <Text size="small" mono>
          {transfer.id}
        </Text>
      </Copyable>,
    ],
  ];
  return (
    <Stack gap={3} padding={[0, 5, 3]}>
      {commands}
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
      <TransferTimeline steps={steps} />
    </Stack>
  );
}
