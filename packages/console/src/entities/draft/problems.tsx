import type { StatusTone } from '@switchboard/model/status/status';
import { Link } from 'react-router';
import type { ChangelistDetailQuery } from '../../api/generated/graphql.ts';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import styles from './changelist-detail.module.css';
import { useScriptPaths } from './script-paths.ts';

type Compilation = NonNullable<ChangelistDetailQuery['changelist']>['compilation_result'];
type Message = Compilation['messages'][number];

/** Messages that a person can still read. */
const SHOWN = 4;
const KINDS: readonly { readonly type: string; readonly tone: StatusTone; readonly noun: string }[] = [
  { type: 'error', tone: 'error', noun: 'error' },
  { type: 'warning', tone: 'warning', noun: 'warning' },
  { type: 'beta', tone: 'warning', noun: 'beta message' },
];

type Props = { readonly versionId: string; readonly messages: readonly Message[] };

/** Compiler messages of a version: counts, and the first messages as links to their places. */
export function Problems({ versionId, messages }: Props) {
  const { place } = useScriptPaths();
  const counted = KINDS.map((kind) => ({ ...kind, of: messages.filter(({ type }) => type === kind.type) }));
  const shown = counted.flatMap(({ of }) => of);
  if (shown.length === 0) return <StatusBadge tone="completed" label="No problems" />;
  return (
    <>
      <Row gap={2} wrap>
        {counted.map(
          ({ type, tone, noun, of }) =>
            of.length > 0 && (
              <StatusBadge key={type} tone={tone} label={`${of.length} ${of.length === 1 ? noun : `${noun}s`}`} />
            ),
        )}
      </Row>
      <Stack as="ul" gap={1} width="full" size="small" className={styles['lines']} aria-label="Problems">
        {shown.slice(0, SHOWN).map((message) => (
          <li key={`${message.path} ${message.startLine} ${message.startColumn} ${message.message}`}>
            <Link to={place(versionId, message)} className={styles['problem']} data-tip={message.message}>
              <Text mono className={styles['path']}>
                {message.path}:{message.startLine}
              </Text>{' '}
              {message.message}
            </Link>
          </li>
        ))}
        {shown.length > SHOWN && (
          <Text as="li" tone="dim">
            and {shown.length - SHOWN} more
          </Text>
        )}
      </Stack>
    </>
  );
}
