import { Checkbox } from '@mantine/core';
import '../../../ui/theme/mantine-layer-styles.ts';
import type { StatusTone } from '@switchboard/model/status/status';
import type { PreviewRepointQuery, RepointKeyMutation } from '../../../api/generated/graphql.ts';
import { Stack, Text } from '../../../ui/layout/layout.tsx';
import { StatusBadge } from '../../../ui/status/status-badge.tsx';
import styles from './repoint.module.css';

type Item = Extract<PreviewRepointQuery['preview_repoint'], { __typename: 'RepointPreview' }>['items'][number];
type Outcome = Extract<RepointKeyMutation['repoint_key'], { __typename: 'RepointOk' }>['outcomes'][number];

type Props = {
  readonly items: readonly Item[];
  /** Ids of those that are left as they are. */
  readonly left: ReadonlySet<string>;
  readonly onChange: (left: ReadonlySet<string>) => void;
  /** Outcomes of the items; null before. */
  readonly outcomes: readonly Outcome[] | null;
};

/** Where scripts name a key: the published script, then each draft. */
export function RepointItems({ items, left, onChange, outcomes }: Props) {
  const groups = [
    ...Map.groupBy(items, ({ is_draft: isDraft, changelist }) =>
      isDraft ? `Draft: ${changelist}` : 'Published script',
    ),
  ];
  const toggle = (id: string, isChosen: boolean): void => {
    const next = new Set(left);
    if (isChosen) next.delete(id);
    else next.add(id);
    onChange(next);
  };
  return (
    <Stack gap={4}>
      {groups.map(([title, members]) => (
        <section key={title} aria-label={title}>
          <Text as="h3" size="small" tone="dim" weight="medium">
            {title}
          </Text>
          <Stack as="ul" className={styles['items']}>
            {members.map((item) => (
              <li key={item.id} className={styles['item']}>
                {outcomes === null ? (
                  <Checkbox
                    label={labelOf(item)}
                    checked={item.problem == null && !left.has(item.id)}
                    disabled={item.problem != null}
                    onChange={(event) => toggle(item.id, event.currentTarget.checked)}
                  />
                ) : (
                  <span>{labelOf(item)}</span>
                )}
                <Text size="small" tone="dim" mono breakWords className={styles['place']}>
                  {item.path}:{item.line}
                </Text>
                {outcomes !== null && <Result outcome={outcomes.find(({ id }) => id === item.id)} />}
                {outcomes === null && item.problem != null && <p className={styles['problem']}>{item.problem}</p>}
              </li>
            ))}
          </Stack>
        </section>
      ))}
    </Stack>
  );
}

const labelOf = ({ kind, name, is_test: isTest }: Item): string =>
  `${kind === 'upload' ? 'Upload' : 'Download'} ${name}${isTest ? ', test target' : ''}`;

const RESULTS: Readonly<Record<string, { readonly tone: StatusTone; readonly label: string }>> = {
  repointed: { tone: 'completed', label: 'Done' },
  changed_meanwhile: { tone: 'warning', label: 'Changed meanwhile' },
  refused: { tone: 'error', label: 'Refused' },
};

function Result({ outcome }: { readonly outcome: Outcome | undefined }) {
  if (outcome === undefined) return <StatusBadge tone="inactive" label="Left as it is" />;
  const { tone, label } = RESULTS[outcome.outcome] ?? { tone: 'inactive' as const, label: outcome.outcome };
  return (
    <>
      <StatusBadge tone={tone} label={label} />
      {outcome.outcome === 'refused' && <p className={styles['problem']}>{outcome.message}</p>}
    </>
  );
}
