import { ADVERTISING_PRESETS } from './advertising.ts';
import { ANALYTICS_PRESETS } from './analytics.ts';
import { CUSTOMER_PRESETS } from './customers.ts';
import { MOBILE_PRESETS } from './mobile.ts';
import type { Preset } from './preset.ts';
import { SOCIAL_PRESETS } from './social.ts';

/** Every preset of the `http` source. */
export const PRESETS: readonly Preset[] = [
  ...ADVERTISING_PRESETS,
  ...SOCIAL_PRESETS,
  ...ANALYTICS_PRESETS,
  ...CUSTOMER_PRESETS,
  ...MOBILE_PRESETS,
];
