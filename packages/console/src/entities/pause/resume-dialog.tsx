import { Button, Checkbox, Group, Modal, Radio, ScrollArea } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { parseTimestamp, shortDay } from '@switchboard/model/format';
import { useState } from 'react';
import { useQuery } from 'urql';
import { describeFailure } from '../../api/failure.ts';
import {
  PauseBacklogDocument,
  ResumeKeyDocument,
  ResumePipelineDocument,
} from '../../api/generated/documents/pause.ts';
import type { PauseBacklogQuery } from '../../api/generated/graphql.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { relativeTime } from '../../lib/relative-time.ts';
import { useReturnFocus } from '../../lib/use-return-focus.ts';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import type { Pausable } from './pausable.ts';

type Props = {
  readonly pausable: Pausable;
  readonly onClose: () => void;
  readonly onResumed: () => void;
};

const CHOICES = ['all', 'some', 'none'] as const;
type Choice = (typeof CHOICES)[number];
type Item = PauseBacklogQuery['pause_backlog']['items'][number];

/** Shows what was due during a pause, and asks which of it is run now. */
export function ResumeDialog({ pausable, onClose, onResumed }: Props) {
  useReturnFocus();
  const { kind, name } = pausable;
  const [{ data, error }] = useQuery({
    query: PauseBacklogDocument,
    variables: { kind, name },
    requestPolicy: 'network-only',
  });
  const [choice, setChoice] = useState<Choice>('all');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const options = { done: () => `${name} goes on.` };
  const pipeline = useMutationAction(ResumePipelineDocument, {
    ...options,
  });
  const key = useMutationAction(ResumeKeyDocument, {
    ...options,
  });
  const backlog = data?.pause_backlog;
  const submit = async (): Promise<void> => {
    const input = { name, catch_up: choice, ...(choice === 'some' ? { items: [...chosen] } : {}) };
    const answer = kind === 'key' ? await key.run(input) : await pipeline.run({ ...input, kind });
    if (answer === null) return;
    onResumed();
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={`Resume ${kind} ${name}`}>
      <Stack gap={4} aria-busy={backlog === undefined && error === undefined}>
        {error !== undefined && <Text tone="error">{describeFailure(error).message}</Text>}
        {backlog === undefined && error === undefined && <Text tone="dim">Looking up what was due meanwhile…</Text>}
        {backlog?.count === 0 && <Text>Nothing was due meanwhile.</Text>}
        {backlog !== undefined && backlog.count > 0 && (
          <>
            <Radio.Group
              label={`${backlog.count} ${backlog.count === 1 ? 'report date was' : 'report dates were'} due meanwhile`}
              value={choice}
              onChange={(value) => setChoice(CHOICES.find((each) => each === value) ?? 'all')}
            >
              <Stack gap={2} padding={[2, 0, 0]}>
                <Radio value="all" label="Run all" />
                <Radio value="some" label="Run some" />
                <Radio value="none" label="Run none: go on with what is due next" />
              </Stack>
            </Radio.Group>
            <Backlog
              items={backlog.items}
              count={backlog.count}
              chosen={choice === 'some' ? chosen : null}
              isRun={choice === 'all'}
              onChoose={(ids) => {
                setChoice('some');
                setChosen(ids);
              }}
            />
          </>
        )}
      </Stack>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="filled"
          data-autofocus
          disabled={backlog === undefined || (choice === 'some' && chosen.size === 0)}
          loading={pipeline.isPending || key.isPending}
          onClick={() => void submit()}
        >
          Resume
        </Button>
      </Group>
    </Modal>
  );
}

type BacklogProps = {
  readonly items: readonly Item[];
  readonly count: number;
  /** Ids of the items that are run; null when all or none are. */
  readonly chosen: ReadonlySet<string> | null;
  readonly isRun: boolean;
  readonly onChoose: (ids: ReadonlySet<string>) => void;
};

function Backlog({ items, count, chosen, isRun, onChoose }: BacklogProps) {
  const [now] = useState(() => Date.now());
  const toggle = (id: string): void => {
    const ids = new Set(chosen ?? (isRun ? items.map((item) => item.id) : []));
    if (!ids.delete(id)) ids.add(id);
    onChoose(ids);
  };
  return (
    <ScrollArea.Autosize mah="16rem" type="auto">
      <Stack as="ul" gap={2} aria-label="Due meanwhile" role="list">
        {items.map((item) => (
          <Row as="li" key={item.id} gap={2} align="center" justify="between">
            <Checkbox
              checked={chosen === null ? isRun : chosen.has(item.id)}
              label={`${item.report_date === null ? 'Latest' : shortDay(item.report_date)} · ${item.name}`}
              onChange={() => toggle(item.id)}
            />
            <Text tone="dim" size="small">
              {item.kind === 'upload' ? 'result waits' : dueText(item.due, now)}
            </Text>
          </Row>
        ))}
      </Stack>
      {count > items.length && <Text tone="dim">and {count - items.length} more</Text>}
    </ScrollArea.Autosize>
  );
}

function dueText(due: string, now: number): string {
  const at = parseTimestamp(due);
  return at === null ? '' : `due ${relativeTime(at.getTime(), now)}`;
}
