import { Command } from 'commander';
import { systemParts } from '../src/commands/command-parts.ts';
import { registerCompile } from '../src/commands/compile.ts';
import { registerFormat } from '../src/commands/format.ts';
import { registerRun } from '../src/commands/run.ts';

const program = new Command('switchboard');
const parts = systemParts();
for (const register of [registerCompile, registerFormat, registerRun]) register(program, parts);
await program.parseAsync();
