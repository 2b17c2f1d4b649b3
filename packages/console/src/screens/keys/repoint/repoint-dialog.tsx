import { Button, Group, Modal, Select } from '@mantine/core';
import '../../../ui/theme/mantine-layer-styles.ts';
import { useState } from 'react';
import { useQuery } from 'urql';
import { describeFailure } from '../../../api/failure.ts';
import {
  KeysOfTypeDocument,
  PreviewRepointDocument,
  RepointKeyDocument,
} from '../../../api/generated/documents/repoint.ts';
import type { RepointKeyMutation } from '../../../api/generated/graphql.ts';
import { useMutationAction } from '../../../api/use-mutation-action.ts';
import { useReturnFocus } from '../../../lib/use-return-focus.ts';
import { Stack, Text } from '../../../ui/layout/layout.tsx';
import styles from './repoint.module.css';
import { RepointItems } from './repoint-items.tsx';

type Props = {
  /** The key that is replaced. */
  readonly name: string;
  readonly type: string;
  readonly onClose: () => void;
  readonly onChanged: () => void;
};

type Outcomes = Extract<RepointKeyMutation['repoint_key'], { __typename: 'RepointOk' }>['outcomes'];
const NONE: ReadonlySet<string> = new Set();

/** Chooses another key, shows where it would be named, and writes it there. */
export function RepointDialog({ name, type, onClose, onChanged }: Props) {
  useReturnFocus();
  const [to, setTo] = useState<string | null>(null);
  const [left, setLeft] = useState<ReadonlySet<string>>(NONE);
  const [outcomes, setOutcomes] = useState<Outcomes | null>(null);
  const [keys] = useQuery({ query: KeysOfTypeDocument, variables: { type }, requestPolicy: 'network-only' });
  const [preview] = useQuery({
    query: PreviewRepointDocument,
    variables: { from: name, to: to ?? '' },
    requestPolicy: 'network-only',
    pause: to === null || outcomes !== null,
  });
  const { run, isPending } = useMutationAction(RepointKeyDocument, {
    done: ({ repoint_key: done }) => ('outcomes' in done ? summary(done.outcomes, to ?? '') : ''),
    problem: ({ repoint_key: done }) => ('message' in done ? done.message : null),
  });
  const others = (keys.data?.credentials.nodes ?? []).filter((key) => key.name !== name);
  const found = preview.data?.preview_repoint;
  const items = found?.__typename === 'RepointPreview' && to !== null ? found.items : null;
  const chosen = (items ?? []).filter(({ id, problem }) => problem == null && !left.has(id)).map(({ id }) => id);
  const error = keys.error ?? (to === null ? undefined : preview.error);
  const refusal = found?.__typename === 'InvalidCredential' ? found.message : null;
  const point = async (): Promise<void> => {
    const done = (await run({ from: name, to: to ?? '', items: chosen }))?.repoint_key;
    if (done?.__typename !== 'RepointOk') return;
    setOutcomes(done.outcomes);
    onChanged();
  };
  return (
    <Modal opened onClose={onClose} title={`Point ${name} to another key`} size="lg">
      <Stack gap={4}>
        <Text as="p" tone="dim">
          Downloads and uploads that you choose name the other key from then on: the script is published as a new
          version, and drafts are saved with it. The key {name} stays as it is.
        </Text>
        <Select
          label="Other key"
          placeholder={keys.fetching ? 'Reading keys…' : 'Choose a key of the same type'}
          nothingFoundMessage="No such key"
          data={others.map((key) => key.name)}
          value={to}
          searchable
          disabled={outcomes !== null}
          onChange={(value) => {
            setTo(value);
            setLeft(NONE);
          }}
        />
        {!keys.fetching && keys.data && others.length === 0 && (
          <Text as="p" tone="dim">
            There is no other active key of this type. Add one first.
          </Text>
        )}
        {(error !== undefined || refusal !== null) && (
          <p role="alert" className={styles['problem']}>
            {refusal ?? describeFailure(error ?? { graphQLErrors: [] }).message}
          </p>
        )}
        {items !== null && items.length === 0 && (
          <Text as="p" tone="dim">
            No script and no draft names the key {name}.
          </Text>
        )}
        {items !== null && items.length > 0 && (
          <RepointItems items={items} left={left} onChange={setLeft} outcomes={outcomes} />
        )}
        <Group justify="flex-end" gap="xs">
          <Button onClick={onClose} data-autofocus={outcomes !== null || undefined}>
            {outcomes === null ? 'Cancel' : 'Close'}
          </Button>
          {outcomes === null && (
            <Button variant="filled" disabled={chosen.length === 0} loading={isPending} onClick={() => void point()}>
              {to === null ? 'Point to another key' : `Point ${chosen.length} to ${to}`}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

function summary(outcomes: Outcomes, to: string): string {
  const done = outcomes.filter(({ outcome }) => outcome === 'repointed').length;
  return `${done} of ${outcomes.length} now ${done === 1 ? 'names' : 'name'} ${to}.`;
}
