import { Button, Textarea } from '@mantine/core';
import { LIMITS } from '@switchboard/model/limits';
import { textProblem } from '@switchboard/model/presentation/text-problem';
import { IconMessage } from '@tabler/icons-react';
import { useState } from 'react';
import type { EventRowFragment } from '../../api/generated/graphql.ts';
import { usePermission } from '../../api/session/session.ts';
import { useLeaveGuard } from '../../ui/form/use-leave-guard.tsx';
import { Row, Stack } from '../../ui/layout/layout.tsx';
import { SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';
import { EventComment } from './event-comment.tsx';
import { useSaveComment } from './use-save-comment.ts';

/** The comment on an event, which people who manage pipelines write, change and remove. */
export function CommentEditor({ event }: { readonly event: EventRowFragment }) {
  const mayWrite = usePermission('manage-pipelines');
  const { isSaving, save } = useSaveComment();
  const [draft, setDraft] = useState<string | null>(null);
  const guard = useLeaveGuard(draft !== null && draft !== (event.comment ?? ''));
  const problem = textProblem('A comment', draft ?? '', LIMITS.commentLength);
  const submit = async (): Promise<void> => {
    if (draft === null || problem !== null || !(await save(event.id, draft))) return;
    guard.release();
    setDraft(null);
  };
  if (draft !== null) {
    return (
      <Stack
        as="form"
        gap={3}
        onSubmit={(submitted) => {
          submitted.preventDefault();
          void submit();
        }}
      >
        <Textarea
          label="Comment"
          rows={3}
          error={problem}
          autoFocus
          value={draft}
          onChange={(change) => setDraft(change.currentTarget.value)}
        />
        <Row as="span" gap={2} wrap>
          <Button type="submit" variant="filled" loading={isSaving}>
            Save comment
          </Button>
          <Button onClick={() => guard.leave(() => setDraft(null))}>Cancel</Button>
        </Row>
        {guard.dialog}
      </Stack>
    );
  }
  return (
    <Stack gap={3}>
      {event.comment !== null && <EventComment event={event} />}
      {mayWrite && (
        <Row as="span" gap={2} wrap>
          <Button leftSection={<IconMessage size={SMALL_ICON_SIZE} />} onClick={() => setDraft(event.comment ?? '')}>
            {event.comment === null ? 'Add comment' : 'Edit comment'}
          </Button>
        </Row>
      )}
    </Stack>
  );
}
