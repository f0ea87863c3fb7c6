/** `npm run jobs -- list | retry <id> | retry all`: jobs that failed for good, as production looks at them. */
await import('../../apps/server/src/jobs-main.ts')
