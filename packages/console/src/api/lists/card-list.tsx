import { type ReactNode, useEffect, useRef } from 'react';
import { NewRowsBanner } from '../../ui/feedback/new-rows-banner.tsx';
import { RetryBanner } from '../../ui/feedback/retry-banner.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Box, Stack } from '../../ui/layout/layout.tsx';
import { FETCH_DISTANCE, SCROLLED_DISTANCE } from '../../ui/theme/metrics.ts';
import { GENERIC_FAILURE } from '../failure.ts';
import styles from './card-list.module.css';
import type { Connection } from './use-connection.ts';

type Props<Row extends { readonly id: string }> = {
  /** The accessible name of the list. */
  readonly label: string;
  /** Noun of the cards: "test runs". */
  readonly nouns: string;
  readonly connection: Connection<Row>;
  readonly onScrolled: (isScrolled: boolean) => void;
  /** Placeholders of cards, as many as given or as fill the screen. */
  readonly skeleton: (count?: number) => ReactNode;
  /** Shown in place of an empty list. */
  readonly empty: ReactNode;
  /** The cards: items of a list. */
  readonly children: ReactNode;
};

/** Cards over a list of the server, with what stands in their place: loading, empty, failed, and more to come. */
export function CardList<Row extends { readonly id: string }>(props: Props<Row>) {
  const { label, nouns, connection, onScrolled, skeleton, empty, children } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { rows, phase, failure, hasMore, loadingMore, moreFailed, fetchMore } = connection;
  useEffect(() => {
    const element = scroller.current;
    // The first page may not fill the window.
    if (element && hasMore && !moreFailed && element.scrollHeight <= element.clientHeight + FETCH_DISTANCE) fetchMore();
  }, [hasMore, moreFailed, fetchMore]);
  const scrolled = (element: HTMLDivElement): void => {
    onScrolled(element.scrollTop > SCROLLED_DISTANCE);
    if (element.scrollHeight - element.scrollTop - element.clientHeight < FETCH_DISTANCE + element.clientHeight)
      fetchMore();
  };
  return (
    <Stack minHeight={0} flex={1} className={styles['frame']}>
      {failure !== null && rows.length > 0 && (
        <Box padding={[0, 5]}>
          <RetryBanner onRetry={connection.refresh}>
            The {nouns} could not be refreshed: {failure.message}
          </RetryBanner>
        </Box>
      )}
      <NewRowsBanner
        count={connection.waiting}
        onShow={() => {
          connection.release();
          scroller.current?.scrollTo({ top: 0 });
        }}
      />
      <Stack
        gap={3}
        padding={[2, 5, 5]}
        minHeight={0}
        flex={1}
        overflowY="auto"
        ref={scroller}
        className={styles['content']}
        onScroll={(event) => scrolled(event.currentTarget)}
      >
        {phase === 'error' && <ErrorState title={GENERIC_FAILURE} failure={failure} onRetry={connection.refresh} />}
        {phase === 'loading' && skeleton()}
        {phase === 'ready' && rows.length === 0 && empty}
        {rows.length > 0 && (
          <Stack as="ul" gap={3} aria-label={label} aria-busy={loadingMore}>
            {children}
          </Stack>
        )}
        {loadingMore && skeleton(1)}
        {moreFailed && <RetryBanner onRetry={fetchMore}>More {nouns} could not be loaded.</RetryBanner>}
      </Stack>
    </Stack>
  );
}
