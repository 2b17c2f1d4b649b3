import { addDays, DAY_MS } from '@switchboard/model/schedule/schedule';

const QUARTER = 900_000;
const formats = new Map<string, Intl.DateTimeFormat>();

function localMinute(instant: number, timeZone: string): string {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
    formats.set(timeZone, format);
  }
  return format.format(instant);
}

/** The first instant that clocks of a timezone show as this minute, by trying every offset; null in a gap. */
function instantShown(day: string, time: string, timeZone: string): number | null {
  const asUtc = Date.parse(`${day}T${time}:00Z`);
  // From the farthest east, which has the minute first, to the farthest west.
  for (let offset = 14 * 4; offset >= -12 * 4; offset -= 1) {
    const instant = asUtc - offset * QUARTER;
    if (localMinute(instant, timeZone) === `${day} ${time}`) return instant;
  }
  return null;
}

/**
 * The instants of a local time on each of some days, computed without the product's own arithmetic: what clocks show twice is the
 * first, and what they leave out comes as much later as it does after the last minute that they show.
 */
export function localInstants(
  first: string,
  days: number,
  { time, timezone }: { readonly time: string; readonly timezone: string },
): readonly { readonly day: string; readonly at: number }[] {
  return Array.from({ length: days }, (_each, index) => {
    const day = addDays(first, index);
    const shown = instantShown(day, time, timezone);
    if (shown !== null) return { day, at: shown };
    for (let back = QUARTER; back < DAY_MS; back += QUARTER) {
      const earlier = new Date(Date.parse(`${day}T${time}:00Z`) - back).toISOString();
      const before = instantShown(earlier.slice(0, 10), earlier.slice(11, 16), timezone);
      if (before !== null) return { day, at: before + back };
    }
    throw new Error(`${timezone} has no day ${day}.`);
  });
}
