import { validBatch } from '@switchboard/language/testing/valid-batch';
import { answerBatches } from './case-pool.ts';

answerBatches((range, seed) => validBatch(range, seed));
