import { describe, expect, it } from 'vitest';
import { matchingStep, newTotpSecret, qrCode, totpAddress, totpText } from './totp.ts';

// RFC 6238, appendix B, SHA-1; the last six of its eight digits.
const SECRET = Buffer.from('12345678901234567890');
const VECTORS = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
] as const;

describe('codes of an authenticator app', () => {
  it.each(VECTORS)('codes of an authenticator app are those of RFC 6238 at second %i', (seconds, code) => {
    expect(matchingStep(SECRET, code, seconds * 1_000)).toBe(Math.floor(seconds / 30));
  });

  it('codes of an authenticator app are accepted one step early or late, and no more', () => {
    const [seconds, code] = [1_234_567_890, '005924'];
    const step = seconds / 30;
    const at = (steps: number) => matchingStep(SECRET, code, (seconds + 30 * steps) * 1_000);
    expect([-2, -1, 0, 1, 2].map(at)).toEqual([null, step, step, step, null]);
  });

  it('need the right secret, and six digits', () => {
    expect(matchingStep(newTotpSecret(), '005924', 1_234_567_890_000)).toBeNull();
    for (const text of ['', '5924', '0059240', 'abcdef'])
      expect(matchingStep(SECRET, text, 1_234_567_890_000)).toBeNull();
  });

  it('come to the app by an address', () => {
    const address = new URL(totpAddress(SECRET, 'ada+1@acme.test'));
    expect(address.protocol).toBe('otpauth:');
    expect(decodeURIComponent(address.pathname)).toContain('Switchboard:ada+1@acme.test');
    expect(address.searchParams.get('secret')).toBe(totpText(SECRET));
    expect(totpText(SECRET)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  });

  it('come to the app by a QR code with a quiet zone', () => {
    const { size, path } = qrCode(totpAddress(SECRET, 'ada@acme.test'));
    const cells = [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
    expect(cells.length).toBeGreaterThan(400);
    expect(cells.every(([x, y]) => x >= 2 && y >= 2 && x < size - 2 && y < size - 2)).toBe(true);
    // The corner of a finder pattern.
    expect(cells).toContainEqual([2, 2]);
  });
});
