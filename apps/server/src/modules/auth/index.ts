export { hashPassword } from './passwords.ts'
export { actorOf, endedSessions, readSession, readUser, startSession, touchSession } from './sessions.ts'
