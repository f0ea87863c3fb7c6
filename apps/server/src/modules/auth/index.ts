export { takeBotCheck } from './bot-check.ts'
export { hashPassword } from './passwords.ts'
export { actorOf, endedSessions, readSession, readUser, startSession, touchSession } from './sessions.ts'
export { presentMe } from './present.ts'
