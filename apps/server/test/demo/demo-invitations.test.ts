import { members } from '@archwire/contract/members/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeInvitations } from '../../src/demo/invitations.ts'
import { makePeople, type DemoPeople } from '../../src/demo/people.ts'
import { openTestApp, type TestApp } from '../app.ts'

/** The demo's invitations, in a database of its own, because demo people have fixed addresses. */
let test: TestApp
let people: DemoPeople
beforeAll(async () => {
  test = await openTestApp({ ownDatabase: true })
  people = await makePeople(test.connection.db, test.config.labZone, 'https://portal.test')
  await makeInvitations(test.connection.db, test.config, people)
})
afterAll(() => test.close())

it('one is open and will be sent, one has expired and is not sent again', async () => {
  const owner = { id: people.users.get('doctor')!, role: 'doctor' }
  const id = people.organizations.get('summit')!
  const { invitations } = (await test.as(owner).call(members.invitations, { params: { id } })).body
  expect(invitations).toMatchObject([
    { email: 'associate@archwire.example', is_doctor: true, is_expired: false, invited_by: 'Elena Marsh' },
    { email: 'hygienist@archwire.example', is_doctor: false, is_expired: true, can: { resend: true, revoke: true } },
  ])
  const { rows } = await sql<{ to_address: string; state: string; jobs: number }>`
    select m.to_address, m.state,
      (select count(*)::int from outbox o where (o.payload ->> 'mail_id')::bigint = m.id) as jobs
    from mails m where kind = 'access.invitation' order by m.id`.execute(test.connection.db)
  expect(rows).toEqual([
    { to_address: 'hygienist@archwire.example', state: 'sent', jobs: 0 },
    { to_address: 'associate@archwire.example', state: 'waiting', jobs: 1 },
  ])
})
