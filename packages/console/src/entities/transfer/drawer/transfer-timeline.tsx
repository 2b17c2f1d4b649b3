import { Row } from '../../../ui/layout/layout.tsx';
import { Timestamp } from '../../../ui/text/timestamp.tsx';
import styles from './transfer-drawer.module.css';
import type { Step } from './transfer-steps.ts';

/** The life of a transfer in one line of steps. */
export function TransferTimeline({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <Row as="ol" gap={[2, 6]} wrap size="small" tone="dim" tabular aria-label="Timeline">
      {steps.map((step) => (
        <li
          key={`${step.label} ${step.at}`}
          className={styles['step']}
          data-failed={step.hasFailed || undefined}
          data-tip={step.detail ?? undefined}
        >
          <span className={styles['stepLabel']}>{step.label}</span>
          <span>
            <Timestamp value={step.at} />
            {step.since !== null && ` · ${step.since}`}
          </span>
        </li>
      ))}
    </Row>
  );
}
