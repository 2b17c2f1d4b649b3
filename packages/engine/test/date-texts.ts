import fc from 'fast-check';

/**
 * Texts of a date in the forms that files have, also of days that do not exist.
 * @param year as it is written
 * @param time follows the date in some forms; '' for none
 */
export function dateTexts(year: fc.Arbitrary<string>, time: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(year, fc.integer({ min: 0, max: 13 }), fc.integer({ min: 0, max: 32 }), time)
    .chain(([y, month, day, clock]) => {
      const [m, d] = [String(month).padStart(2, '0'), String(day).padStart(2, '0')];
      return fc.constantFrom(
        `${y}-${m}-${d}${clock}`,
        `${m}/${d}/${y}`,
        `${day}.${month}.${y}`,
        `${d}.${m}.${y}`,
        `${y}-${d}-${m}${clock}`,
        `${y}${m}${d}`,
        clock.trim(),
      );
    });
}
