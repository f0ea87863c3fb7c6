/** `npm run search -- rebuild`: the search index made anew, as in production. */
await import('../../apps/server/src/search-main.ts')
