import { closeDataLab, dataBatch } from '@switchboard/server/testing/data-batch';
import { answerBatches } from './case-pool.ts';

answerBatches((range, seed) => dataBatch(range, seed), closeDataLab);
