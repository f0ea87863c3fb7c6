/** `npm run worker`: a separate worker, as in production. */
await import('../../apps/server/src/worker-main.ts')
