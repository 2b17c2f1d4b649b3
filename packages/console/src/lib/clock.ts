const CLOCK = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** The time of day in the viewer's zone: 20:31. */
export function formatClock(time: number): string {
  return CLOCK.format(time);
}
