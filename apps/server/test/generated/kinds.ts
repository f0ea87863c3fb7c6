import { sql } from 'kysely'
import type { TestApp } from '../app.ts'
import type { GivenCase } from '../given.ts'

/**
 * Whose a record is: a case's (who may see the case sees it), an organization's (all its people), one person's, the
 * lab's. Every `{id}` and every field `…_id` of the contract is of one of these kinds; a new one fails until it stands here.
 */
export const reachOf = {
  patients: 'case',
  rx_forms: 'case',
  patient_files: 'case',
  scenes: 'case',
  'tech-workflows': 'case',
  tech_workflow_processes: 'case',
  customer_requests: 'case',
  printing_requests: 'case',
  share_links: 'case',
  pins: 'case',
  measurements: 'case',
  organizations: 'organization',
  locations: 'organization',
  users: 'organization',
  notifications: 'person',
  promotion_codes: 'lab',
  'settings/announcements': 'lab',
} as const
type Reach = typeof reachOf
export type Kind = keyof Reach
export type CaseKind = { [K in Kind]: Reach[K] extends 'case' ? K : never }[Kind]

export const isKind = (noun: string): noun is Kind => Object.hasOwn(reachOf, noun)

/** Fields whose name does not say the kind, by their last name; null is nobody's record. */
export const fields: Record<string, Kind | null> = {
  organization_id: 'organizations',
  current_organization_id: 'organizations',
  chosen_wi_organization_id: 'organizations',
  patient_id: 'patients',
  user_id: 'users',
  users: 'users',
  location_id: 'locations',
  shipping_location_id: 'locations',
  file_id: 'patient_files',
  jaws_id: null,
}

type Make = (test: TestApp, about: { testCase: GivenCase; mark: string }) => Promise<number>

/**
 * How a record that hangs on no case is found or made, for the practice of `testCase`. Where its list shows texts,
 * `mark` is one of them.
 */
export const recordOf: Record<Exclude<Kind, CaseKind>, Make> = {
  organizations: async (_, { testCase }) => testCase.practice.id,
  users: async (_, { testCase }) => testCase.practice.owner.id,
  'settings/announcements': async () => 1,
  async locations({ connection }, { testCase }) {
    const { rows } = await sql<{ id: number }>`
      select id from locations where organization_id = ${testCase.practice.id} order by id limit 1`.execute(
      connection.db,
    )
    return rows[0]!.id
  },
  async notifications({ connection }, { testCase, mark }) {
    const values = { user_id: testCase.practice.owner.id, type: 'ready', message: `About ${mark}`, link: '/' }
    const row = connection.db.insertInto('notifications').values(values).returning('id')
    return (await row.executeTakeFirstOrThrow()).id
  },
  async promotion_codes({ connection }, { mark }) {
    const values = { code: mark.toUpperCase(), value: 500, is_fixed: true, promotion_code_type_id: 1 }
    const row = connection.db.insertInto('promotion_codes').values(values).returning('id')
    return (await row.executeTakeFirstOrThrow()).id
  },
}
