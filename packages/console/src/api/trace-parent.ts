import { LIMITS } from '@switchboard/model/limits';

/**
 * Begins a trace: a W3C trace parent, below which the server hangs its own spans. A part of the traces is sampled.
 * @param random from 0 up to 1
 */
export function beginTrace(random: () => number = Math.random): string {
  const flags = random() < LIMITS.traceSampling ? '01' : '00';
  return `00-${randomHex(16)}-${randomHex(8)}-${flags}`;
}

function randomHex(bytes: number): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
