import { expect, it } from 'vitest'
import { accountDetailsFields } from '../account-setup/fields.ts'
import { accounts } from '../accounts/routes.ts'
import { profileFields } from '../accounts/fields.ts'
import { billingAddressFields } from '../billing-address/fields.ts'
import { libraryFields } from '../bracket-libraries/fields.ts'
import { contactFields } from '../contacts/fields.ts'
import { locationFields } from '../locations/fields.ts'
import { inviteFields } from '../members/fields.ts'
import { organizationFields, ownerFields } from '../organizations/fields.ts'
import { patients } from '../patients/routes.ts'
import { isCaseNumber, isName } from '../rx-forms/rules.ts'
import { userFields } from '../users/fields.ts'
import { UserBody, UserEdit } from '../users/body.ts'
import { name } from './fields.ts'
import type { FieldTable, RecordFields } from './record-fields.ts'
import { bodyOf } from './record-schema.ts'
import { invalidName, nameProblem } from './text.ts'

const refused = [
  'https：／／evil.example',
  'a：//b',
  '｛｛token｝｝',
  '﹛﹛',
  'a︓／／b',
  'https://evil.example/?token={{token}}',
  'a://b',
  '{{token}}',
  '{{',
  'Ada {{ Lovelace',
]
const accepted = [
  'Dr. Smith-Jones',
  'St.John Dental',
  'Smile & Co. (North)',
  'C:/ Dental',
  '{Smile}',
  'www.smile.example',
  'C：／ Dental',
  'Ａda',
]

it.each(refused)('%s is no name', (text) => {
  expect(nameProblem(text)).toBe(invalidName)
  expect(
    name()
      .safeParse(text)
      .error!.issues.map(({ message }) => message),
  ).toEqual([invalidName])
})

it.each(accepted)('%s may be a name', (text) => {
  expect(nameProblem(text)).toBeUndefined()
  expect(name().parse(text)).toBe(text)
})

/** Every name in the form of a record: the browser's message beside the field is the server's. */
it.each([
  ['a person', userFields, ['first_name', 'last_name']],
  ['one’s own profile', profileFields, ['first_name', 'last_name']],
  ['an organization', organizationFields, ['name']],
  ['a new organization', ownerFields, ['first_name', 'last_name', 'organization']],
  ['an invitation', inviteFields, ['username']],
  ['a location', locationFields, ['location_name', 'first_name', 'last_name']],
  ['a contact', contactFields, ['first_name', 'last_name', 'title']],
  ['a library', libraryFields, ['name']],
  ['a billing address', billingAddressFields, ['first_name', 'last_name']],
  ['account details', accountDetailsFields, ['organization', 'first_name', 'last_name']],
] as const)('names of %s refuse addresses and gaps, in browser and API', (_, own, names) => {
  const fields = own as unknown as RecordFields<FieldTable>
  for (const field of names)
    for (const text of refused) {
      expect(fields.problems({ [field]: text })).toEqual({ [field]: [invalidName] })
      const shape = bodyOf(fields).shape
      expect(shape[field]!.safeParse(text).error!.issues.map(({ message }) => message)).toEqual([invalidName])
    }
})

it.each([
  ['POST /register', accounts.register.body],
  ['POST /users/create', accounts.createUser.body],
  ['PUT /profile', accounts.updateProfile.body],
  ['POST /users', UserBody],
  ['PUT /users/{id}', UserEdit],
])('%s refuses them as first and last name', (_, body) => {
  const { error } = body.safeParse({ first_name: refused[0], last_name: refused[2] })
  for (const field of ['first_name', 'last_name'])
    expect(error!.issues.filter(({ path }) => path[0] === field).map(({ message }) => message)).toEqual([invalidName])
})

it.each(refused)('%s is nobody who approved a setup or has to act on a hold, and no name is one', (text) => {
  for (const [{ body }, field] of [
    [patients.completeSetup, 'approved_by'],
    [patients.toggleHold, 'action_owner_name'],
  ] as const) {
    const { error } = body.safeParse({ [field]: text })
    expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([[field, invalidName]])
    expect(body.safeParse({ [field]: '' }).success).toBe(true)
  }
})

it.each(refused)('%s is no name of a patient and no case number either', (text) => {
  expect(isName(text)).toBe(false)
  expect(isCaseNumber(text)).toBe(false)
  for (const { body } of [patients.create, patients.update]) {
    const { error } = body.safeParse({ first_name: text, last_name: text, case_number_text: text, user_id: 1 })
    expect(error!.issues.map(({ path }) => path[0])).toEqual(
      expect.arrayContaining(['first_name', 'last_name', 'case_number_text']),
    )
  }
})
