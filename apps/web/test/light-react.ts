import * as react from 'react'

/**
 * React's development build takes a stack for each element it creates, for its warnings, and marks each render on the
 * browser's timeline: together a quarter of what tests of components cost. It takes stacks for the first 10,000 elements
 * of a second only, so the count is set above that before anything renders.
 */
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = react as unknown as Record<
  string,
  object
>
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set() {} })
Object.assign(console, { timeStamp: undefined })
