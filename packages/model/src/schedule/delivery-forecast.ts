/** Deliveries that a forecast needs at least. */
const MIN_DELIVERIES = 5;

/** When a report date is expected to be delivered, from how long earlier ones took. */
export type DeliveryForecast = {
  /** Epoch milliseconds; null once it has taken longer than every earlier delivery. */
  readonly expected: number | null;
  /** Number of earlier deliveries that the forecast is based on. */
  readonly deliveries: number;
};

/**
 * The median of the earlier delays that are longer than what has passed already: a delivery that is not over after an hour is
 * compared with those that took more than an hour.
 * @param delays milliseconds from when the data was due until it was delivered, in any order
 * @param dueAt epoch milliseconds at which the data was due
 * @param now epoch milliseconds
 * @returns null with too few deliveries
 */
export function forecastDelivery(delays: readonly number[], dueAt: number, now: number): DeliveryForecast | null {
  if (delays.length < MIN_DELIVERIES) return null;
  const longer = delays.filter((delay) => delay > now - dueAt).toSorted((a, b) => a - b);
  const middle = longer[Math.floor((longer.length - 1) / 2)];
  const next = longer[Math.floor(longer.length / 2)];
  const expected = middle === undefined || next === undefined ? null : dueAt + (middle + next) / 2;
  return { expected, deliveries: delays.length };
}

/** Whole minutes by which a forecast misses a deadline; 0 when it does not. One without an expected time is as late as it is now. */
export function minutesMissed({ expected }: DeliveryForecast, deadline: number, now: number): number {
  return Math.max(0, Math.ceil((Math.max(expected ?? now, now) - deadline) / 60_000));
}

/** Minutes as people say them: `45 min`, `2 h 5 min`, `3 d 4 h`. */
export function delayText(minutes: number): string {
  const whole = Math.ceil(minutes);
  if (whole < 60) return `${whole} min`;
  const [hours, rest] = [Math.floor(whole / 60), whole % 60];
  if (hours < 24) return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
  return hours % 24 === 0 ? `${Math.floor(hours / 24)} d` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}
