/// <reference types="vite/client" />
import LanguageWorker from '@switchboard/language/worker?worker';

/** The functions that test and page expose to each other. */
export type WorkerPage = {
  fromServer: (message: unknown) => Promise<void>;
  toServer: (message: unknown) => void;
};

const page = globalThis as unknown as WorkerPage;
const worker = new LanguageWorker();
worker.onmessage = ({ data }: MessageEvent<unknown>) => void page.fromServer(data);
page.toServer = (message) => worker.postMessage(message);
