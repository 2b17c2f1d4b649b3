import { NativeSelect, NumberInput } from '@mantine/core';
import '../../../ui/theme/mantine-layer-styles.ts';
import { formatBytes, fullNumber } from '@switchboard/model/format';
import type { KeptKindFactsFragment } from '../../../api/generated/graphql.ts';
import { Row, Stack, Text } from '../../../ui/layout/layout.tsx';
import { isKeptChoiceChanged, isKeptShorter, type KeptChoice, keptChoiceProblem } from './kept-choice.ts';

type Props = {
  readonly kind: KeptKindFactsFragment;
  readonly choice: KeptChoice;
  readonly onChange: (choice: KeptChoice) => void;
};

const MODES: readonly KeptChoice['mode'][] = ['installation', 'days', 'ever'];

/** Kinds that are not removed but go elsewhere. */
const ACTS: Readonly<Record<string, string>> = { units: 'Archived next', archive: 'To the file store next' };
const WARNINGS: Readonly<Record<string, string>> = {
  units: 'Older ones move to the archive within a day. Lists do not show them any more.',
  archive: 'Older ones leave the database. Their files in the store stay.',
};

/** For how long one kind of data is kept. */
export function KeptKindField({ kind, choice, onChange }: Props) {
  const title = `${kind.label.charAt(0).toUpperCase()}${kind.label.slice(1)}`;
  const installation = kind.installation_days === null ? 'for ever' : `${fullNumber(kind.installation_days)} days`;
  const problem = keptChoiceProblem(choice, kind.min_days);
  const isShorter = problem === null && isKeptChoiceChanged(kind, choice) && isKeptShorter(kind, choice);
  return (
    <Stack as="li" role="group" gap={1} minWidth={0} aria-label={title}>
      <Row gap={['half', 3]} justify="between" align="baseline" wrap>
        <Text weight="medium">{title}</Text>
        {kind.due !== null && (
          <Text size="small" tone="dim" tabular>
            {dueText(kind, kind.due)}
          </Text>
        )}
      </Row>
      <Row gap={2} align="start" wrap>
        <NativeSelect
          aria-label={`Keep ${kind.label}`}
          value={choice.mode}
          data={[
            { value: 'installation', label: `As the installation (${installation})` },
            { value: 'days', label: 'Own days' },
            { value: 'ever', label: 'For ever' },
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...choice, mode: MODES.find((mode) => mode === value) ?? 'installation' })
          }
        />
        {choice.mode === 'days' && (
          <NumberInput
            aria-label={`Days to keep ${kind.label}`}
            rightSection={<Text tone="dim">days</Text>}
            rightSectionWidth="var(--space-12)"
            hideControls
            allowDecimal={false}
            allowNegative={false}
            value={choice.days}
            error={problem}
            onChange={(days) => onChange({ ...choice, days })}
          />
        )}
      </Row>
      {isShorter && (
        <Text size="small" tone="error">
          {WARNINGS[kind.kind] ?? 'Older ones are removed within a day and cannot be restored.'}
        </Text>
      )}
    </Stack>
  );
}

/** The result of the next pruning by the saved days. */
function dueText({ kind, due_bytes: bytes }: KeptKindFactsFragment, due: number): string {
  const noun = kind === 'events' ? 'event' : 'run';
  const size = bytes === null || bytes === 0 ? '' : `, ${formatBytes(bytes)}`;
  return `${ACTS[kind] ?? 'Removed next'}: ${fullNumber(due)} ${noun}${due === 1 ? '' : 's'}${size}`;
}
