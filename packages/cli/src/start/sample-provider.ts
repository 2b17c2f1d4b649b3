import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSampleProvider } from '@switchboard/sample-provider';

export type RunningProvider = {
  /** Its origin on this machine. */
  readonly url: string;
  stop(): Promise<void>;
};

/**
 * Starts the demo's provider, on the port that it had the last time: the demo's scripts name it. When another program has
 * taken that port, it gets a new one.
 * @param dataDir an existing folder
 */
export async function startSampleProvider(dataDir: string): Promise<RunningProvider> {
  const note = join(dataDir, 'sample-provider-port');
  const provider = await listen(notedPort(note)).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return listen(0);
    throw error;
  });
  try {
    writeFileSync(note, new URL(provider.url).port);
  } catch (error) {
    await provider.stop();
    throw error;
  }
  return provider;
}

async function listen(port: number): Promise<RunningProvider> {
  const provider = createSampleProvider({ now: Date.now, port });
  try {
    return { url: await provider.listen(), stop: provider.close };
  } catch (error) {
    await provider.close();
    throw error;
  }
}

function notedPort(note: string): number {
  try {
    const port = Number(readFileSync(note, 'utf8'));
    return Number.isInteger(port) && port > 1_023 && port < 65_536 ? port : 0;
  } catch {
    return 0;
  }
}
