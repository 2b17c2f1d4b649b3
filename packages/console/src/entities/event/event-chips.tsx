import type { EventRowFragment } from '../../api/generated/graphql.ts';
import { Row } from '../../ui/layout/layout.tsx';
import { Chip } from '../../ui/text/chip.tsx';
import { retryChips } from './retry-chips.ts';

type Props = { readonly event: EventRowFragment };

/** "Will Retry" or "Will Not Retry", and the number of the retry. */
export function EventChips({ event }: Props) {
  const { outlook, count } = retryChips(event);
  if (outlook === null && count === null) return null;
  return (
    <Row as="span" gap={2} align="center" flex="none">
      {outlook !== null && <Chip tone={event.will_retry === true ? 'warning' : undefined}>{outlook}</Chip>}
      {count !== null && <Chip tip="Retries made, of retries allowed">{count}</Chip>}
    </Row>
  );
}
