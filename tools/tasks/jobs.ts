/** `npm run jobs -- list | retry <id> | retry all`: jobs that failed for good, as in production. */
await import('../../apps/server/src/jobs-main.ts')
