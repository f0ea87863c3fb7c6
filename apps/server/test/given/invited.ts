import { accounts } from '@archwire/contract/accounts/routes.ts'
import { auth } from '@archwire/contract/auth/routes.ts'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { TestApp } from '../app.ts'
import { solveBotCheck } from '../solve-bot-check.ts'

export const deadLink =
  'This link has expired, was already used, or was replaced by a newer email. Ask the person who invited you to do it again.'

const password = 'Tall-Hedge-41'
const tokenOf = (mail: { text: string }) => /token=([\w-]+)/.exec(mail.text)![1]!

/** What people who are invited get and do. */
export function invitedIn(test: TestApp) {
  const visitor = () => test.as(null)

  /** The invitation emails to an address, the newest first, from the mail server; at least `count`. */
  const mailsTo = (to: string, count = 1) =>
    vi.waitFor(
      async () => {
        const { rows } = await sql<{ id: number; subject: string }>`
          select id, subject from mails where to_address = ${to} and kind = 'access.invitation' and state = 'sent' order by id desc`.execute(
          test.connection.db,
        )
        expect(rows.length).toBeGreaterThanOrEqual(count)
        const received = await Promise.all(rows.map(({ id }) => test.mail!.received(id)))
        return received.map((mail, index) => ({ subject: rows[index]!.subject, text: mail!.text }))
      },
      { timeout: 10_000, interval: 50 },
    )

  return {
    tokenOf,
    mailsTo,
    newestToken: async (to: string, count?: number) => tokenOf((await mailsTo(to, count))[0]!),

    /** Makes an account with the link of an invitation. */
    signUp: async (token: string) => {
      const bot_check = await solveBotCheck((await visitor().call(accounts.botCheck, {})).body)
      const person = { first_name: 'Ivo', last_name: 'Invited', password, password_confirmation: password }
      return visitor().call(accounts.createUser, { body: { ...person, token, bot_check } })
    },
    /** What the page of the link says. */
    read: (token: string) => visitor().call(accounts.readInvitation, { body: { token } }),
    /** Joins with the account that the invited person has. */
    confirm: (token: string) => visitor().call(accounts.confirmInvitation, { body: { token } }),
    /** The person with the password of `signUp`, as the sign-in answers. */
    me: async (email: string) => (await visitor().call(auth.login, { body: { email, password } })).body.user,
  }
}
export type GivenInvited = ReturnType<typeof invitedIn>
