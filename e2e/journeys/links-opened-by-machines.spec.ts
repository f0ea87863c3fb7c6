import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { invite } from '../../apps/server/src/modules/accounts/index.ts'
import { hashPassword } from '../../apps/server/src/modules/auth/index.ts'
import { expect, test } from '../journey.ts'
import { linkInMail, press } from '../people/newcomer.ts'

const newAddress = () => `newcomer-${randomBytes(4).toString('hex')}@example.com`
const password = 'Tall-Hedge-41'

/** Opens a link as a mail system does: asks for it without its content, then shows it with scripts, and touches nothing. */
async function openAsMachine(page: Page, link: string): Promise<void> {
  await page.request.head(link)
  await page.request.get(link)
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
}

test(
  'links in emails that a machine opens change nothing; a press then does (access/press)',
  { tag: '@long' },
  async ({ page, portal, browserOf }) => {
    const { db, given } = portal
    const practice = await given.practice()
    const testCase = await given.case({ practice })
    const [known, unknown, moved] = [newAddress(), newAddress(), newAddress()]
    const password_hash = await hashPassword(password)
    const owner = await db
      .updateTable('users')
      .set({ password_hash })
      .where('id', '=', practice.owner.id)
      .returning(['id', 'email'])
      .executeTakeFirstOrThrow()
    const invited = await db
      .updateTable('users')
      .set({ email: known, email_verified_at: null, password_hash })
      .where('id', '=', (await given.practice()).owner.id)
      .returning('id')
      .executeTakeFirstOrThrow()
    const headers = { authorization: `Bearer ${await portal.session(practice.owner)}` }
    const asked = await page.request.put('/api/v1/profile', {
      headers,
      data: { email: moved, current_password: password },
    })
    expect(asked.status()).toBe(200)
    await page.request.post('/api/v1/resend_verification', { data: { email: known }, headers: { origin: portal.url } })
    await db.transaction().execute(async (trx) => {
      const to = { organizationId: practice.id, role: 'organization_member', isDoctor: true } as const
      for (const email of [known, unknown])
        await invite(trx, { ...to, email, invitedBy: practice.owner.id }, portal.url)
    })
    const mails: [string, RegExp][] = [
      [owner.email, /about to change/],
      [moved, /verify your new/],
      [known, /verify your email/],
      [known, /Invitation to/],
      [unknown, /Invitation to/],
    ]
    const links: string[] = []
    for (const [to, subject] of mails) links.push((await (await linkInMail(page, to, subject)).getAttribute('href'))!)
    const paths = links.map((link) => new URL(link).pathname)
    expect(paths).toEqual([
      '/cancel-email-change',
      '/verify-user',
      '/verify-user',
      '/confirm-invitation',
      '/create-user',
    ])

    // Links without a secret: into the portal, to sign-up, to a new password; and links by number.
    const plain = [
      '/login',
      '/account',
      '/forgot-password',
      `/sign-up?email=${unknown}`,
      '/patients?filter[patient_status_id]=3',
      `/patient-details/${testCase.id}`,
      '/orders/1',
      `/api/v1/open_patient/${testCase.id}`,
      '/api/v1/open_file/1',
      '/reset-password?token=any',
    ]
    const state = async () => ({
      tokens: await db
        .selectFrom('one_time_tokens')
        .select(['id', 'used_at'])
        .where('user_id', 'in', [owner.id, invited.id])
        .orderBy('id')
        .execute(),
      invitations:
        await sql`select email, accepted_at from invitations where email in (${known}, ${unknown}) order by email`
          .execute(db)
          .then(({ rows }) => rows),
      people: await db
        .selectFrom('users')
        .select(['id', 'email', 'email_verified_at', 'version'])
        .where('id', 'in', [owner.id, invited.id])
        .orderBy('id')
        .execute(),
    })
    const before = await state()
    expect(before.tokens.filter(({ used_at }) => used_at === null)).toHaveLength(3)

    const machine = await browserOf(null, /40[134] /)
    const writes: string[] = []
    machine.on('request', (request) => {
      if (!['GET', 'HEAD'].includes(request.method())) writes.push(`${request.method()} ${request.url()}`)
    })
    for (const link of [...links, ...plain.map((path) => portal.url + path)])
      await test.step(new URL(link).pathname, () => openAsMachine(machine, link))
    expect(writes).toEqual([])
    expect(await state()).toEqual(before)

    await page.goto(links[0]!)
    await press(page, 'Cancel the change')
    await expect(page.getByRole('heading', { name: 'Email change canceled' })).toBeVisible()
    await page.goto(links[3]!)
    await press(page, 'Accept invitation')
    await expect(
      page.getByRole('heading', { name: 'The invitation was confirmed. Please, try to log in now.' }),
    ).toBeVisible()
  },
)
