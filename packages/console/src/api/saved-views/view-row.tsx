import { ActionIcon, TextInput } from '@mantine/core';
import { LIMITS } from '@switchboard/model/limits';
import { textProblem } from '@switchboard/model/presentation/text-problem';
import { IconCheck, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Row, Text } from '../../ui/layout/layout.tsx';
import { SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';
import styles from './saved-views.module.css';
import type { SavedView } from './use-saved-views.ts';

type Props = {
  readonly view: SavedView;
  /** The query of the address that opens it. */
  readonly address: string;
  /** The list is filtered by it. */
  readonly isCurrent: boolean;
  readonly onOpened: () => void;
  /** Resolves to whether it was renamed. */
  readonly onRename: (name: string) => Promise<boolean>;
  readonly onDelete: () => void;
};

/** A saved view: a link that opens it, and what its owner may do with it. */
export function ViewRow({ view, address, isCurrent, onOpened, onRename, onDelete }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  if (draft !== null) {
    const name = draft.trim();
    const problem = name === '' ? 'A view needs a name.' : textProblem('A name', name, LIMITS.viewNameLength);
    return (
      <Row as="li" gap={1} align="center" paddingInline={2} minHeight="nav-item" className={styles['row']}>
        <TextInput
          className={styles['field'] ?? ''}
          autoFocus
          aria-label={`New name of ${view.name}`}
          error={problem}
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              event.stopPropagation();
              setDraft(null);
            }
            if (event.key === 'Enter' && problem === null)
              void onRename(name).then((renamed) => renamed && setDraft(null));
          }}
        />
      </Row>
    );
  }
  return (
    <Row
      as="li"
      gap={1}
      align="center"
      paddingInline={2}
      minHeight="nav-item"
      className={styles['row']}
      data-current={isCurrent || undefined}
    >
      <Row
        as={Link}
        gap={2}
        align="center"
        minWidth={0}
        minHeight="nav-item"
        flex={1}
        to={address}
        className={styles['link']}
        aria-current={isCurrent || undefined}
        onClick={onOpened}
      >
        {isCurrent && <IconCheck size={SMALL_ICON_SIZE} aria-hidden="true" />}
        <Text truncate>{view.name}</Text>
        {!view.is_own && (
          <Text atEnd size="small" tone="dim" nowrap>
            {view.owner?.name}
          </Text>
        )}
      </Row>
      {view.is_own && (
        <>
          <ActionIcon aria-label={`Rename ${view.name}`} onClick={() => setDraft(view.name)}>
            <IconPencil size={SMALL_ICON_SIZE} />
          </ActionIcon>
          <ActionIcon aria-label={`Delete ${view.name}`} onClick={onDelete}>
            <IconTrash size={SMALL_ICON_SIZE} />
          </ActionIcon>
        </>
      )}
    </Row>
  );
}
