/// <reference types="vite/client" />
import LanguageWorker from '@switchboard/language/worker?worker';

/** What the test puts on the page, and what the page offers to it. */
export type WorkerPage = {
  fromServer: (message: unknown) => Promise<void>;
  toServer: (message: unknown) => void;
};

const page = globalThis as unknown as WorkerPage;
const worker = new LanguageWorker();
worker.onmessage = ({ data }: MessageEvent<unknown>) => void page.fromServer(data);
page.toServer = (message) => worker.postMessage(message);
