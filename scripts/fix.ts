import { join } from 'node:path';
import { runTool } from './checks/run-tool.ts';

/** `npm run fix`: layout, order of imports and the lint rules whose fixes cannot change what code does. */
const { code, output } = await runTool(join(import.meta.dirname, '..'), 'biome', ['check', '--write', '.']);
console.log(output);
process.exitCode = code;
