/** `npm run test:long`: the same stages with every repeated test in full. */
process.env.LONG = '1'
await import('./test.ts')
