import type { OrganizationRole, UserRole } from '@archwire/contract/roles.ts'
import type { Db, Trx } from '../db/client.ts'
import { now } from '../kernel/clock.ts'
import type { Actor } from '../kernel/actor.ts'
import { actorOf, hashPassword, readUser } from '../modules/auth/index.ts'
import { insertLocation, type NewLocation } from '../modules/locations/index.ts'
import { labScope } from '../db/scope.ts'
import { waiveStartupFee } from '../modules/organization-record/index.ts'
import { addMember, createOrganization } from '../modules/organizations/index.ts'
import { archivePerson, createUser, togglePermission } from '../modules/users/index.ts'
import { makeOnboarding } from './onboardings.ts'
import { addPaymentToReview, payStartUpFee } from './payments.ts'
import { demoDomain } from './published.ts'

/** Every demo person signs in with this. */
export const demoPassword = 'Archwire-2026'

interface Person {
  key: string
  first: string
  last: string
  role: UserRole | null
  member?: OrganizationRole
  /** What one sees who signs in so, for the list that `npm start` prints. */
  shows: string
}

/** The lab's people; the first one is all that a bare portal has. */
export const staff: Person[] = [
  {
    key: 'superadmin',
    first: 'Sofia',
    last: 'Almeida',
    role: 'super_admin',
    shows: 'everything, also rights of single people',
  },
  { key: 'admin', first: 'Marcus', last: 'Hale', role: 'admin', shows: 'everything but rights of single people' },
  {
    key: 'supervisor',
    first: 'Ingrid',
    last: 'Solberg',
    role: 'supervisor',
    shows: "the lab's day: what is late, unassigned, to be changed; all cases; statistics",
  },
  {
    key: 'tech',
    first: 'Tomas',
    last: 'Reyes',
    role: 'tech_support',
    shows: 'work steps, setups, Notify; has begun steps',
  },
  {
    key: 'tech2',
    first: 'Priya',
    last: 'Nair',
    role: 'tech_support',
    shows: 'a second technician, to see two at work',
  },
]

interface DemoPractice {
  key: string
  name: string
  /** How many steps of its onboarding are done, the last of them so many days ago. */
  onboarding: { steps: number; daysAgo: number }
  people: Person[]
  locations: NewLocation[]
  partner?: boolean
  /** Its owner has paid the start-up fee; the lab waived that of the others. */
  paid?: boolean
}

/** A location of the demo. */
export const place = (
  name: string,
  first: string,
  last: string,
  street: string,
  city: string,
  state: string,
  zip: string,
): NewLocation => ({
  location_name: name,
  first_name: first,
  last_name: last,
  email: 'frontdesk@archwire.example',
  phone_number: '+13035550142',
  street_address: street,
  city,
  state,
  zip_code: zip,
})

/** The practices of the demo, with their people. */
export const practices: DemoPractice[] = [
  {
    key: 'summit',
    name: 'Summit Orthodontics',
    onboarding: { steps: 11, daysAgo: 420 },
    people: [
      {
        key: 'doctor',
        first: 'Elena',
        last: 'Marsh',
        role: 'doctor',
        member: 'organization_owner',
        shows: 'all cases of the practice, setups to approve',
      },
      {
        key: 'doctor2',
        first: 'James',
        last: 'Okafor',
        role: 'doctor',
        member: 'organization_member',
        shows: 'own cases only',
      },
      {
        key: 'manager',
        first: 'Ruth',
        last: 'Feld',
        role: 'staff_member',
        member: 'organization_manager',
        shows: 'all cases, locations; approves as the owner does',
      },
      {
        key: 'assistant',
        first: 'Noor',
        last: 'Haddad',
        role: 'staff_member',
        member: 'organization_member',
        shows: 'starts cases for the doctors, approves nothing',
      },
    ],
    locations: [
      place('Main office', 'Elena', 'Marsh', '1200 Larimer Street', 'Denver', 'CO', '80204'),
      place('Boulder', 'Ruth', 'Feld', '1800 Pearl Street', 'Boulder', 'CO', '80302'),
    ],
  },
  {
    key: 'harbor',
    name: 'Harbor Smiles Dental Group',
    onboarding: { steps: 11, daysAgo: 95 },
    partner: true,
    people: [
      {
        key: 'harbor',
        first: 'Grace',
        last: 'Lindqvist',
        role: 'doctor',
        member: 'organization_owner',
        shows: 'a practice whose new cases a partner lab makes',
      },
      {
        key: 'harbor2',
        first: 'Daniel',
        last: 'Cho',
        role: 'doctor',
        member: 'organization_member',
        shows: 'own cases only',
      },
    ],
    locations: [place('Waterfront', 'Grace', 'Lindqvist', '77 Atlantic Avenue', 'Boston', 'MA', '02110')],
  },
  {
    key: 'juniper',
    name: 'Juniper Lane Orthodontics',
    // It waits for the practice, which has to install the desktop application.
    onboarding: { steps: 4, daysAgo: 9 },
    paid: true,
    people: [
      {
        key: 'juniper',
        first: 'Amara',
        last: 'Osei',
        role: 'doctor',
        member: 'organization_owner',
        shows: 'a practice of one doctor, with prices of its own; its invoice has a declined try and a refund',
      },
    ],
    locations: [place('Juniper Lane', 'Amara', 'Osei', '415 Juniper Lane', 'Portland', 'OR', '97205')],
  },
]

/** A practice that signed up, and has not paid the start-up fee. */
export const lead = {
  name: 'Cedar Grove Dental',
  person: { key: 'lead', first: 'Owen', last: 'Whitlock', role: 'doctor' as const, shows: '' },
}

export const partnerLab = {
  name: 'Northstar Partner Lab',
  person: {
    key: 'partner',
    first: 'Henrik',
    last: 'Dahl',
    role: 'lab_partner' as const,
    shows: 'cases of Harbor that are assigned to the partner',
  },
}

/** A doctor who has left Harbor: archived, and not among the sign-ins. */
const formerDoctor: Person = { key: 'former', first: 'Walter', last: 'Brandt', role: 'doctor', shows: '' }

/** Ids by the keys above. */
export interface DemoPeople {
  users: Map<string, number>
  organizations: Map<string, number>
}

/** Returns the address that someone of the demo signs in with. */
export const emailOf = (key: string): string => `${key}@${demoDomain}`

/** Creates the lab's staff, a partner lab, three practices with people and locations, and one that only signed up. */
export async function makePeople(db: Db, zone: string, publicUrl: string): Promise<DemoPeople> {
  const passwordHash = await hashPassword(demoPassword)
  return db.transaction().execute(async (trx) => {
    const users = new Map<string, number>()
    const organizations = new Map<string, number>()
    const person = async ({ key, first, last, role }: Person) => {
      const id = await createUser(trx, {
        first_name: first,
        last_name: last,
        email: emailOf(key),
        role,
        passwordHash,
        verified: true,
      })
      users.set(key, id)
      return id
    }
    for (const employee of staff) await person(employee)
    const partner = await createOrganization(trx, { name: partnerLab.name, kind: 'partner', startupFeeSettled: true })
    await addMember(trx, partner, await person(partnerLab.person), 'organization_owner')
    for (const practice of practices) {
      const id = await createOrganization(trx, {
        name: practice.name,
        thirdPartyPartnerId: practice.partner ? partner : null,
      })
      organizations.set(practice.key, id)
      if (!practice.paid) await waiveStartupFee(trx, await actorFor(trx, users, 'superadmin'), id, zone)
      for (const colleague of practice.people) await addMember(trx, id, await person(colleague), colleague.member!)
      if (practice.paid) await payStartUpFee(trx, id, users.get(practice.people[0]!.key)!, zone)
      const { daysAgo, steps } = practice.onboarding
      const by = {
        staff: await actorFor(trx, users, 'supervisor'),
        owner: await actorFor(trx, users, practice.people[0]!.key),
      }
      await makeOnboarding(trx, { organizationId: id, daysAgo, steps }, by, zone)
      for (const [index, location] of practice.locations.entries())
        await insertLocation(trx, labScope, id, location, index === 0)
    }
    const waiting = await createOrganization(trx, { name: lead.name })
    await addMember(trx, waiting, await person(lead.person), 'organization_owner')
    await addMember(trx, organizations.get('harbor')!, await person(formerDoctor), 'organization_member')
    await changePeople(trx, users, publicUrl)
    await addPaymentToReview(trx)
    return { users, organizations }
  })
}

const actorFor = async (trx: Trx, users: Map<string, number>, key: string): Promise<Actor> =>
  actorOf((await readUser(trx, users.get(key)!))!, { id: null, address: '' })

/** What staff have done with people: a doctor is archived, a technician may do more, a supervisor's mails go elsewhere, too. */
async function changePeople(trx: Trx, users: Map<string, number>, publicUrl: string): Promise<void> {
  const id = (key: string) => users.get(key)!
  const actor = await actorFor(trx, users, 'superadmin')
  await archivePerson(trx, actor, id(formerDoctor.key), { hand_over_to: null }, publicUrl)
  await togglePermission(trx, actor, id('tech2'), {
    permission: 'organization.view-archived',
    enabled: true,
    checked: true,
  })
  await trx
    .insertInto('additional_emails')
    .values({ user_id: id('supervisor'), email: `production.desk@${demoDomain}`, created_at: now() })
    .execute()
}

/** Creates one super_admin, for a portal that starts empty. */
export async function makeFirstSignIn(db: Db): Promise<void> {
  const [first] = staff
  const passwordHash = await hashPassword(demoPassword)
  await db.transaction().execute((trx) =>
    createUser(trx, {
      first_name: first!.first,
      last_name: first!.last,
      email: emailOf(first!.key),
      role: first!.role,
      passwordHash,
      verified: true,
    }),
  )
}
