import type { DetectedEncoding } from './detect-encoding.ts';

/** The detected encodings of several files as people read them, each once with the least confidence; empty for none. */
export function encodingsText(encodings: readonly DetectedEncoding[]): string {
  const least = new Map<string, number>();
  for (const { encoding, confidence } of encodings)
    least.set(encoding, Math.min(confidence, least.get(encoding) ?? confidence));
  return [...least].map(([encoding, confidence]) => `${encoding} (confidence ${confidence}%)`).join(', ');
}
