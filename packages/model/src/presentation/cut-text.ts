import { truncate } from '../format.ts';
import { LIMITS } from '../limits.ts';

/** An event's message as a list shows it. */
export function cutEventMessage(message: string): string {
  return truncate(message, LIMITS.eventMessageLength);
}

/** An upload's destination as a list shows it. */
export function cutDestination(destination: string): string {
  return truncate(destination, LIMITS.destinationLength);
}
