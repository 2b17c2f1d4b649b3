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
  const { name, level, cause, message, messageKind } = row;
  const text = withoutName(message, name);
  if (cause === null) return <Text truncate>{text}</Text>;
  const next = nextStep(cause, row, paths);
  return (
    <Row as="span" gap={2} align="center" minWidth={0} flex={1} className={styles['cause']} data-level={level}>
      {messageKind === 'dirty' && <StatusBadge tone={levelView(level).tone} icon="warning" label="Dirty rows" />}
      <span className={styles['line']} data-tip={`${cause.title}. ${message}`}>
        {messageKind !== 'dirty' && (
          <Text weight="medium" className={styles['title']}>
            {cause.title}
          </Text>
        )}
        {causeFacts(cause).map((fact, index) => (
          <Text key={fact} tone="dim">{`${index === 0 && messageKind === 'dirty' ? '' : ' · '}${fact}`}</Text>
        ))}
        {hasOwnMessage(row) && <Text tone="dim">{` · ${text}`}</Text>}
      </span>
      <Text as={Link} atEnd nowrap tone="accent" className={styles['next']} to={next.to} aria-label={next.label}>
        {next.shortLabel}
      </Text>
    </Row>
  );
}

/** Whether the message says more than the cause: that of an event, of a suspension of its own or of an idle week. */
const hasOwnMessage = ({ event, idle, artifactStatus, dependencyStatus }: HealthRow): boolean =>
  event !== null || idle || artifactStatus === 'suspended' || !['working', 'suspended'].includes(dependencyStatus);

/** Since when, since when it is late, and what it delays. */
export function causeFacts({ since, day, affected, lateSince }: HealthCauseFragment): readonly string[] {
  const delayed = affected.length === 1 ? `delays ${affected[0]}` : `delays ${affected.length} uploads`;
  return [
    ...(since === null || since === lateSince ? [] : [since === day ? shortDay(since) : `since ${shortDay(since)}`]),
    ...(lateSince === null ? [] : [`late since ${shortDay(lateSince)}`]),
    ...(affected.length === 0 ? [] : [delayed]),
  ];
}
