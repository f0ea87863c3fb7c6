/** `npm run migrate`: brings the database up to date and ends, as production runs it. */
await import('../../apps/server/src/migrate-main.ts')
