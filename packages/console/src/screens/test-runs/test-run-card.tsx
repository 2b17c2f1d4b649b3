import { Button } from '@mantine/core';
import { flowStatusView } from '@switchboard/model/presentation/flow-status-view';
import { IconArchive, IconFlask, IconLayoutSidebarRightExpand } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { TestRunRowFragment } from '../../api/generated/graphql.ts';
import { usePermission } from '../../api/session/session.ts';
import { ExplainButton } from '../../entities/failure/explain-button.tsx';
import { flowWaitView } from '../../entities/flow/flow-wait-view.ts';
import { differenceSummary } from '../../entities/test-run/difference-summary.ts';
import { testFailure } from '../../entities/test-run/test-failure.ts';
import { useTestRunPaths } from '../../entities/test-run/test-run-paths.ts';
import { uploadStatusView } from '../../entities/upload/upload-status.ts';
import { useNow } from '../../lib/use-now.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import { TestRunFacts } from './test-run-facts.tsx';
import styles from './test-runs.module.css';
import type { TEST_RUN_TABS } from './test-runs-view.ts';

const IDLE_INTERVAL = 3_600_000;

type Props = {
  readonly run: TestRunRowFragment;
  /** Its drawer is open. */
  readonly isOpen: boolean;
  /** The query of a link to a tab of its drawer. */
  readonly linkTo: (tab: (typeof TEST_RUN_TABS)[number]) => string;
  /** Opens the dialog that launches another test run of the draft. */
  readonly onTest: () => void;
  /** Undefined for people who may not archive. */
  readonly onArchive: (() => void) | undefined;
};

/** One test run: its draft, how it went, and how its results differ from production. */
export function TestRunCard({ run, isOpen, linkTo, onTest, onArchive }: Props) {
  const mayTest = usePermission('develop-scripts');
  const { editor } = useTestRunPaths();
  const { changelist, outputs } = run;
  const wait = flowWaitView(run, useNow(IDLE_INTERVAL));
  const { label, tone } = wait ?? flowStatusView(run.status);
  const failure = testFailure(run);
  const isEditable = changelist.status === 'draft' || changelist.status === 'proofing';
  const of = `the test run of ${changelist.description}`;
  return (
    <Stack
      as="li"
      gap={2}
      padding={[3, 4]}
      minWidth={0}
      frame="normal"
      className={styles['card']}
      data-open={isOpen || undefined}
      aria-label={`Test run of ${changelist.description}`}
    >
      <Row gap={2} align="center" wrap minWidth={0} className={styles['head']}>
        <StatusBadge tone={tone} label={label} {...(wait === null ? {} : { icon: wait.icon })} />
        {wait !== null && wait.text !== null && (
          <Text tone="dim" truncate data-tip={wait.text}>
            {wait.text}
          </Text>
        )}
        <h2 className={styles['title']}>
          <Link to={editor(changelist.id)} data-tip="View Draft in Editor.">
            {changelist.description}
          </Link>
        </h2>
        <Row gap={2} wrap className={styles['actions']}>
          {mayTest && (
            <Button
              leftSection={<IconFlask size={ICON_SIZE} />}
              aria-label={`Test again: ${changelist.description}`}
              aria-disabled={!isEditable || undefined}
              {...(isEditable ? {} : { 'data-disabled': true })}
              data-tip={isEditable ? undefined : 'You cannot edit published or archived drafts'}
              onClick={() => {
                if (isEditable) onTest();
              }}
            >
              Test again
            </Button>
          )}
          {onArchive !== undefined && (
            <Button leftSection={<IconArchive size={ICON_SIZE} />} aria-label={`Archive ${of}`} onClick={onArchive}>
              Archive
            </Button>
          )}
          <Button
            component={Link}
            to={linkTo('downloads')}
            leftSection={<IconLayoutSidebarRightExpand size={ICON_SIZE} />}
            aria-label={`View details of ${of}`}
          >
            View details
          </Button>
        </Row>
      </Row>
      <TestRunFacts run={run} />
      {failure !== null && (
        <Banner
          tone="error"
          title={failure.title}
          isStanding
          actions={<ExplainButton failure={{ kind: 'flow', id: run.id }} ariaLabel={`Explain the failure of ${of}`} />}
        >
          {failure.message}
        </Banner>
      )}
      <Row as="ul" gap={[1, 5]} wrap aria-label={`Uploads of ${of}`}>
        {outputs.map((output) => (
          <Row
            as="li"
            gap={[0, 2]}
            align="center"
            wrap
            minHeight="touch"
            tone="dim"
            breakWords
            key={output.id}
            className={styles['output']}
          >
            <Text tone="text" weight="medium">
              {output.name}
            </Text>
            <Outcome output={output} to={linkTo('differences')} />
          </Row>
        ))}
      </Row>
    </Stack>
  );
}

type OutcomeProps = { readonly output: TestRunRowFragment['outputs'][number]; readonly to: string };

/** How the result of an upload differs from production; before there is one, the status of the upload. */
function Outcome({ output: { status, difference }, to }: OutcomeProps) {
  if (difference !== null) return <Link to={to}>{differenceSummary(difference)}</Link>;
  if (status === 'completed') return <span>Nothing in production to compare with</span>;
  return <span>{uploadStatusView(status).label}</span>;
}
