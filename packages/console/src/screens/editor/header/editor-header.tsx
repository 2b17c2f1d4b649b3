import { ActionIcon, Button } from '@mantine/core';
import { READ_ONLY_DRAFT } from '@switchboard/model/changelist';
import {
  IconDeviceFloppy,
  IconFilePlus,
  IconFlask,
  IconHelp,
  IconListCheck,
  IconRocket,
  IconX,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { usePermission, useSession } from '../../../api/session/session.ts';
import { useBranchOpened } from '../../../entities/draft/use-branch.ts';
import { StatusBadge } from '../../../ui/status/status-badge.tsx';
import { ICON_SIZE } from '../../../ui/theme/metrics.ts';
import type { DraftHead } from '../draft/load-draft.ts';
import styles from '../editor.module.css';
import { DescriptionField } from './description-field.tsx';
import { FlowSummary } from './flow-summary.tsx';

const STATUSES = {
  running: { tone: 'completed', icon: 'completed', label: 'Published' },
  replaced: { tone: 'inactive', icon: 'waiting', label: 'Previously Published' },
  archived: { tone: 'inactive', icon: 'skipped', label: 'Archived' },
  draft: { tone: 'working', icon: 'info', label: 'Active Draft' },
} as const;

const statusOf = (status: string) => (status in STATUSES ? STATUSES[status as keyof typeof STATUSES] : STATUSES.draft);

type Props = {
  readonly head: DraftHead;
  readonly isEditable: boolean;
  /** Changes that are not saved. */
  readonly unsaved: number;
  readonly isSaving: boolean;
  readonly onRenamed: (description: string) => void;
  readonly onSave: () => void;
  readonly onTest: () => void;
  readonly onPublish: () => void;
  readonly onHelp: () => void;
  /** Where the editor is closed to. */
  readonly closeTo: string;
  /** Takes what is shown of the draft's review and of who has it open. */
  readonly slot: (element: HTMLElement | null) => void;
};

const MAC = /mac|iphone|ipad/i.test(navigator.userAgent);
/** A key with the one that commands have on this computer. */
export const withCommand = (key: string): string => (MAC ? `⌘ ${key}` : `Ctrl ${key}`);

/** The draft's name and state, and what can be done with it. */
export function EditorHeader({ head, isEditable, unsaved, isSaving, ...props }: Props) {
  const { account } = useSession();
  const mayPublish = usePermission('publish-scripts');
  const isDraft = head.status === 'draft' || head.status === 'proofing';
  const { tone, icon, label } = statusOf(head.status);
  return (
    <header className={styles['header']}>
      <div className={styles['heading']}>
        <DescriptionField
          id={head.id}
          description={head.description}
          isEditable={isEditable}
          onRenamed={props.onRenamed}
        />
        <StatusBadge tone={tone} icon={icon} label={label} />
        {!isEditable && (
          <StatusBadge
            tone="inactive"
            label="Read-only"
            tip={isDraft ? 'You need the permission develop-scripts to edit drafts.' : READ_ONLY_DRAFT}
          />
        )}
        {head.needs_merge && <StatusBadge tone="warning" label="Needs merge" />}
        <FlowSummary head={head} />
        <div className={styles['slot']} ref={props.slot} />
      </div>
      <div className={styles['actions']}>
        <HeaderLink to={`/app/${account.urlName}/scripts/tests`} icon={<IconListCheck size={ICON_SIZE} />}>
          Test Runs
        </HeaderLink>
        {!isDraft && <NewDraftButton id={head.id} />}
        {isEditable && (
          <>
            <Button
              variant="default"
              leftSection={<IconDeviceFloppy size={ICON_SIZE} />}
              loading={isSaving}
              data-tip={`${unsaved === 0 ? 'Nothing to save' : unsaved === 1 ? '1 unsaved file' : `${unsaved} unsaved files`} · ${withCommand('S')}`}
              onClick={props.onSave}
            >
              Save
            </Button>
            <Button
              variant="default"
              leftSection={<IconFlask size={ICON_SIZE} />}
              disabled={isSaving}
              data-tip={withCommand('Y')}
              onClick={props.onTest}
            >
              Test
            </Button>
            {mayPublish && (
              <Button
                variant="filled"
                leftSection={<IconRocket size={ICON_SIZE} />}
                disabled={isSaving}
                data-tip={withCommand('Enter')}
                onClick={props.onPublish}
              >
                Publish
              </Button>
            )}
          </>
        )}
        <ActionIcon aria-label="Shortcuts" data-tip="Shortcuts" onClick={props.onHelp}>
          <IconHelp size={ICON_SIZE} />
        </ActionIcon>
        <ActionIcon component={Link} to={props.closeTo} aria-label="Close the editor" data-tip="Close the editor">
          <IconX size={ICON_SIZE} />
        </ActionIcon>
      </div>
    </header>
  );
}

/** Branches a draft from a version that cannot be edited; nothing for people who may not develop. */
function NewDraftButton({ id }: { readonly id: string }) {
  const { create, isPending } = useBranchOpened(id);
  if (create === undefined) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconFilePlus size={ICON_SIZE} />}
      loading={isPending}
      data-tip="Create a draft with the files of this version"
      onClick={create}
    >
      New draft
    </Button>
  );
}

type LinkProps = { readonly to: string; readonly icon: ReactNode; readonly children: ReactNode };

function HeaderLink({ to, icon, children }: LinkProps) {
  return (
    <Button component={Link} to={to} variant="subtle" leftSection={icon}>
      {children}
    </Button>
  );
}
