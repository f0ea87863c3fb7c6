import { accounts } from '@archwire/contract/accounts/routes.ts'
import type { UserRole } from '@archwire/contract/roles.ts'
import { expect } from 'vitest'
import { setClock } from '../../src/kernel/clock.ts'
import { applyDueEmails } from '../../src/modules/accounts/commands/new-email.ts'
import { openTestApp, type TestUser } from '../app.ts'
import { givenIn } from '../given.ts'
import { password, userCallsIn } from '../user-calls.ts'

const hour = 3_600_000
/** Moves the clock so many hours on. */
export const later = (hours: number) => {
  const then = Date.now() + hours * hour
  setClock(() => new Date(then))
}
/** Which of the two addresses signs in: before the new email holds, and then. */
export const [stays, moved] = [
  [200, 401],
  [401, 200],
]

/** Opens the application for tests of new emails that wait. The file closes `test`. */
export async function openNewEmails() {
  const test = await openTestApp({ worker: true })
  const given = givenIn(test)
  const calls = userCallsIn(test)
  const supervisor = await calls.withPassword(await given.user('supervisor'))
  const address = () => `${given.unique()}@example.com`
  /** Gives a person of a role another email. */
  async function change(who: TestUser, person: TestUser, email = address()) {
    const answer = await calls.put(who, person.id, { email, current_password: password })
    return { answer, email }
  }
  const signsIn = async (email: string) => (await calls.signIn(email)).status
  return {
    test,
    given,
    calls,
    supervisor,
    address,
    change,
    signsIn,
    staff: async (role: UserRole) => calls.withPassword(await given.user(role)),
    runJob: () => applyDueEmails(test.connection.db, 'http://archwire.test'),
    verify: (token: string) => test.as(null).call(accounts.verify, { body: { token } }),
    cancel: (token: string) => test.as(null).call(accounts.cancelEmailChange, { body: { token } }),
    /** A person whose new email waits, with the tokens of both mails. */
    async waiting(person?: TestUser, asker: TestUser = supervisor) {
      const whose = person ?? (await calls.withPassword((await given.practice()).owner))
      const old = await calls.emailOf(whose)
      const { answer, email } = await change(asker, whose)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      const confirm = calls.tokenIn(await calls.mailTo(email, 'access.new_email'))
      const stop = calls.tokenIn(await calls.mailTo(old, 'access.email_changing'))
      return { person: whose, old, email, confirm, stop, answer }
    },
    addressesOf: async ({ old, email }: { old: string; email: string }) => [await signsIn(old), await signsIn(email)],
  }
}
