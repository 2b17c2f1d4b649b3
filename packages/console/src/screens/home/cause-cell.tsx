import { shortDay } from '@switchboard/model/format';
import { withoutName } from '@switchboard/model/presentation/without-name';
import { Link } from 'react-router';
import type { HealthCauseFragment } from '../../api/generated/graphql.ts';
import type { HealthPaths } from '../../entities/health/health-paths.ts';
import { levelView } from '../../entities/health/health-views.ts';
import { nextStep } from '../../entities/health/next-step.ts';
import type { KeyPaths } from '../../entities/key/key-paths.ts';
import { Row, Text } from '../../ui/layout/layout.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import type { HealthRow } from './health-rows.ts';
import styles from './home.module.css';

type Props = {
  readonly row: HealthRow;
  readonly paths: { readonly health: HealthPaths; readonly keys: KeyPaths };
};

/** The health of a row in one line: the cause, since when, what it delays, the message and the next step. */
export function CauseCell({ row, paths }: Props) {
  const { name, level, cause, event, message, messageKind } = row;
  const text = withoutName(message, name);
  if (cause === null) return <Text truncate>{text}</Text>;
  const next = nextStep(cause, row, paths);
  return (
    <Row as="span" gap={2} align="center" minWidth={0} flex={1} className={styles['cause']} data-level={level}>
      {messageKind === 'dirty' && <StatusBadge tone={levelView(level).tone} icon="warning" label="Dirty rows" />}
      <span className={styles['line']} data-tip={`${cause.title}. ${message}`}>
        <Text weight="medium" className={styles['title']}>
          {cause.title}
        </Text>
        {causeFacts(cause).map((fact) => (
          <Text key={fact} tone="dim">{` · ${fact}`}</Text>
        ))}
        {(event !== null || cause.kind !== 'missing') && <Text tone="dim">{` · ${text}`}</Text>}
      </span>
      <Text as={Link} atEnd nowrap tone="accent" className={styles['next']} to={next.to}>
        {next.label}
      </Text>
    </Row>
  );
}

/** Since when, and what it delays. */
export function causeFacts({ since, day, affected }: HealthCauseFragment): readonly string[] {
  const delayed = affected.length === 1 ? `delays ${affected[0]}` : `delays ${affected.length} uploads`;
  return [
    ...(since === null ? [] : [since === day ? shortDay(since) : `since ${shortDay(since)}`]),
    ...(affected.length === 0 ? [] : [delayed]),
  ];
}
