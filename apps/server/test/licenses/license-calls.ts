import { auth } from '@archwire/contract/auth/routes.ts'
import { devices, licenses } from '@archwire/contract/licenses/routes.ts'
import { sql } from 'kysely'
import { labScope } from '../../src/db/scope.ts'
import { beginWaived } from '../../src/modules/billing/index.ts'
import type { TestApp, TestUser } from '../app.ts'
import type { Given, GivenPractice } from '../given.ts'

/** A practice with a subscription, and so with a Standard license. */
export async function licensed(test: TestApp, given: Given): Promise<GivenPractice & { licenseId: number }> {
  const practice = await given.practice()
  const { db } = test.connection
  await db
    .transaction()
    .execute((trx) => beginWaived(trx, { scope: labScope, now: new Date() }, practice.id, test.config.labZone))
  const { rows } = await sql<{ id: number }>`select id from licenses where organization_id = ${practice.id}`.execute(db)
  return { ...practice, licenseId: rows[0]!.id }
}

/** The calls about licenses, by default of an admin. */
export function licenseCalls(test: TestApp, admin: TestUser) {
  const on = (id: number) => ({ params: { id } })
  const codeOf = async (who: TestUser) => (await test.as(who).call(auth.desktopCode, {})).body.desktop_code
  return {
    codeOf,
    of: async (id: number) => (await test.as(admin).call(licenses.get, on(id))).body.license,
    set: (id: number, body: object, who = admin) =>
      test.as(who).call(licenses.update, { ...on(id), body: body as never }),
    switchTo: (id: number, active: boolean, who = admin) =>
      test.as(who).call(licenses.setStatus, { ...on(id), body: { active } }),
    remove: (id: number, who = admin) => test.as(who).call(licenses.remove, on(id)),
    create: (body: object, who = admin) => test.as(who).call(licenses.create, { body: body as never }),
    setDevice: (id: number, body: object, who = admin) =>
      test.as(who).call(devices.update, { ...on(id), body: body as never }),
    removeDevice: (id: number, who = admin) => test.as(who).call(devices.remove, on(id)),
    own: (practice: { id: number }, who: TestUser) => test.as(who).call(licenses.ofPractice, on(practice.id)),
    buy: (practice: { id: number }, body: object, who: TestUser) =>
      test.as(who).call(licenses.buySeats, { ...on(practice.id), body: body as never }),
    /** Signs in on a device as the desktop application does, by a code; with `code`, by that one. */
    async signInOn(who: TestUser, device: string, { code, ...query }: { code?: string; device_name?: string } = {}) {
      const search = new URLSearchParams({ device_id: device, ...query })
      return test.raw(null, 'GET', `/me?${search}`, undefined, {
        authorization: `Bearer ${code ?? (await codeOf(who))}`,
      })
    },
  }
}
