import { isRecorded } from '@archwire/contract/activities.ts'
import type { Route, Schema } from '@archwire/contract/core/route.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given } from '../given.ts'
import { staleMessage } from '../../src/kernel/errors.ts'
import { openPayments, type TestPayments } from '../paying.ts'
import { callOf } from './names.ts'
import { requestSeenBy } from '../seen.ts'
import { recordsOf } from './records.ts'
import { admitted, routes, type Role } from './routes.ts'
import { stages } from './stages.ts'

/**
 * Generated: the example of every route, with records that exist in it, is done by someone who may, or is refused as the
 * example says. The API reference shows these examples, and other generated tests start from them. What a read costs the
 * database is counted on the way.
 */
let test: TestApp
let pay: TestPayments
let given: Given
let owner: pg.Client
beforeAll(async () => {
  // Others send examples, too, and some may be sent once: a code of the lab is taken then.
  pay = await openPayments()
  test = await openTestApp({ ownDatabase: true, payments: pay.provider })
  given = givenIn(test)
  owner = new pg.Client({ connectionString: test.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await test.close()
  await pay.close()
})

/** What was seen of the request that the address names, or of the case: opaque, so that an example cannot spell it. */
async function seenFor(path: string, who: TestUser, patientId: number): Promise<string> {
  const { seen, open_request_id } = (await test.as(who).call(patients.get, { params: { id: patientId } })).body.patient
  return /_requests\//.test(path) ? requestSeenBy(test, who, open_request_id!) : seen
}

/** Calls about a practice that has not paid its fee, and so has no case. */
const owing = ['PUT /organizations/{id}/no-startup-fee', 'PUT /organizations/{id}/account-details']

/** Calls with which a practice's own people lose it: done by the lab, which can be refused a second one. */
const losing = ['PUT /organizations/{id}/archive']

/** Reads that take more than the session's look-up and one statement. Reads of a case’s records find the case first. */
const mostStatements: Record<string, number> = {
  'GET /patients/check_similar_patient': 3,
  // The organization first; then the order with what decides on its sums, and its rows.
  'GET /organizations/{id}/current_order': 4,
  // The contract, its tries and payment methods, and in three more what Close Invoice would charge.
  'GET /contracts/{id}': 7,
  // Four lists of cases, or more of the lab; what holds ask, arrivals and due days; whether the mail is on.
  'GET /today': 8,
  'GET /organizations/{id}/list_orders': 3,
  'GET /users/{id}/orders': 3,
  'GET /orders/{id}/download_invoice': 3,
  // The next day on which prints ship, and what is late, beside the prints of today.
  'GET /customer_requests/ships_today': 3,
  // A statement for each kind of record.
  'GET /palette': 4,
  'GET /rx_forms/upload_link': 4,
  'GET /organizations/{id}/rx_forms/upload_link': 4,
  'GET /organizations/{id}/rx_form_draft': 3,
  'GET /organizations/{id}/rx_form_drafts': 3,
  'GET /patient_files/upload_link': 4,
  'GET /organizations/{id}/bracket-libraries/upload_link': 4,
  'GET /patient_files/{id}/download_link': 3,
  'GET /patients/{id}/images': 3,
  'GET /patients/{id}/share_links': 3,
  'GET /patients/{id}/pins': 3,
  'GET /patients/{id}/messages': 3,
  'GET /patients/{id}/measurements': 3,
  'GET /patients/{id}/bites': 3,
  'GET /organizations/{id}/list_members': 3,
  'GET /organizations/{id}/invitations': 3,
  'GET /organizations/{id}/members': 3,
  'GET /organizations/{id}/list_assigned_locations': 3,
  'GET /rx_forms/{id}': 3,
  'GET /f_m_payment_infos': 3,
  'GET /dashboard': 6,
  // The dashboard's figures, and one statement for each table of the page; several at a time, kept for a minute.
  'GET /organizations/{id}/figures': 12,
  'GET /figures/lab': 13,
}

/** Writes that say by whom something was changed in the meantime, or what it led to, in words of their own. */
const staleWords: Record<string, RegExp> = {
  // In the office work starts at once; an older version of a New one: assign-setup.test.ts.
  'POST /rx_forms/{id}/assign': /^Work on this setup has started\.$/,
  'POST /flawed_trays/{id}/corrected': /^This tray is corrected\.$/,
  'POST /patients/{id}/bites': / placed the arches in the meantime\./,
  'PUT /payment_differences/{id}/close': /^This payment has been reviewed already\.$/,
}

const emailOf = async ({ id }: TestUser) =>
  (await owner.query<{ email: string }>('select email from users where id = $1', [id])).rows[0]!.email

// Only a portal with the embedded mail server has a mailbox.
it.each(routes.filter(([name, route]) => !route.stream && !name.includes(' /mailbox')))('%s', async (name, route) => {
  const practice = await given.practice({ paid: !owing.includes(name) })
  const records = recordsOf(test, practice, { stage: stages[name] })
  const people: [Role, () => Promise<TestUser>][] = [
    ['owner', async () => practice.owner],
    ['super_admin', () => given.user('super_admin')],
    ['supervisor', () => given.user('supervisor')],
    // Some calls are that role's alone.
    ['admin', () => given.user('admin')],
  ]
  const ids = await records.idsFor(route)
  const { path, body } = callOf(route, ids)
  if (body && 'seen' in body) body.seen = await seenFor(path, practice.owner, (await records.testCase()).id)
  // No one else's is taken (`billing/account-details`).
  if (body && name === 'PUT /organizations/{id}/account-details') body.email = await emailOf(practice.owner)
  // A refusal that the example announces must not be that of a wrong shape.
  if (route.body) expect(z.safeParse(route.body, body).error, 'the shape of the body').toBeUndefined()
  const { rows: last } = await owner.query<{ id: number }>('select coalesce(max(id), 0) as id from audit_log')
  const done = route.redirects ? 302 : 200
  const answers: [number, unknown, number][] = []
  let who: TestUser | undefined
  for (const [role, person] of people) {
    if (!admitted(route, role) || (role === 'owner' && losing.includes(name))) continue
    const user = await person()
    const answer = await test.raw(route.needs === 'public' ? null : user, route.method, path, body)
    answers.push([answer.status, answer.body, answer.statements])
    who = user
    // Who is not signed in is no one else at the next try, and some calls count tries.
    if (answer.status === done || route.needs === 'public') break
  }
  expect(answers.at(-1)![0], JSON.stringify(answers)).toBe(route.example?.refused ?? done)
  if (route.needs === 'public' || route.example?.refused) return
  if (route.method !== 'GET') return expectWritten(route, who!, { path, body, since: last[0]!.id })
  expect(answers.at(-1)![2]).toBeLessThanOrEqual(mostStatements[name] ?? 2)
  expect(answers.at(-1)![2]).toBeGreaterThan(0)
})

/** A write of a record leaves its line for auditors, and is refused to whoever saw an older version. */
async function expectWritten(
  route: Route,
  { id, role }: TestUser,
  { path, body, since }: { path: string; body: object | undefined; since: number },
): Promise<void> {
  const recorded = (route.changes ?? []).filter(isRecorded)
  if (recorded.length > 0) {
    const { rows } = await owner.query<{ action: string }>(
      `select action from audit_log where user_id = $1 and outcome = 'done' and subject = any($2) and id > $3`,
      [id, recorded, since],
    )
    expect(rows.length, 'lines of the audit log: the command calls record()').toBeGreaterThan(0)
  }
  const versions = route.body && propertiesOf(route.body).version
  if (!versions) return
  const version = Math.min(versions.maximum ?? Infinity, 2_147_483_647)
  const stale = await test.raw({ id, role }, route.method, path, { ...body, version })
  const words = staleWords[`${route.method} ${route.path}`]
  const error = words ? expect.stringMatching(words) : staleMessage
  expect(stale, 'an older version').toMatchObject({ status: 409, body: { error } })
}

const propertiesOf = (schema: Schema): Record<string, { maximum?: number } | undefined> =>
  ((z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }) as { properties?: object })
    .properties as ReturnType<typeof propertiesOf>) ?? {}
