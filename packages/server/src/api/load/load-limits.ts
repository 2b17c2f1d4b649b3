import type { LoadRates } from '../../settings/load-settings.ts';
import type { LoadLimits } from './shed-load.ts';
import type { Rate } from './token-buckets.ts';

/**
 * Requests at once, as many as they have connections. An account beyond its rate runs one, almost none of its requests wait, and
 * beside others it takes a sixth of the time.
 */
const SLOTS = {
  all: 8,
  perGroup: 6,
  waitingPerGroup: 40,
  perCrowded: 1,
  waitingPerCrowded: 1,
  patience: 1_000,
  crowdedPatience: 50,
  crowdedRest: 5,
  longestRest: 250,
} as const;

const perSecond = (rate: number): Rate => ({ perSecond: rate, burst: 5 * rate });
const perMinute = (rate: number): Rate => ({ perSecond: rate / 60, burst: Math.max(1, Math.round(rate / 2)) });

export function loadLimitsOf(rates: LoadRates): LoadLimits {
  return {
    address: perSecond(rates.address),
    person: perSecond(rates.person),
    account: perSecond(rates.account),
    costly: {
      previews: perMinute(rates.previews),
      exports: perMinute(rates.exports),
      tests: perMinute(rates.tests),
    },
    slots: SLOTS,
  };
}
