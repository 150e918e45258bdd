import { texts } from './language';

export const unitTexts = texts({
  en: { bytes: 'bytes', flows: 'flows', packets: 'packets', queues: 'queues' },
  de: { bytes: 'Bytes', flows: 'Flüsse', packets: 'Pakete', queues: 'Warteschlangen' },
});
