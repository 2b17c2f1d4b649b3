import { Button } from '@mantine/core';
import { fullNumber } from '@switchboard/model/format';
import { IconBan, IconPlayerPause, IconPlayerPlay, IconRefresh } from '@tabler/icons-react';
import { type AnyVariables, type TypedDocumentNode, useQuery } from 'urql';
import { MatchingDownloadsDocument, MatchingUploadsDocument } from '../../../api/generated/documents/bulk.ts';
import type { StateCountFragment } from '../../../api/generated/graphql.ts';
import { SelectionBar } from '../../../ui/data-table/selection/selection-bar.tsx';
import { ICON_SIZE } from '../../../ui/theme/metrics.ts';
import type { TransferKind } from '../transfer-kind.ts';
import styles from './bulk.module.css';
import { type BulkAction, scopeVariables } from './bulk-action.ts';
import { countText } from './bulk-texts.ts';

type Matching = TypedDocumentNode<{ readonly matching: StateCountFragment }, AnyVariables>;

const MATCHING: Readonly<Record<TransferKind['noun'], Matching>> = {
  download: MatchingDownloadsDocument as Matching,
  upload: MatchingUploadsDocument as Matching,
};

type Props = {
  readonly noun: TransferKind['noun'];
  readonly count: number;
  /** How many of them the list does not show any more. */
  readonly gone: number;
  /** All rows that match are selected, also those that are not loaded. */
  readonly isAll: boolean;
  /** All loaded rows are selected, and more match. */
  readonly canSelectAll: boolean;
  readonly filters: Readonly<Record<string, unknown>>;
  readonly onSelectAll: () => void;
  readonly onAction: (action: BulkAction) => void;
  /** Pauses the declarations of the selected rows; undefined when rows are selected that are not loaded. */
  readonly onPause: (() => void) | undefined;
  readonly onClear: () => void;
};

/** Commands for the selected rows. */
export function TransferSelectionBar(props: Props) {
  const { noun, count, gone, isAll, canSelectAll } = props;
  const [{ data }] = useQuery({
    query: MATCHING[noun],
    variables: scopeVariables({ filters: props.filters }),
    pause: !isAll && !canSelectAll,
  });
  const matching = data === undefined ? '' : ` ${fullNumber(data.matching.count)}${data.matching.has_more ? '+' : ''}`;
  return (
    <SelectionBar
      status={
        <>
          {isAll ? `All${matching} ${noun}s that match` : `${countText(count, noun)} selected`}
          {gone > 0 && <span className={styles['gone']}> ({fullNumber(gone)} not in the list any more)</span>}
        </>
      }
      onClear={props.onClear}
    >
      {!isAll && canSelectAll && (
        <Button variant="subtle" onClick={props.onSelectAll}>
          Select all{matching} that match
        </Button>
      )}
      <Button leftSection={<IconRefresh size={ICON_SIZE} />} onClick={() => props.onAction('retry')}>
        Retry
      </Button>
      <Button leftSection={<IconPlayerPlay size={ICON_SIZE} />} onClick={() => props.onAction('run_again')}>
        Run again
      </Button>
      {props.onPause !== undefined && (
        <Button leftSection={<IconPlayerPause size={ICON_SIZE} />} onClick={props.onPause}>
          Pause
        </Button>
      )}
      <Button leftSection={<IconBan size={ICON_SIZE} />} color="red" onClick={() => props.onAction('abandon')}>
        Abandon
      </Button>
    </SelectionBar>
  );
}
