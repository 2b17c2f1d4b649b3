import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { restoreError } from './restore-error.ts';
import { packError } from './thread-error.ts';

const cross = (error: unknown): Error => restoreError(structuredClone(packError(error)));

describe('an error that crosses threads', () => {
  it('an error that crosses threads is a storage error when a system call failed', async () => {
    const full: unknown = await writeFile('/dev/full', 'x').catch((error: unknown) => error);
    expect(cross(full)).toMatchObject({ name: 'PipelineError', code: 'STORAGE_FULL' });
    const missing: unknown = await writeFile('/nowhere/x', 'x').catch((error: unknown) => error);
    const failed = cross(missing);
    expect(failed).toMatchObject({ code: 'STORAGE_FAILED' });
    expect(failed.message).toContain('ENOENT in open');
  });

  it('keeps its message when it is of another kind, whatever that says', () => {
    const error = cross(new RangeError('ENOSPC: no space left on device, write'));
    expect(error).toEqual(new Error('ENOSPC: no space left on device, write'));
    expect(cross('text').message).toBe('text');
  });
});
