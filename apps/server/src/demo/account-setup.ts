import type { AccountDetailsEdit } from '@archwire/contract/account-setup/schema.ts'
import type { Db, Trx } from '../db/client.ts'
import { now } from '../kernel/clock.ts'
import { saveDetails } from '../modules/account-setup/index.ts'
import { actorOf, hashPassword, readUser } from '../modules/auth/index.ts'
import type { NewLocation } from '../modules/locations/index.ts'
import { addMember, createAccount } from '../modules/organizations/index.ts'
import { createUser } from '../modules/users/index.ts'
import { demoPassword, emailOf } from './people.ts'

/** A practice whose owner has saved the account details, and continues with the payment. */
export const settingUp = { key: 'maple', first: 'Lena', last: 'Novak', name: 'Maple Court Orthodontics' }

const details = (email: string): AccountDetailsEdit => ({
  organization: settingUp.name,
  first_name: settingUp.first,
  last_name: settingUp.last,
  email,
  phone_number: '+16125550142',
  street_address: '20 Maple Court',
  street_address_line_2: '',
  city: 'Minneapolis',
  state: 'MN',
  zip_code: '55401',
  country: 'USA',
  survey_answer_id: 7,
  survey_response_other: 'A former classmate',
})

interface Answering {
  name: string
  owner: number
  email: string
  location: NewLocation
  /** Which answer of the survey: how the owner heard of the lab. */
  heard: number
}

/** An owner enters the account details of a practice whose fee is not settled yet. */
export async function answerSurvey(trx: Trx, id: number, { name, owner, email, location, heard }: Answering) {
  const actor = actorOf((await readUser(trx, owner))!, { id: null, address: '' })
  const { location_name: _, ...entered } = location
  const survey = { survey_answer_id: heard, survey_response_other: '' }
  await saveDetails(trx, { ...actor, now: now() }, id, {
    street_address_line_2: '',
    country: 'USA',
    ...entered,
    organization: name,
    email,
    ...survey,
  })
}

/** Creates the practice that is in the middle of its account setup. */
export async function makeAccountSetup(db: Db): Promise<void> {
  const passwordHash = await hashPassword(demoPassword)
  const email = emailOf(settingUp.key)
  await db.transaction().execute(async (trx) => {
    const id = await createAccount(trx, { thirdPartyPartnerId: null })
    const person = { first_name: settingUp.first, last_name: settingUp.last, email, role: 'doctor' as const }
    const owner = await createUser(trx, { ...person, passwordHash, verified: true })
    await addMember(trx, id, owner, 'organization_owner')
    await saveDetails(trx, actorOf((await readUser(trx, owner))!, { id: null, address: '' }), id, details(email))
  })
}
