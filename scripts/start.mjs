// npm start [-- --port N --host HOST]: sets up, then serves the laboratory.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildWasm } from './lib/engine.mjs';
import { setUp } from './lib/setup.mjs';
import { main, root } from './lib/shell.mjs';

main(async () => {
  const { values } = parseArgs({ options: { port: { type: 'string' }, host: { type: 'string' } } });
  await setUp();
  await buildWasm();
  const { createServer } = await import('vite');
  const server = await createServer({
    root: join(root, 'web'),
    configFile: join(root, 'vite.config.ts'),
    server: {
      ...(values.port && { port: Number(values.port), strictPort: true }),
      ...(values.host && { host: values.host }),
    },
  });
  await server.listen();
  server.printUrls();
});
