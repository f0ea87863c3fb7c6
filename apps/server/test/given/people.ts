import type { OrganizationRole, UserRole } from '@archwire/contract/roles.ts'
import type { Actor } from '../../src/kernel/actor.ts'
import { actorOf, readUser } from '../../src/modules/auth/index.ts'
import { labScope } from '../../src/db/scope.ts'
import { insertLocation } from '../../src/modules/locations/index.ts'
import { addMember, createOrganization } from '../../src/modules/organizations/index.ts'
import { createUser } from '../../src/modules/users/index.ts'
import type { TestApp, TestUser } from '../app.ts'
import { mainLocation } from './locations.ts'
import { unique } from './unique.ts'

export interface GivenPractice {
  id: number
  owner: TestUser
  manager: TestUser
  member: TestUser
  assistant: TestUser
  partner: { id: number; user: TestUser } | null
}

/** People, and the practices that they work in. */
export function peopleIn({ connection: { db } }: TestApp) {
  async function user(role: UserRole | null, name: [string, string] = ['Test', 'Person']): Promise<TestUser> {
    const id = await db.transaction().execute((trx) =>
      createUser(trx, {
        first_name: name[0],
        last_name: name[1],
        email: `${unique()}@example.com`,
        role,
        passwordHash: null,
        verified: true,
      }),
    )
    return { id, role }
  }

  async function actor(who: TestUser): Promise<Actor> {
    return actorOf((await readUser(db, who.id))!, { id: null, address: '127.0.0.1' })
  }

  /** The practices made here. */
  const practiceIds: number[] = []

  async function practice(options: { partner?: boolean; paid?: boolean } = {}): Promise<GivenPractice> {
    const people = {
      owner: await user('doctor', ['Olga', 'Owner']),
      manager: await user('staff_member'),
      member: await user('doctor', ['Mia', 'Member']),
      assistant: await user('staff_member'),
    }
    const partnerUser = options.partner ? await user('lab_partner') : null
    return db.transaction().execute(async (trx) => {
      const partner = partnerUser && {
        id: await createOrganization(trx, { name: `Partner ${unique()}`, kind: 'partner', startupFeeSettled: true }),
        user: partnerUser,
      }
      if (partner) await addMember(trx, partner.id, partner.user.id, 'organization_owner')
      const id = await createOrganization(trx, {
        name: `Practice ${unique()}`,
        startupFeeSettled: options.paid ?? true,
        thirdPartyPartnerId: partner?.id ?? null,
      })
      practiceIds.push(id)
      const roles: [TestUser, OrganizationRole][] = [
        [people.owner, 'organization_owner'],
        [people.manager, 'organization_manager'],
        [people.member, 'organization_member'],
        [people.assistant, 'organization_member'],
      ]
      for (const [person, role] of roles) await addMember(trx, id, person.id, role)
      await insertLocation(trx, labScope, id, mainLocation, true)
      return { id, partner, ...people }
    })
  }

  return { user, actor, practice, practiceIds }
}
export type GivenPeople = ReturnType<typeof peopleIn>
