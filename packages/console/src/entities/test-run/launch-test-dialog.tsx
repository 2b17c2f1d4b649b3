import { Button, Checkbox, Modal, Skeleton, TextInput } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { fullNumber } from '@switchboard/model/format';
import { matchesOption } from '@switchboard/model/presentation/option-search';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { useReturnFocus } from '../../lib/use-return-focus.ts';
import { Box, Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import styles from './launch-test.module.css';
import { initialSelection, rememberSelection } from './selected-exports.ts';

/** An upload of the draft that can be tested. */
export type TestableUpload = {
  readonly name: string;
  /** The file that declares it. */
  readonly path: string;
  /** Whether it has a target for tests; otherwise its result is only kept. */
  readonly test: boolean;
};

export type TestLaunch = { readonly uploads: readonly string[]; readonly fetchNew: boolean };

type Props = {
  /** Undefined while they load. */
  readonly uploads: readonly TestableUpload[] | undefined;
  /** The uploads that are selected at first; by default those that were tested last. */
  readonly initial?: readonly string[] | undefined;
  /** Why the draft cannot be tested; shown in place of the choice. */
  readonly problem?: ReactNode;
  /** Resolves to true when the test run was launched; otherwise the dialog stays open. */
  readonly onLaunch: (launch: TestLaunch) => Promise<boolean>;
  readonly onClose: () => void;
};

/** "Launch Test": chooses the uploads of a draft to test, and with which downloads. */
export function LaunchTestDialog({ uploads, initial, problem, onLaunch, onClose }: Props) {
  useReturnFocus();
  return (
    <Modal opened onClose={onClose} title="Launch Test" size="lg">
      {problem ??
        (uploads === undefined ? (
          <Stack gap={3} aria-busy="true">
            <Skeleton height="var(--control)" />
            <Skeleton height="var(--menu-height)" />
          </Stack>
        ) : (
          <Choice uploads={uploads} initial={initial} onLaunch={onLaunch} onClose={onClose} />
        ))}
    </Modal>
  );
}

type ChoiceProps = Pick<Props, 'initial' | 'onLaunch' | 'onClose'> & { readonly uploads: readonly TestableUpload[] };

function Choice({ uploads, initial, onLaunch, onClose }: ChoiceProps) {
  const hintId = useId();
  const [typed, setTyped] = useState('');
  const proposed = useMemo(
    () =>
      initialSelection(
        uploads.map(({ name }) => name),
        initial,
      ),
    [uploads, initial],
  );
  /** Null until the person has chosen. */
  const [own, setOwn] = useState<ReadonlySet<string> | null>(null);
  const selected = own ?? proposed;
  const [launching, setLaunching] = useState<'existing' | 'new' | null>(null);
  // Those that are selected at first lead the list, so that they are in view.
  const found = useMemo(() => {
    const ordered = [
      ...uploads.filter(({ name }) => proposed.has(name)),
      ...uploads.filter(({ name }) => !proposed.has(name)),
    ];
    return ordered.filter(({ name }) => matchesOption(name, typed));
  }, [uploads, proposed, typed]);
  const chosen = uploads.filter(({ name }) => selected.has(name)).map(({ name }) => name);
  const foundChosen = found.filter(({ name }) => selected.has(name)).length;
  const isAll = found.length > 0 && foundChosen === found.length;
  const isNone = chosen.length === 0;

  const toggle = (name: string): void =>
    setOwn((current) => {
      const next = new Set(current ?? proposed);
      if (!next.delete(name)) next.add(name);
      return next;
    });
  const toggleAll = (): void =>
    setOwn((current) => {
      const names = found.map(({ name }) => name);
      const before = [...(current ?? proposed)];
      return new Set(isAll ? before.filter((name) => !names.includes(name)) : [...before, ...names]);
    });
  const launch = async (kind: 'existing' | 'new'): Promise<void> => {
    if (isNone || launching !== null) return;
    setLaunching(kind);
    const isLaunched = await onLaunch({ uploads: chosen, fetchNew: kind === 'new' });
    setLaunching(null);
    if (!isLaunched) return;
    rememberSelection(chosen);
    onClose();
  };
  const blocked = isNone ? { 'aria-disabled': true, 'data-disabled': true } : {};

  return (
    <Stack gap={3}>
      <TextInput
        data-autofocus
        type="search"
        aria-label="Search uploads"
        placeholder="Search uploads"
        leftSection={<IconSearch size={ICON_SIZE} aria-hidden="true" />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Box overflow="hidden" frame="normal">
        <div className={styles['all']}>
          <Checkbox
            label="All"
            checked={isAll}
            indeterminate={!isAll && foundChosen > 0}
            disabled={found.length === 0}
            onChange={toggleAll}
          />
          <Text size="small" tone="dim" tabular aria-live="polite">
            {fullNumber(chosen.length)} of {fullNumber(uploads.length)} selected
          </Text>
        </div>
        {found.length === 0 && (
          <Text as="p" padding={[4, 3]} tone="dim">
            {uploads.length === 0 ? 'The draft has no uploads.' : 'No uploads found'}
          </Text>
        )}
        <Box as="ul" maxHeight="menu-height" overflowY="auto" aria-label="Uploads">
          {found.map(({ name, path, test }) => (
            <li key={name} className={styles['upload']}>
              <Checkbox label={name} checked={selected.has(name)} onChange={() => toggle(name)} />
              <Text size="small" tone="dim" truncate data-tip={test ? DELIVERED : KEPT}>
                {test && 'to its test target · '}
                {path}
              </Text>
            </li>
          ))}
        </Box>
      </Box>
      <p id={hintId} className={styles['hint']} data-missing={isNone || undefined}>
        {isNone
          ? 'Choose at least one upload.'
          : 'Existing downloads are the newest files of production, which are loaded again. New downloads are asked for at their sources.'}
      </p>
      <Row gap={2} justify="end" wrap>
        <Button
          variant="filled"
          {...blocked}
          aria-describedby={hintId}
          loading={launching === 'existing'}
          onClick={() => void launch('existing')}
        >
          Test with existing downloads
        </Button>
        <Button {...blocked} aria-describedby={hintId} loading={launching === 'new'} onClick={() => void launch('new')}>
          Test with new downloads
        </Button>
      </Row>
    </Stack>
  );
}

const KEPT = 'Its result is kept for 30 days and delivered nowhere.';
const DELIVERED = 'Its result is delivered to the target that its test block names.';
