import * as react from 'react'

/**
 * React's development build takes a stack for each element it creates, for its warnings, and notes each render for the
 * browser's timeline: together a quarter of what tests of components cost. Of the first 10,000 elements a second only, so
 * it is told that there were as many. Read before anything renders.
 */
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = react as unknown as Record<
  string,
  object
>
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set() {} })
Object.assign(console, { timeStamp: undefined })
