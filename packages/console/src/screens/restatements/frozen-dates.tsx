import { Button } from '@mantine/core';
import { fullNumber } from '@switchboard/model/format';
import { IconSnowflake } from '@tabler/icons-react';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import { describeFailure } from '../../api/failure.ts';
import type { FreezeFactsFragment } from '../../api/generated/graphql.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Box, Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import { SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';

/** Freezes that are shown at first. */
const BRIEF = 3;

type Props = {
  /** Absent while they load. */
  readonly freezes: readonly FreezeFactsFragment[] | undefined;
  readonly error: CombinedError | undefined;
  readonly onRetry: () => void;
  /** Absent for people who may not unfreeze. */
  readonly onUnfreeze: ((freeze: FreezeFactsFragment) => void) | undefined;
};

/** Frozen report dates with reason and person, and what each freeze holds; nothing while none are frozen. */
export function FrozenDates({ freezes, error, onRetry, onUnfreeze }: Props) {
  const [showsAll, setShowsAll] = useState(false);
  if (error !== undefined && freezes === undefined)
    return (
      <Box padding={[0, 5, 3]}>
        <Banner
          tone="error"
          title={`The frozen dates could not be read: ${describeFailure(error).message}`}
          actions={<Button onClick={onRetry}>Retry</Button>}
        />
      </Box>
    );
  if (freezes === undefined || freezes.length === 0) return null;
  const shown = showsAll ? freezes : freezes.slice(0, BRIEF);
  return (
    <Stack gap={2} padding={[0, 5, 3]}>
      <Stack as="ul" gap={2} padding={[2, 4]} frame="normal" background="soft" aria-label="Frozen dates">
        {shown.map((freeze) => (
          <Frozen key={freeze.id} freeze={freeze} onUnfreeze={onUnfreeze} />
        ))}
      </Stack>
      {freezes.length > shown.length && (
        <Row>
          <Button variant="subtle" onClick={() => setShowsAll(true)}>
            Show all {freezes.length} freezes
          </Button>
        </Row>
      )}
    </Stack>
  );
}

type FrozenProps = { readonly freeze: FreezeFactsFragment } & Pick<Props, 'onUnfreeze'>;

function Frozen({ freeze, onUnfreeze }: FrozenProps) {
  const { dates, upload_name: upload, reason, held, created, frozen_by: by } = freeze;
  return (
    <Row as="li" gap={[1, 3]} align="center" wrap minWidth={0}>
      <Row as="span" inline gap={1} align="center" weight="medium">
        <IconSnowflake size={SMALL_ICON_SIZE} aria-hidden="true" />
        {dates} {dates.startsWith('all') ? 'are' : 'is'} frozen
      </Row>
      <Text tone="dim" breakWords>
        {upload === null ? 'all uploads' : `upload ${upload}`} · {reason} ·{by !== null && ` by ${by.name},`}{' '}
        <Timestamp value={created} />
      </Text>
      {held > 0 && (
        <Text tone="warning">
          {fullNumber(held)} {held === 1 ? 'result' : 'results'} held
        </Text>
      )}
      {onUnfreeze !== undefined && (
        <Row atEnd flex="none">
          <Button aria-label={`Unfreeze ${dates}`} onClick={() => onUnfreeze(freeze)}>
            Unfreeze
          </Button>
        </Row>
      )}
    </Row>
  );
}
