import { validBatch } from '../packages/language/test/valid/batch.ts';
import { answerBatches } from './case-pool.ts';

answerBatches((range, seed) => validBatch(range, seed));
