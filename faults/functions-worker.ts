import { compareFunctions } from '@switchboard/language/testing/compare-functions';
import { answerBatches } from './case-pool.ts';

answerBatches((range, seed, rows) => compareFunctions(range, { rows, seed }));
