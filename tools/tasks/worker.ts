/** `npm run worker`: a worker of its own, as production runs it. */
await import('../../apps/server/src/worker-main.ts')
