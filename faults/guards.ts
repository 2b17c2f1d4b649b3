import { GUARDS } from './guards/guard-list.ts';
import { runMutants } from './guards/run-mutants.ts';

const USAGE = `npm run faults -- guards [WORD …]
removes each guard whose name contains one of the words, and runs the tests that must fail then`;

process.exitCode = runMutants(USAGE, GUARDS, 'with all guards');
