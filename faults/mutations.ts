import { MUTATIONS } from './guards/mutation-list.ts';
import { runMutants } from './guards/run-mutants.ts';

const USAGE = `npm run faults -- mutations [WORD …]
changes the product in one place for each name that contains one of the words, and runs the tests that must fail then`;

process.exitCode = runMutants(USAGE, MUTATIONS, 'without a mutation');
