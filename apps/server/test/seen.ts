import { patients } from '@archwire/contract/patients/routes.ts'
import { customerRequests } from '@archwire/contract/requests/routes.ts'
import type { TestApp, TestUser } from './app.ts'

/** What a person who looks at a case now sees, as their decision will name it. */
export const seenBy = async (test: TestApp, who: TestUser, id: number): Promise<string> =>
  (await test.as(who).call(patients.get, { params: { id } })).body.patient.seen

/** The same of a request. */
export const requestSeenBy = async (test: TestApp, who: TestUser, id: number): Promise<string> =>
  (await test.as(who).call(customerRequests.get, { params: { id } })).body.customer_request.seen
