import { type MapStructure, placeNodes } from './place-nodes.ts';

/** Places the nodes of a graph apart from the page, which stays usable. */
self.addEventListener('message', ({ data }: MessageEvent<MapStructure>) => postMessage(placeNodes(data)));
