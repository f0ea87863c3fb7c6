import { flawedTrays } from '@archwire/contract/flawed-trays/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { customerRequests } from '@archwire/contract/requests/routes.ts'
import { sql } from 'kysely'
import { openTestApp, type TestUser } from './app.ts'
import { givenIn, type GivenCase } from './given.ts'

/**
 * Opens the application for a file of tests about cases and their requests: test data, an admin and a technician of the
 * lab, and what these tests call and read. The file closes `test`.
 */
export async function openLab() {
  const test = await openTestApp()
  const given = givenIn(test)
  const admin = await given.user('admin')
  const tech = await given.user('tech_support')
  const patientOf = async ({ id }: { id: number }, who: TestUser = admin) =>
    (await test.as(who).call(patients.get, { params: { id } })).body.patient
  return {
    test,
    given,
    admin,
    tech,
    patientOf,
    /** The open request of a case. */
    requestOf: async (testCase: { id: number }, who: TestUser = admin) => {
      const id = (await patientOf(testCase)).open_request_id!
      return (await test.as(who).call(customerRequests.get, { params: { id } })).body.customer_request
    },
    /** The events in the history of a case, the oldest first. */
    eventsOf: async ({ id }: { id: number }): Promise<string[]> => {
      const { rows } = await sql<{ event: string }>`
        select event from case_history where patient_id = ${id} order by id`.execute(test.connection.db)
      return rows.map(({ event }) => event)
    },
    /** Reports the upper tray of a case as flawed. */
    report: (testCase: GivenCase, who: TestUser, change: object = {}, organization = testCase.practice.id) =>
      test.as(who).call(flawedTrays.request, {
        params: { id: organization },
        body: {
          patient_id: testCase.id,
          arches: [{ jaw_type_id: 1 as const, is_flawed: true, cause: 'seating' as const, remark: 'It rocks.' }],
          ...change,
        },
      }),
  }
}
export type Lab = Awaited<ReturnType<typeof openLab>>
