const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/** A decimal number of any length with its thousands separated; other texts as they are. */
export function groupDigits(text: string): string {
  const [, sign = '', whole = '', fraction] = DECIMAL.exec(text) ?? [];
  if (whole === '') return text;
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `${sign === '-' ? '−' : ''}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}

const placesOf = (text: string): number => DECIMAL.exec(text)?.[3]?.length ?? 0;

function scaled(text: string, places: number): bigint {
  const [, sign = '', whole = '', fraction = ''] = DECIMAL.exec(text) ?? [];
  return BigInt(`${sign}${whole}${fraction.padEnd(places, '0')}`);
}

/** The exact difference of two decimal numbers with its sign, "+40" or "−0.25"; null when one is none. */
export function differenceText(before: string, after: string): string | null {
  if (!DECIMAL.test(before) || !DECIMAL.test(after)) return null;
  const places = Math.max(placesOf(before), placesOf(after));
  const difference = scaled(after, places) - scaled(before, places);
  const digits = (difference < 0n ? -difference : difference).toString().padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const text = groupDigits(places === 0 ? whole : `${whole}.${digits.slice(-places)}`);
  if (difference === 0n) return '±0';
  return `${difference < 0n ? '−' : '+'}${text}`;
}
