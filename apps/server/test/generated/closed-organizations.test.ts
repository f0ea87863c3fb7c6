import { patientFiles } from '@archwire/contract/patient-files/routes.ts'
import type { Route } from '@archwire/contract/core/route.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMember } from '../../src/modules/organizations/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { cellsOf } from '../facts.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'
import { requestSeenBy } from '../seen.ts'
import { putBytes, saidOf } from '../send-file.ts'
import { callOf } from './names.ts'
import { recordsOf, type Records } from './records.ts'
import { bodyOf, routes } from './routes.ts'
import { stages } from './stages.ts'

/**
 * Archived and disabled: what still works, call by call, by hand (`organizations/archived`, `organizations/disabled`). Each
 * call is the example of its route, about a practice that has a case. The lab's person is a super admin; the owner also
 * owns another practice, so that the door lets them in. A 422 is of an example that was let in: a person who is a member,
 * an upload that does not exist.
 */
let test: TestApp
let given: Given
let lab: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  lab = await given.user('super_admin')
})
afterAll(() => test.close())

const table = `
                                                          archived:lab archived:owner disabled:lab disabled:owner
  GET/organizations/{id}                                  200          404            200          200
  GET/organizations/{id}/current_user_permissions         200          404            200          200
  GET/organizations/{id}/patients                         200          404            200          200
  GET/organizations/{id}/patient_counts_per_status        200          404            200          200
  GET/organizations/{id}/rx_forms                         200          404            200          200
  GET/organizations/{id}/rx_form_preference               200          404            200          200
  GET/organizations/{id}/list_members                     200          404            200          200
  GET/organizations/{id}/list_assigned_locations          200          404            200          200
  GET/organizations/{id}/invitations                      200          404            200          200
  GET/patients/{id}                                       200          404            200          200
  GET/patients/{id}/messages                              200          404            200          200
  GET/rx_forms/{id}                                       200          404            200          200
  GET/customer_requests/{id}                              200          404            200          200
  GET/patient_files/{id}/download_link                    200          404            200          200
  GET/locations/{id}                                      404          404            200          200
  POST/patients                                           409          403            409          403
  PUT/patients/{id}                                       200          404            200          403
  PUT/patients/{id}/archive                               200          403            200          403
  POST/patients/{id}/approve                              403          404            403          403
  POST/patients/{id}/request_changes                      403          404            403          403
  POST/patients/{id}/complete_setup                       200          404            200          403
  PUT/patients/{id}/toggle_hold                           200          404            200          403
  PUT/patients/{id}/notes                                 200          404            200          403
  POST/patients/{id}/messages                             200          404            200          403
  POST/rx_forms                                           409          404            409          409
  POST/organizations/{id}/rx_forms                        409          404            409          409
  PATCH/rx_forms/{id}                                     200          404            200          403
  POST/rx_forms/{id}/cancel                               200          404            200          403
  DELETE/rx_forms/{id}                                    200          404            200          403
  POST/rx_forms/{id}/mark_as_ready                        200          403            200          403
  POST/rx_forms/{id}/management_data                      200          403            200          403
  GET/organizations/{id}/rx_forms/upload_link             409          404            200          403
  GET/rx_forms/upload_link                                409          404            200          403
  GET/patient_files/upload_link                           200          404            200          403
  PUT/organizations/{id}/rx_form_draft                    409          404            200          403
  DELETE/organizations/{id}/rx_form_draft                 409          404            200          403
  PUT/organizations/{id}/rx_form_preference               409          404            200          403
  PUT/organizations/{id}/initial_setup_configuration      409          404            200          403
  PUT/organizations/{id}/print_request_configuration      409          404            200          403
  DELETE/patient_files/{id}                               200          404            200          403
  PUT/tech-workflows/{id}/processes                       200          403            200          403
  POST/customer_requests/{id}/complete                    200          404            200          403
  POST/customer_requests/{id}/cancel                      200          404            200          403
  POST/customer_requests/{id}/patient_label_printed       200          403            200          403
  POST/printing_requests                                  409          404            200          403
  POST/printing_requests/{id}/completed                   200          404            200          403
  PUT/printing_requests/{id}                              200          404            200          403
  PUT/printing_requests/{id}/shipping                     200          404            200          403
  PUT/printing_request_items/{id}                         200          404            200          403
  POST/patients/{id}/share_links                          409          404            200          403
  DELETE/share_links/{id}                                 200          404            200          403
  POST/patients/{id}/pins                                 200          404            200          403
  PUT/pins/{id}                                           200          404            200          403
  POST/patients/{id}/measurements                         200          404            200          403
  POST/patients/{id}/bites                                200          404            200          403
  PUT/organizations/{id}                                  409          404            409          403
  PUT/organizations/{id}/archive                          409          404            200          403
  PUT/organizations/{id}/un-archive                       200          403            409          403
  PUT/organizations/{id}/management_notes                 200          403            200          403
  POST/locations                                          409          404            409          403
  PUT/locations/{id}                                      404          404            409          403
  DELETE/locations/{id}                                   404          404            409          403
  POST/organizations/{id}/invite                          409          404            409          403
  POST/organizations/{id}/invitations/{invitationId}/resend 409        404            409          403
  DELETE/organizations/{id}/invitations/{invitationId}    409          404            409          403
  POST/organizations/{id}/remove_member                   409          404            409          403
  POST/organizations/{id}/hand_over_patients              409          404            409          403
  POST/organizations/{id}/add_member                      409          404            409          403
  GET/organizations/{id}/members                          200          404            200          200
  GET/organizations/{id}/contacts                         200          404            200          200
  PUT/organizations/{id}/contacts                         409          404            409          403
  GET/organizations/{id}/billing_address                  200          404            200          200
  PUT/organizations/{id}/billing_address                  409          404            409          403
  GET/organizations/{id}/notification-settings            200          404            200          200
  PUT/organizations/{id}/notification-settings            409          404            409          403
  GET/organizations/{id}/initial_setup_configuration      200          404            200          200
  GET/organizations/{id}/print_request_configuration      200          404            200          200
  GET/organizations/{id}/bracket-libraries                200          404            200          200
  GET/organizations/{id}/bracket-libraries/upload_link    409          404            200          403
  GET/organizations/{id}/bracket-libraries/assignable_members 200      404            200          403
  POST/organizations/{id}/bracket-libraries               409          404            422          403
  PUT/organizations/{id}/bracket-libraries/{libraryId}    409          404            200          403
  DELETE/organizations/{id}/bracket-libraries/{libraryId} 409          404            200          403
  GET/organizations/{id}/bracket-libraries/{libraryId}/download_link 200          404            200          200
  GET/organizations/{id}/account-details                  403          404            403          403
  PUT/organizations/{id}/account-details                  403          404            403          403
  POST/organizations/{id}/process_initial_purchase        403          404            403          403
  GET/f_m_payment_infos                                   403          404            403          403
  POST/f_m_payment_infos                                  403          404            403          403
  POST/f_m_payment_methods                                403          404            403          403
  PUT/f_m_payment_methods/{id}                            403          404            403          403
  DELETE/f_m_payment_methods/{id}                         403          404            403          403
  PUT/organizations/{id}/no-startup-fee                   409          403            409          403`
type State = 'archived' | 'disabled'
const cells = cellsOf<string, `${State}:${'lab' | 'owner'}`>(table)

const columns = { archived: sql.ref('deleted_at'), disabled: sql.ref('disabled_at') }

interface Closed {
  practice: GivenPractice
  records: Records
}
const kept = new Map<string, Promise<Closed>>()
async function close(state: State, practice: GivenPractice, records: Records): Promise<Closed> {
  await sql`update organizations set ${columns[state]} = now() where id = ${practice.id}`.execute(test.connection.db)
  return { practice, records }
}
/** A practice that is closed, with records of every kind. */
async function closedWithAll(state: State, ownsAnother: boolean): Promise<Closed> {
  const practice = await practiceOf(ownsAnother)
  const records = recordsOf(test, practice)
  await records.all()
  return close(state, practice, records)
}
async function practiceOf(ownsAnother: boolean): Promise<GivenPractice> {
  const practice = await given.practice()
  if (!ownsAnother) return practice
  const other = await given.practice()
  await test.connection.db
    .transaction()
    .execute((trx) => addMember(trx, other.id, practice.owner.id, 'organization_owner'))
  return practice
}
/**
 * A practice that is closed, and the example of a route about its records. Calls that keep it as it is share one, but where
 * the case is somewhere else, or the call says what was seen of it.
 */
async function closedWith(
  state: State,
  name: string,
  route: Route,
  { isKept, ownsAnother }: { isKept: boolean; ownsAnother: boolean },
): Promise<{ practice: GivenPractice; call: ReturnType<typeof callOf> }> {
  const saysSeen = 'seen' in (route.example?.body ?? {})
  if (isKept && !(name in stages) && !saysSeen) {
    const key = `${state} ${ownsAnother}`
    const shared = kept.get(key) ?? closedWithAll(state, ownsAnother)
    kept.set(key, shared)
    const { practice, records } = await shared
    return { practice, call: callOf(route, await records.idsFor(route)) }
  }
  const practice = await practiceOf(ownsAnother)
  const records = recordsOf(test, practice, { stage: stages[name] })
  const call = callOf(route, await records.idsFor(route))
  if (call.body && 'seen' in call.body) call.body.seen = await seenFor(call.path, (await records.testCase()).id)
  await close(state, practice, records)
  return { practice, call }
}

it.each(cells)('%s, %s: %s', async (name, column, status) => {
  const [, method, path] = /^([A-Z]+)(\/.+)$/.exec(name)!
  const [known, route] = routes.find(([candidate]) => candidate === `${method} ${path}`)!
  const [state, who] = column.split(':') as [State, 'lab' | 'owner']
  // What is refused, and what only reads, leaves the practice as it was.
  const isKept = Number(status) >= 400 || method === 'GET'
  const { practice, call } = await closedWith(state, known, route, { isKept, ownsAnother: true })
  const body = bodyOf(route, who === 'lab' ? 'super_admin' : 'owner', call.body)
  const answer = await test.raw(who === 'lab' ? lab : practice.owner, route.method, call.path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(Number(status))
  // Only what is archived is restored, disabled or not.
  const why = path!.endsWith('/un-archive') ? 'not archived' : state
  if (answer.status === 409) expect(answer.body.error).toMatch(new RegExp(`^This organization is ${why}`))
})

/** What was seen of the request that the address names, or of the case. */
async function seenFor(path: string, patientId: number): Promise<string> {
  const { seen, open_request_id } = (await test.as(lab).call(patients.get, { params: { id: patientId } })).body.patient
  return /_requests\//.test(path) ? requestSeenBy(test, lab, open_request_id!) : seen
}

describe('people of a disabled practice', () => {
  /** Writes that are about the person alone, or about what the person has read; all others are refused. */
  const theirOwn = [
    'POST /logout',
    'POST /me/desktop_code',
    'PUT /profile',
    'POST /patients/{id}/setup_shown',
    'POST /patients/{id}/messages/read',
    'POST /rx_forms/{id}/revisions_seen',
    'POST /emails',
    'DELETE /emails/{id}',
    'PATCH /notifications/{id}/mark-as-read',
    'POST /patients/{id}/notifications/read',
    'POST /push/devices',
    'DELETE /push/devices/{id}',
    'PUT /push/silent_hours',
    'PUT /today/mail',
    'POST /case_list_views',
    'PUT /case_list_views/{id}',
    'DELETE /case_list_views/{id}',
    // The example names no upload, and is refused for that; with one, below.
    'POST /patient_files/store_uploaded_file',
  ]
  const writes = routes.filter(
    ([name, route]) => route.method !== 'GET' && route.needs !== 'public' && !theirOwn.includes(name),
  )
  it.each(writes)('%s changes nothing of the practice', async (name, route) => {
    const { practice, call } = await closedWith('disabled', name, route, { isKept: true, ownsAnother: false })
    const answer = await test.raw(practice.owner, route.method, call.path, call.body)
    expect([403, 404, 409], JSON.stringify(answer)).toContain(answer.status)
  })

  it('no file is added, also one whose bytes were sent before', async () => {
    const testCase = await given.case({ stage: 'in_progress' })
    const { practice, id } = testCase
    const bytes = given.scan('upper', 2)
    const file = { name: 'upper.stl', bytes }
    const link = await test
      .as(practice.owner)
      .call(patientFiles.uploadLink, { query: { ...saidOf(file), patient_id: id, purpose: 'scan' } })
    const file_path = await putBytes(test, link.body, bytes)
    await sql`update organizations set disabled_at = now() where id = ${practice.id}`.execute(test.connection.db)
    const body = { file_path, patient_id: id, patient_file_type_id: 2, jaws_id: 1, name: file.name } as const
    const add = () => test.as(practice.owner).call(patientFiles.storeUploadedFile, { body })
    expect((await add()).status).toBe(403)
    await sql`update organizations set disabled_at = null where id = ${practice.id}`.execute(test.connection.db)
    expect((await add()).status).toBe(200)
  })
})
