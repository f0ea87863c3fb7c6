import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { addMember } from '../../apps/server/src/modules/organizations/index.ts'
import type { TestUser } from '../../apps/server/test/app.ts'
import type { GivenCase, GivenPractice } from '../../apps/server/test/given.ts'
import { expectNoSidewaysScroll } from '../fit-for-phone.ts'
import { casesIn, expect, test, type Portal } from '../journey.ts'
import { goWithin } from '../people/go-within.ts'
import { photoOf } from '../people/photographer.ts'

/** The practice's screens as each of its people sees them (`people/own-cases`, `organizations/tenant`). */
interface Person {
  who: string
  of: (practice: GivenPractice) => TestUser
  /** Cases in the list, of four. */
  cases: number
  /** Whether the cases that are opened below are within reach. */
  reaches: boolean
  /** Buttons of a setup that waits for an approval. */
  approves: boolean
  cancels: boolean
  holds: boolean
  deletesPhotos: boolean
  choosesDoctor: boolean
  searchesDoctors: boolean
  saysDefaults: boolean
}
const boss = {
  cases: 4,
  reaches: true,
  approves: true,
  cancels: true,
  holds: true,
  deletesPhotos: true,
  choosesDoctor: true,
  searchesDoctors: true,
  saysDefaults: true,
}
const people: Person[] = [
  { who: 'owner', of: ({ owner }) => owner, ...boss },
  { who: 'manager', of: ({ manager }) => manager, ...boss },
  {
    who: 'doctor',
    of: ({ member }) => member,
    ...boss,
    cases: 3,
    choosesDoctor: false,
    searchesDoctors: false,
    saysDefaults: false,
  },
  {
    who: 'staff member',
    of: ({ assistant }) => assistant,
    ...boss,
    approves: false,
    cancels: false,
    holds: false,
    deletesPhotos: false,
    saysDefaults: false,
  },
]
/** A doctor of the same practice whose cases these are not. */
const colleague: Omit<Person, 'of'> = {
  who: 'member',
  ...boss,
  cases: 0,
  reaches: false,
  choosesDoctor: false,
  searchesDoctors: false,
  saysDefaults: false,
}

interface Cases {
  practice: GivenPractice
  fresh: GivenCase
  waiting: GivenCase
  printed: GivenCase
}
const printing = {
  export_type: 1,
  print_assignment: 1,
  insert_brackets_assignment: 1,
  shipping_method: 'standard',
} as const

/** Cases of the member, who is a doctor, and one of the owner’s. */
async function casesOf({ given }: Portal): Promise<Cases> {
  const practice = await given.practice()
  const form = { user_id: practice.member.id, first_name: 'Ada' }
  const fresh = await given.case({ practice, form: { ...form, last_name: 'Fresh' } })
  const waiting = await given.case({ practice, stage: 'awaiting_approval', form: { ...form, last_name: 'Waiting' } })
  const photo = { bytes: new Uint8Array(readFileSync(photoOf('frontal'))), name: 'Waiting Ada frontal.jpg' }
  await given.photoFile(waiting, practice.owner, { ...photo, photo_view: 'intraoral_frontal' })
  const printed = await given.case({
    practice,
    stage: 'approved',
    form: { ...form, ...printing, last_name: 'Printed' },
  })
  await given.case({ practice, form: { last_name: 'Owned' } })
  return { practice, fresh, waiting, printed }
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
const seen = (is: boolean) => (is ? 1 : 0)

/** Each screen: where it is, and what this person finds there. */
const screens: {
  name: string
  path: (cases: Cases) => string
  look: (page: Page, person: Omit<Person, 'of'>, cases: Cases) => Promise<void>
}[] = [
  {
    name: 'patients',
    path: () => '/patients',
    async look(page, person) {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Patients')
      if (person.cases === 0) await expect(page.getByText('No cases yet.')).toBeVisible()
      else await expect(casesIn(page)).toHaveCount(person.cases)
      // The column has its heading either way.
      await expect(button(page, /^Doctor/)).toHaveCount(1 + seen(person.searchesDoctors))
    },
  },
  {
    name: 'case',
    path: ({ waiting }) => `/patient-details/${waiting.id}`,
    async look(page, person) {
      if (!person.reaches) return expectNotThere(page)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Waiting')
      await expect(button(page, 'Approve setup')).toHaveCount(seen(person.approves))
      await expect(button(page, 'Ask for changes')).toHaveCount(seen(person.approves))
      await expect(page.getByRole('button', { name: /^Add photos/ })).toHaveCount(1)
      await expect(button(page, /^Delete Teeth, front/)).toHaveCount(seen(person.deletesPhotos))
      await expect(button(page, 'Hold')).toHaveCount(seen(person.holds))
      await expect(page.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(1)
      await expect(page.getByRole('textbox', { name: 'Doctor Notes' })).toBeEditable()
      for (const name of ['Tech Notes', 'Internal Notes'])
        await expect(page.getByRole('textbox', { name, disabled: false })).toHaveCount(0)
      for (const name of ['Archive', 'Workflow', 'Notify']) await expect(button(page, name)).toHaveCount(0)
    },
  },
  {
    name: 'new case',
    path: ({ fresh }) => `/patient-details/${fresh.id}`,
    async look(page, person) {
      if (!person.reaches) return expectNotThere(page)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Fresh')
      await expect(button(page, 'Cancel case')).toHaveCount(seen(person.cancels))
    },
  },
  {
    name: 'start a case',
    path: ({ practice }) => `/organizations/${practice.id}/rx-forms/add`,
    async look(page, person) {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Start A Case')
      await expect(page.getByRole('combobox', { name: /^Doctor/ })).toHaveCount(seen(person.choosesDoctor))
      await expect(page.getByRole('link', { name: 'Practice defaults' })).toHaveCount(seen(person.saysDefaults))
      await expect(button(page, 'Submit case')).toBeVisible()
    },
  },
  {
    name: 'modify',
    path: ({ fresh }) => `/rx-forms/${fresh.rxFormId}/modify`,
    async look(page, person) {
      if (!person.reaches) return expectNotThere(page)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Modify RxForm')
      await expect(page.getByRole('combobox', { name: /^Doctor/ })).toHaveCount(seen(person.choosesDoctor))
      await expect(button(page, 'Save')).toBeDisabled()
    },
  },
  {
    name: 'print view',
    path: ({ waiting }) => `/patient-details/${waiting.id}/print-rxform`,
    async look(page, person) {
      if (!person.reaches) return expectNotThere(page)
      await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toHaveText('Ada Waiting')
    },
  },
  {
    name: 'requests',
    path: () => '/requests',
    async look(page, person) {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Requests')
      await expect(page.getByRole('link', { name: 'Printed, Ada' })).toHaveCount(seen(person.reaches))
      if (!person.reaches) await expect(page.getByText(/^No requests/)).toBeVisible()
    },
  },
  {
    name: 'practice defaults',
    path: ({ practice }) => `/organizations/${practice.id}/practice-defaults`,
    async look(page, person) {
      if (!person.saysDefaults)
        return expect(page.getByText(/^You don't have permission to access this (page|section)\.$/)).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Practice defaults')
    },
  },
]

const expectNotThere = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')

for (const { of: userOf, ...person } of [...people, { ...colleague, of: undefined }])
  test(
    `a ${person.who} of a practice finds on each of its screens what is theirs to see and to do`,
    { tag: person.who === 'member' ? [] : '@long' },
    async ({ page, portal, signIn, context, watch, picture }) => {
      if (!person.reaches) watch.expect(/404 .*\/api\/v1\/(patients|rx_forms)\//)
      await context.addInitScript(() => Object.assign(globalThis, { print: () => undefined }))
      const cases = await casesOf(portal)
      const user = userOf ? userOf(cases.practice) : await joined(portal, cases.practice)
      await signIn(user)
      for (const screen of screens)
        await test.step(screen.name, async () => {
          await goWithin(page, screen.path(cases))
          await screen.look(page, person, cases)
          await expectNoSidewaysScroll(page)
          const name = `roles-${person.who}-${screen.name}`.replaceAll(' ', '-')
          await picture(page, name, { fullPage: true })
          // How a page fits a phone is looked at in every-page.spec.ts.
          if (person.who !== 'manager' || !process.env.PICTURES) return
          await page.setViewportSize({ width: 390, height: 844 })
          await picture(page, `${name}-narrow`, { fullPage: true })
          await page.emulateMedia({ colorScheme: 'dark' })
          await picture(page, `${name}-narrow-dark`, { fullPage: true })
          await page.setViewportSize({ width: 1440, height: 900 })
          await picture(page, `${name}-dark`, { fullPage: true })
          await page.emulateMedia({ colorScheme: 'light' })
        })
    },
  )

/** Another doctor, who has just come to the practice. */
async function joined({ given, db }: Portal, { id }: GivenPractice): Promise<TestUser> {
  const user = await given.user('doctor', ['Nora', 'New'])
  await db.transaction().execute((trx) => addMember(trx, id, user.id, 'organization_member'))
  return user
}
