import type { EventRowFragment } from '../../api/generated/graphql.ts';

/** Equal events in succession, shown as one row: the newest stands for all. */
export type FoldedEvent = EventRowFragment & {
  /** The events of the row, newest first. */
  readonly events: readonly EventRowFragment[];
  /** The events that follow are not loaded yet, and may be equal too. */
  readonly mayContinue: boolean;
};

/** A row holds no more events, so that a list of equal ones still fills the window with few pages. */
const MAX_FOLD = 200;

/** Key of equal events. A comment is about one event, so that it stands alone. */
const contentOf = (event: EventRowFragment): string =>
  JSON.stringify([
    event.severity,
    event.code,
    event.message,
    event.project_name,
    event.download_declaration,
    event.upload_declaration,
    event.will_retry,
    event.comment === null ? null : event.id,
  ]);

/**
 * Makes one row of each run of equal events. A row keeps its id, that of its oldest event, while equal ones arrive, and its
 * identity while nothing changes, so that it is not drawn again.
 * @param events newest first
 * @param hasMore whether older events are not loaded yet
 */
export function foldEvents(events: readonly EventRowFragment[], hasMore: boolean): readonly FoldedEvent[] {
  const runs: EventRowFragment[][] = [];
  let before: string | null = null;
  for (const event of events) {
    const run = runs.at(-1);
    const content = contentOf(event);
    if (run !== undefined && content === before && run.length < MAX_FOLD) run.push(event);
    else runs.push([event]);
    before = content;
  }
  return runs.map((run, index) => rowOf(run, hasMore && index === runs.length - 1 && run.length < MAX_FOLD));
}

const known = new WeakMap<EventRowFragment, FoldedEvent>();

function rowOf(events: readonly EventRowFragment[], mayContinue: boolean): FoldedEvent {
  const [newest] = events as readonly [EventRowFragment];
  const before = known.get(newest);
  if (
    before !== undefined &&
    before.mayContinue === mayContinue &&
    before.events.length === events.length &&
    before.events.every((event, index) => event === events[index])
  )
    return before;
  const row = { ...newest, id: events.at(-1)?.id ?? newest.id, events, mayContinue };
  known.set(newest, row);
  return row;
}

/** "×14", or "×14+" while there may be more; null for a single event. */
export function repeatText({ events, mayContinue }: Pick<FoldedEvent, 'events' | 'mayContinue'>): string | null {
  return events.length < 2 ? null : `×${events.length}${mayContinue ? '+' : ''}`;
}
