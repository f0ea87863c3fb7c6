import { patients } from '@archwire/contract/patients/routes.ts'
import { customerRequests } from '@archwire/contract/requests/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { invite } from '../../src/modules/accounts/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'
import { mailText } from '../mail-text.ts'

/** `organizations/unnamed`: until its owner names it, a practice is its account number, on paper and in mails, too. */
let test: TestApp
let given: Given
let practice: GivenPractice
let tech: TestUser
let number: string
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  practice = await given.practice()
  tech = await given.user('supervisor')
  number = await nameIt(`Account ${practice.id}`)
})
afterAll(() => test.close())

/** Names the practice; returns its account number. */
async function nameIt(name: string): Promise<string> {
  const { rows } = await sql<{ account_number: string }>`
    update organizations set name = ${name} where id = ${practice.id} returning account_number`.execute(
    test.connection.db,
  )
  return rows[0]!.account_number
}

it('is named on a request and its labels by the number, until it has a name', async () => {
  const testCase = await given.case({
    practice,
    tech,
    stage: 'approved',
    form: { export_type: 1, print_assignment: 1, shipping_method: 'express' },
  })
  const { patient } = (await test.as(tech).call(patients.get, { params: { id: testCase.id } })).body
  const shown = async () =>
    (await test.as(tech).call(customerRequests.get, { params: { id: patient.open_request_id! } })).body.customer_request
      .organization_name
  expect(await shown()).toBe(number)
  await nameIt('Account Dental 12')
  expect(await shown()).toBe('Account Dental 12')
  await nameIt(`Account ${practice.id}`)
})

it('invites in the name of its number', async () => {
  const email = `${given.unique()}@example.com`
  const invitation = { organizationId: practice.id, email, role: 'organization_member', isDoctor: false } as const
  await test.connection.db
    .transaction()
    .execute((trx) => invite(trx, { ...invitation, invitedBy: null }, 'http://portal.test'))
  const { rows } = await sql<{ subject: string; body: string }>`
    select subject, ${mailText} as body from mails where to_address = ${email}`.execute(test.connection.db)
  expect(rows[0]).toMatchObject({ subject: `Invitation to ${number}`, body: expect.stringContaining(number) })
  expect(JSON.stringify(rows)).not.toContain('Account ')
})
