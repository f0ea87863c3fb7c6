import { billingAddress } from '@archwire/contract/billing-address/routes.ts'
import { bracketLibraries } from '@archwire/contract/bracket-libraries/routes.ts'
import { caseListViews } from '@archwire/contract/case-list-views/routes.ts'
import { contacts } from '@archwire/contract/contacts/routes.ts'
import { pricing } from '@archwire/contract/pricing/routes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoFiles } from '../../src/demo/files.ts'
import { makeCaseListViews } from '../../src/demo/case-list-views.ts'
import { makeLibraries } from '../../src/demo/libraries.ts'
import { makePeople, type DemoPeople } from '../../src/demo/people.ts'
import { makeOwnPrices } from '../../src/demo/prices.ts'
import { makePracticeContacts } from '../../src/demo/practice-contacts.ts'
import { openTestApp, type TestApp } from '../app.ts'

/** What the demo's practices keep, in a database of its own, because demo people have fixed addresses. */
let test: TestApp
let people: DemoPeople
beforeAll(async () => {
  test = await openTestApp({ ownDatabase: true })
  const { db } = test.connection
  people = await makePeople(db, test.config.labZone, 'https://portal.test')
  await makeOwnPrices(db, people)
  await makePracticeContacts(db, test.config, people)
  await makeCaseListViews(db, people)
  await makeLibraries(db, demoFiles(test.storage, true), people)
})
afterAll(() => test.close())

const as = (key: string) => test.as({ id: people.users.get(key)!, role: 'doctor' })
const at = (key: string) => ({ params: { id: people.organizations.get(key)! } })

it('libraries have files, and one belongs to one doctor', async () => {
  const { bracket_libraries: libraries } = (await as('harbor').call(bracketLibraries.list, at('harbor'))).body
  expect(
    libraries.map(({ name, members, file }) => [name, members.map(({ full_name }) => full_name), file?.name]),
  ).toEqual([
    ['Damon Q2, .022 slot', [], 'damon-q2-022-slot.csv'],
    ['Empower 2, MBT .018', [], 'empower-2-mbt-018.csv'],
    ['Roth .022, Dr. Cho', ['Daniel Cho'], 'roth-022-dr-cho.csv'],
  ])
  const params = { ...at('harbor').params, libraryId: libraries[0]!.id }
  const { url } = (await as('harbor2').call(bracketLibraries.downloadLink, { params })).body
  const file = await test.app.fastify.inject({ method: 'GET', url })
  expect(file.body.split('\n').slice(0, 2)).toEqual([
    'Tooth,Slot (in),Torque (deg),Tip (deg)',
    'Central incisor,0.022,15,5',
  ])
})

it('practices have contacts, one of them a billing address', async () => {
  const { body } = await as('doctor').call(contacts.list, at('summit'))
  expect(body.contacts.map(({ first_name, title }) => [first_name, title])).toEqual([
    ['Ruth', 'Office manager'],
    ['Noor', 'Front desk'],
    ['Victor', 'Bookkeeper'],
  ])
  expect((await as('doctor').call(billingAddress.get, at('summit'))).body.billing_address).toMatchObject({
    city: 'Denver',
  })
  expect((await as('harbor').call(billingAddress.get, at('harbor'))).body.billing_address).toBeNull()
})

it('one practice has prices of its own, the others those of the list', async () => {
  const own = (await as('juniper').call(pricing.get, at('juniper'))).body.pricing
  const list = (await as('doctor').call(pricing.get, at('summit'))).body.pricing
  expect(own).toEqual({
    ...list,
    overrides: 1,
    own: [
      'arch.initial_case_setup',
      'arch.insert_brackets',
      'rx_forms.intra_oral_scan.clean_up.both_arches',
      'rx_forms.misc.rx_form.rush_case',
      'shipping_fees.express',
    ],
    arch: { ...list.arch, initial_case_setup: 40, insert_brackets: 0 },
    shipping_fees: { ...list.shipping_fees, express: 12.5 },
    rx_forms: {
      ...list.rx_forms,
      intra_oral_scan: { ...list.rx_forms.intra_oral_scan, clean_up: { one_arch: 10, both_arches: 12 } },
      misc: { ...list.rx_forms.misc, rx_form: { rush_case: 35 } },
    },
  })
  expect(list).toMatchObject({ overrides: 0, arch: { initial_case_setup: 45, insert_brackets: 18 } })
})

it('a technician has two views of the list', async () => {
  const { body } = await test.as({ id: people.users.get('tech')!, role: 'tech_support' }).call(caseListViews.list)
  expect(body.case_list_views.map(({ name, columns }) => [name, columns?.length])).toEqual([
    ['Rush, oldest first', 6],
    ['To be packed', undefined],
  ])
})
