import { labScope } from '../db/scope.ts'
import type { Db, Trx } from '../db/client.ts'
import { answerSurvey } from './account-setup.ts'
import type { Actor } from '../kernel/actor.ts'
import { actorOf, hashPassword, readUser } from '../modules/auth/index.ts'
import { insertLocation } from '../modules/locations/index.ts'
import {
  archiveOrganization,
  changeNotes,
  updateOrganization,
  waiveStartupFee,
} from '../modules/organization-record/index.ts'
import { addMember, createOrganization } from '../modules/organizations/index.ts'
import { createUser } from '../modules/users/index.ts'
import { demoPassword, emailOf, place, type DemoPeople } from './people.ts'

interface Closed {
  key: string
  name: string
  owner: { first: string; last: string }
  location: Parameters<typeof place>
  /** Which answer of the survey: how its owner heard of the lab. */
  heard: number
  notes: string
}

/** A practice that the lab has disabled: its owner signs in and reads. */
export const disabledPractice: Closed = {
  key: 'larkspur',
  name: 'Larkspur Family Dentistry',
  owner: { first: 'Helen', last: 'Vance' },
  location: ['Larkspur Square', 'Helen', 'Vance', '9 Larkspur Square', 'Tucson', 'AZ', '85701'],
  heard: 2,
  notes: 'Disabled at the owner’s request while the practice moves. Asked us to call again in spring.',
}

/** A practice that closed: archived, and not among the sign-ins. */
const archivedPractice: Closed = {
  key: 'oldmill',
  name: 'Old Mill Orthodontics',
  owner: { first: 'Peter', last: 'Quinn' },
  location: ['Old Mill', 'Peter', 'Quinn', '31 Mill Street', 'Albany', 'NY', '12207'],
  heard: 1,
  notes: 'Closed for good. The owner has retired.',
}

/** What the lab says about the practices of the demo, by their keys. */
const said: Record<string, { type: string; manager: string; notes?: string }> = {
  summit: {
    type: 'Orthodontist',
    manager: 'supervisor',
    notes: 'Prefers calls before noon.\nSends most cases on Mondays.',
  },
  harbor: { type: 'DSO', manager: 'tech', notes: 'Northstar makes their new cases.' },
  juniper: { type: 'Pediatric Dentist', manager: 'tech' },
}

/** Gives the practices of the demo what the lab says about them, and adds a disabled and an archived one. */
export async function makeOrganizations(db: Db, { users, organizations }: DemoPeople, zone: string): Promise<void> {
  const passwordHash = await hashPassword(demoPassword)
  await db.transaction().execute(async (trx) => {
    const admin = actorOf((await readUser(trx, users.get('admin')!))!, { id: null, address: '' })
    for (const [key, { type, manager, notes }] of Object.entries(said)) {
      const id = organizations.get(key)!
      const edit = { organization_type: type, customer_service_manager_id: users.get(manager)! }
      await updateOrganization(trx, admin, id, edit, zone)
      if (notes !== undefined) await changeNotes(trx, admin, id, { management_notes: notes })
    }
    const disabled = await makePractice(trx, admin, disabledPractice, { passwordHash, zone })
    await updateOrganization(
      trx,
      admin,
      disabled,
      { disabled: true, disabled_reason: 'At the owner’s request, while the practice moves.' },
      zone,
    )
    const archived = await makePractice(trx, admin, archivedPractice, { passwordHash, zone })
    await archiveOrganization(trx, admin, archived, { version: undefined, zone })
  })
}

async function makePractice(
  trx: Trx,
  admin: Actor,
  { key, name, owner, location, heard, notes }: Closed,
  { passwordHash, zone }: { passwordHash: string; zone: string },
): Promise<number> {
  const id = await createOrganization(trx, { name })
  const email = emailOf(key)
  const person = { first_name: owner.first, last_name: owner.last, email, role: 'doctor' as const }
  const ownerId = await createUser(trx, { ...person, passwordHash, verified: true })
  await addMember(trx, id, ownerId, 'organization_owner')
  const main = place(...location)
  await answerSurvey(trx, id, { name, owner: ownerId, email, location: main, heard })
  await waiveStartupFee(trx, admin, id, zone)
  await insertLocation(trx, labScope, id, main, true)
  await updateOrganization(trx, admin, id, { organization_type: 'General Dentist' }, zone)
  await changeNotes(trx, admin, id, { management_notes: notes })
  return id
}
