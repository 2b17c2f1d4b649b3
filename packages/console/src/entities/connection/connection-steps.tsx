import type { StatusTone } from '@switchboard/model/status/status';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import styles from './connection-steps.module.css';

/** One step of a test, as the API answers it. */
export type ConnectionStep = {
  readonly code: string;
  readonly status: string;
  readonly milliseconds?: number | null;
  readonly place?: string | null;
  readonly message: string;
  readonly advice?: string | null;
};

type Props = {
  readonly steps: readonly ConnectionStep[];
  /** The values have changed since. */
  readonly isOutdated?: boolean;
};

const LABELS: Readonly<Record<string, string>> = {
  resolve: 'Name',
  connect: 'Connection',
  tls: 'Encryption',
  sign_in: 'Sign-in',
  access: 'Access',
  send: 'Message',
};

const STATUSES: Readonly<Record<string, { readonly tone: StatusTone; readonly label: string }>> = {
  ok: { tone: 'completed', label: 'OK' },
  failed: { tone: 'error', label: 'Failed' },
  skipped: { tone: 'skipped', label: 'Skipped' },
};

/** The steps of a test of a connection: what was checked, how long it took, and what to do about the one that failed. */
export function ConnectionSteps({ steps, isOutdated = false }: Props) {
  const failed = steps.find(({ status }) => status === 'failed');
  return (
    <Stack as="section" gap={2} padding={4} frame="normal" minWidth={0} aria-label="Test of the connection">
      <Row as="p" gap={[1, 3]} align="baseline" wrap role="status">
        <Text weight="medium">{headline(steps, failed)}</Text>
        {isOutdated && <Text tone="dim">The values have changed since this test.</Text>}
      </Row>
      <Stack as="ol" aria-label="Steps">
        {steps.map(({ code, status, milliseconds, place, message, advice }) => (
          <li key={`${code} ${place ?? ''}`} className={styles['step']} data-status={status}>
            <StatusBadge {...(STATUSES[status] ?? { tone: 'inactive', label: status })} />
            <Text weight="medium">{LABELS[code] ?? code}</Text>
            <div className={styles['text']}>
              <Text as="p" tone={status === 'skipped' ? 'dim' : 'text'} breakWords>
                {message}
              </Text>
              {advice != null && (
                <Text as="p" tone="dim" breakWords>
                  {advice}
                </Text>
              )}
            </div>
            <Text tone="dim" size="small" tabular nowrap>
              {milliseconds != null && shownTime(milliseconds)}
            </Text>
          </li>
        ))}
      </Stack>
    </Stack>
  );
}

function headline(steps: readonly ConnectionStep[], failed: ConnectionStep | undefined): string {
  if (failed !== undefined) return `Failed at: ${LABELS[failed.code] ?? failed.code}`;
  const isTried = steps.some(({ code, status }) => (code === 'sign_in' || code === 'send') && status === 'ok');
  return isTried ? 'The connection works.' : 'Only part of it could be tested.';
}

const shownTime = (milliseconds: number): string =>
  milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
