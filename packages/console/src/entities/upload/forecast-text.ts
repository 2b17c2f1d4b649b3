import { delayText } from '@switchboard/model/schedule/delivery-forecast';
import type { UploadRowFragment } from '../../api/generated/graphql.ts';

/** "Will miss 08:00 Europe/Paris by 20 min"; null for an upload that is expected in time, or has no forecast or deadline. */
export function missText({ forecast }: Pick<UploadRowFragment, 'forecast'>): string | null {
  if (forecast === null || forecast.minutes_missed === 0) return null;
  return `Will miss ${forecast.deadline_text ?? 'its deadline'} by ${delayText(forecast.minutes_missed)}`;
}
