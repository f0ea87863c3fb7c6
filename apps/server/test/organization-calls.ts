import type { Organization } from '@archwire/contract/organizations/schema.ts'
import { sql } from 'kysely'
import type { TestApp, TestUser } from './app.ts'

/** The calls about an organization as a record, and what its database holds. */
export function organizationCallsIn(test: TestApp) {
  const { db } = test.connection
  const path = (id: number, more = '') => `/organizations/${id}${more}`

  /** The row of an organization, archived or not. */
  const rowOf = (id: number) =>
    db.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  /** Sets columns by hand, as other areas will. */
  const set = (id: number, values: ReturnType<typeof sql>) =>
    sql`update organizations set ${values} where id = ${id}`.execute(db)

  return {
    rowOf,
    set,
    list: (who: TestUser, query = '') => test.raw(who, 'GET', `/organizations${query}`),
    get: (who: TestUser, id: number) => test.raw(who, 'GET', path(id)),
    create: (who: TestUser, body: object) => test.raw(who, 'POST', '/organizations', body),
    put: (who: TestUser, id: number, body: object) => test.raw(who, 'PUT', path(id), body),
    archive: (who: TestUser, id: number, body: object = {}) => test.raw(who, 'PUT', path(id, '/archive'), body),
    restore: (who: TestUser, id: number, body: object = {}) => test.raw(who, 'PUT', path(id, '/un-archive'), body),
    notes: (who: TestUser, id: number, management_notes: string, version?: number) =>
      test.raw(who, 'PUT', path(id, '/management_notes'), { management_notes, version }),
    remove: (who: TestUser, id: number, name: string) => test.raw(who, 'DELETE', path(id), { name }),
    waive: (who: TestUser, id: number) => test.raw(who, 'PUT', path(id, '/no-startup-fee')),
    invite: (who: TestUser, body: object) => test.raw(who, 'POST', '/organizations/send_invite_to_create', body),
    types: (who: TestUser) => test.raw(who, 'GET', '/organization/types'),
  }
}
export type OrganizationCalls = ReturnType<typeof organizationCallsIn>

/** The organization of an answer. */
export const organizationOf = ({ body }: { body: unknown }) => (body as { organization: Organization }).organization

/** What a refusal of one field answers. */
export const refusalOf = (field: string, message: string) => ({ status: 422, body: { error: { [field]: [message] } } })
