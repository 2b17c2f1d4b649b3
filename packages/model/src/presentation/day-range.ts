/** A range of calendar days, both ends included, as yyyy-MM-dd. */
export type DayRange = { readonly start: string; readonly end: string };

export const DAY_PRESETS = ['Today', 'Yesterday', '7 Days', '30 Days', '3 Months', '6 Months'] as const;
export type DayPreset = (typeof DAY_PRESETS)[number];

const iso = (date: Date): string => date.toISOString().slice(0, 10);

function shift(today: string, amount: { readonly days?: number; readonly months?: number }): string {
  const date = new Date(`${today}T00:00:00Z`);
  if (amount.months !== undefined) {
    const wanted = date.getUTCDate();
    date.setUTCDate(1);
    date.setUTCMonth(date.getUTCMonth() + amount.months);
    const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
    date.setUTCDate(Math.min(wanted, last));
  }
  date.setUTCDate(date.getUTCDate() + (amount.days ?? 0));
  return iso(date);
}

/** The range of a preset; "7 Days" includes today. */
export function presetRange(preset: DayPreset, today: string): DayRange {
  switch (preset) {
    case 'Today':
      return { start: today, end: today };
    case 'Yesterday':
      return { start: shift(today, { days: -1 }), end: shift(today, { days: -1 }) };
    case '7 Days':
      return { start: shift(today, { days: -6 }), end: today };
    case '30 Days':
      return { start: shift(today, { days: -29 }), end: today };
    case '3 Months':
      return { start: shift(today, { months: -3 }), end: today };
    case '6 Months':
      return { start: shift(today, { months: -6 }), end: today };
  }
}

/** The preset that equals a range, if any. */
export function presetOf(range: DayRange, today: string): DayPreset | null {
  return (
    DAY_PRESETS.find((preset) => {
      const candidate = presetRange(preset, today);
      return candidate.start === range.start && candidate.end === range.end;
    }) ?? null
  );
}

/** The range when both ends are set and in order, its end at most today; otherwise null. */
export function usableRange(start: string | null, end: string | null, today: string): DayRange | null {
  if (start === null || end === null) return null;
  const clamped = end > today ? today : end;
  return start > clamped ? null : { start, end: clamped };
}
