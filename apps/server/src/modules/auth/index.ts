export { authenticator } from './authenticate.ts'
export { takeBotCheck } from './bot-check.ts'
export { hashPassword } from './passwords.ts'
export { sessionCache } from './session-cache.ts'
export {
  actorOf,
  currentActors,
  liveSessions,
  readSession,
  readUser,
  requireSession,
  sessionLives,
  startSession,
  touchSession,
} from './sessions.ts'
export { presentMe } from './present.ts'
export { checkOwnPassword, keepTimeZone } from './commands.ts'
export { linkTo, queueLinkMail, type Opens } from './link-mails.ts'
export { forgetAttempts, giveBack, takeAttempt } from './attempts.ts'
export { findKnownBrowser, forgetBrowsers, keepBrowser } from './known-browsers.ts'
export { voidAccess } from './void-access.ts'
export {
  beginEmailChange,
  confirmEmailChange,
  dueEmailChange,
  dueEmailChanges,
  emailChangeJson,
  endEmailChange,
  endEmailChangesAskedBy,
  waitingEmailChange,
} from './email-changes.ts'
export {
  consumeToken,
  deadLink,
  findTokenOwner,
  freshToken,
  hashOf,
  issueToken,
  lockOwnerOf,
  openLink,
  renewToken,
  requireToken,
  voidTokens,
} from './one-time-tokens.ts'
