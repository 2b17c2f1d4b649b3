import process from 'node:process';
import { createSampleProvider } from './create-sample-provider.ts';
import { port } from './env.ts';

/** Runs the sample provider alone. */
const provider = createSampleProvider({ now: Date.now, port: port() });
process.stdout.write(`Sample provider on ${await provider.listen()}\n`);
