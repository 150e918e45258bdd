import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { measure } from './measure.mjs';

/** @type {{ engineUrl: string, task: import('./measure.mjs').Task }} */
const { engineUrl, task } = workerData;
const engine = await import(pathToFileURL(engineUrl).href);
parentPort?.postMessage(await measure(engine, task));
