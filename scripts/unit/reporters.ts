import type { InlineConfig } from 'vitest/node';
import { ProfileReporter } from '../profile/profile-reporter.ts';

/**
 * The reporters of our runs: what a person reads, and for the runner a report and a profile, to the paths that `TEST_REPORT` and
 * `TEST_PROFILE` name.
 */
export function reporters(): NonNullable<InlineConfig['reporters']> {
  const { TEST_REPORT: report, TEST_PROFILE: profile } = process.env;
  return [
    'default',
    ...(report === undefined ? [] : [['json', { outputFile: report }] as ['json', object]]),
    ...(profile === undefined ? [] : [new ProfileReporter(profile)]),
  ];
}
