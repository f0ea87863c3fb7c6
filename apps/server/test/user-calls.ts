import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { hashPassword } from '../src/modules/auth/index.ts'
import type { TestApp, TestUser } from './app.ts'

export const password = 'Right-one-1'
let hash: Promise<string> | undefined

/** What tests of people need: passwords, sign-ins, mails. */
export function userCallsIn(test: TestApp) {
  const { db } = test.connection

  /** Gives a person the password above. */
  async function withPassword<U extends TestUser>(user: U): Promise<U> {
    hash ??= hashPassword(password)
    await sql`update users set password_hash = ${await hash} where id = ${user.id}`.execute(db)
    return user
  }

  const emailOf = async (user: { id: number }): Promise<string> => {
    const { rows } = await sql<{ email: string }>`select email from users where id = ${user.id}`.execute(db)
    return rows[0]!.email
  }

  const signIn = (email: string, word = password) => test.raw(null, 'POST', '/login', { email, password: word })

  /** The newest mail of a kind to an address, from the mail server. */
  const mailTo = (to: string, kind: string) =>
    vi.waitFor(
      async () => {
        const { rows } = await sql<{ id: number }>`
          select id from mails where to_address = ${to} and kind = ${kind} order by id desc limit 1`.execute(db)
        const mail = rows[0] && (await test.mail!.received(rows[0].id))
        expect(mail, `${kind} to ${to}`).toBeDefined()
        return mail!
      },
      { timeout: 20_000, interval: 50 },
    )

  const tokenIn = (mail: { text: string }): string => {
    const token = /token=([\w-]+)/.exec(mail.text)?.[1]
    if (token === undefined) throw new Error(`The mail contains no link: ${JSON.stringify(mail)}`)
    return token
  }

  const put = (who: TestUser, id: number, body: object) => test.raw(who, 'PUT', `/users/${id}`, body)
  const get = (who: TestUser, id: number) => test.raw(who, 'GET', `/users/${id}`)
  const archive = (who: TestUser, id: number, body: object = {}) => test.raw(who, 'PUT', `/users/${id}/archive`, body)
  const restore = (who: TestUser, id: number) => test.raw(who, 'POST', `/users/${id}/restore`)
  const remove = (who: TestUser, id: number) => test.raw(who, 'DELETE', `/users/${id}`)
  const toggle = (who: TestUser, id: number, permission: string, more: object = {}) =>
    test.raw(who, 'PUT', `/users/${id}/toggle_custom_permission`, { permission, current_password: password, ...more })

  return { withPassword, emailOf, signIn, mailTo, tokenIn, put, get, archive, restore, remove, toggle }
}

/** The person of an answer. */
export const userOf = ({ body }: { body: unknown }) => (body as { user: Record<string, unknown> & { id: number } }).user
