import { type FuzzBatch, fuzzBatch } from '@switchboard/language/testing/fuzz-batch';
import { answerBatches } from './case-pool.ts';

answerBatches((range, seed): FuzzBatch => fuzzBatch(range, seed));
