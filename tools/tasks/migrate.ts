/** `npm run migrate`: brings the database up to date and exits, as in production. */
await import('../../apps/server/src/migrate-main.ts')
