import { type FuzzBatch, fuzzBatch } from '../packages/language/test/fuzz/batch.ts';
import { answerBatches } from './case-pool.ts';

answerBatches((range, seed): FuzzBatch => fuzzBatch(range, seed));
