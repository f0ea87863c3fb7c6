import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { emptyRxForm } from '@archwire/contract/rx-forms/form.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chanceOf } from '../../../../tools/chance.ts'
import { today } from '../../../../packages/contract/test/rx-form.ts'
import { setClock } from '../../src/kernel/clock.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given } from '../given.ts'
import { randomForms } from './random-form.ts'
import { changeOf, differing, openFields, type State, type Who } from './second-modification.ts'
import type { Form, Known } from './second-rules.ts'

/** Changes of submitted forms against the table that is typed apart (second-modification.ts), through the API. */
const count = process.env.LONG === '1' ? 2000 : 80

let test: TestApp
let given: Given
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
})
afterAll(async () => {
  setClock(undefined)
  await test.close()
})

interface Changing {
  rxFormId: number
  form: Form
  version: number
  state: State
}

/** Values that a person can send, with ids of the practice; days are a valid business day, or beyond what is allowed. */
const fit = (values: Form, place: { doctors: number[]; location: number; libraries: number[] }): Form => ({
  ...values,
  first_name: String(values.first_name).slice(0, 50).trim() || 'Ada',
  last_name: String(values.last_name).trim() || 'Byron',
  custom_scanner_type_name: String(values.custom_scanner_type_name).trim(),
  rush_case_authorized_by: String(values.rush_case_authorized_by).trim(),
  impression_type: values.impression_type ?? 1,
  impression_date: values.impression_date ?? today,
  user_id: values.user_id && place.doctors[Number(values.boxes === null)],
  location_id: values.location_id && place.location,
  shipping_location_id: values.shipping_location_id && place.location,
  bracket_libraries: (values.bracket_libraries as number[]).map((id) => place.libraries[id - 7]),
  bonding_date: values.bonding_date && (values.rush_case ? '2026-12-31' : '2027-05-21'),
})

it(`takes and refuses ${count} random changes as the second table says`, { timeout: 900_000 }, async () => {
  const { db } = test.connection
  const practice = await given.practice({ partner: true })
  const libraries: number[] = []
  for (const name of ['Empower', 'Damon']) {
    const { rows } = await sql<{ id: number }>`insert into bracket_libraries (organization_id, name)
      values (${practice.id}, ${name}) returning id`.execute(db)
    libraries.push(rows[0]!.id)
  }
  const { rows: places } = await sql<{
    id: number
  }>`select id from locations where organization_id = ${practice.id}`.execute(db)
  const place = { doctors: [practice.owner.id, practice.member.id], location: places[0]!.id, libraries }
  const people: [TestUser, Who][] = [
    [practice.owner, { submits: true, choosesDoctor: true, assigns: true, managesForms: false }],
    [practice.manager, { submits: true, choosesDoctor: true, assigns: true, managesForms: false }],
    [practice.member, { submits: true, choosesDoctor: false, assigns: false, managesForms: false }],
    [practice.assistant, { submits: true, choosesDoctor: true, assigns: false, managesForms: false }],
    [await given.user('supervisor'), { submits: true, choosesDoctor: true, assigns: true, managesForms: true }],
    [await given.user('admin'), { submits: true, choosesDoctor: true, assigns: true, managesForms: true }],
    [await given.user('tech_support'), { submits: false, choosesDoctor: true, assigns: false, managesForms: false }],
  ]
  const chance = chanceOf(20_261_130)
  const any = <T>(choices: readonly T[]): T => choices[Math.floor(chance() * choices.length)]!
  const read = async (who: TestUser, rxFormId: number): Promise<{ form: Form; version: number }> => {
    const { body } = await test.as(who).call(rxForms.get, { params: { id: rxFormId } })
    const { version, ...form } = body.metadata.values as Form
    return { form: { ...form, stl_files: [], rx_intraoral_photos: [] }, version: version as number }
  }

  const begun: [rxFormId: number, state: State][] = []
  const tech = people[4]![0]
  for (const status of ['new', 'in_progress', 'awaiting_approval', 'approved', 'completed'] as const)
    // Approved means that something is still to be printed, completed that nothing is.
    for (const bonds of [true, false]) {
      if (bonds ? status === 'completed' : status === 'approved') continue
      const form = bonds
        ? { export_type: 1, print_assignment: 1, insert_brackets_assignment: 1, shipping_method: 'standard' }
        : {}
      const { rxFormId } = await given.case({ practice, stage: status, tech, form: form as object })
      begun.push([rxFormId, { status }])
    }
  const canceled = await given.case({ practice })
  const reason = { params: { id: canceled.rxFormId }, body: { reason: 'Moved away' } }
  // A session of before the clock is set may be over then: this person has no other part.
  const canceling = await given.user('admin')
  expect((await test.as(canceling).call(rxForms.cancel, reason)).status).toBe(200)
  begun.push([canceled.rxFormId, { status: 'new', canceled: true }])
  // The random forms know one day: eleven o'clock on it is a business hour of the lab.
  setClock(() => new Date(`${today}T18:00:00.000Z`))
  await sql`update rx_forms set impression_date = ${today} where organization_id = ${practice.id}`.execute(db)
  const cases: Changing[] = []
  for (const [rxFormId, state] of begun) cases.push({ rxFormId, state, ...(await read(tech, rxFormId)) })

  const fields = Object.keys(emptyRxForm(today)).filter(
    (name) => !['stl_files', 'rx_intraoral_photos', 'tooth_chart'].includes(name),
  )
  const seen = { forbidden: 0, unreached: 0, impossible: 0, closed: 0, undone: 0, wrong: 0, changed: 0, same: 0 }
  let number = 0
  for (const { values } of randomForms(20_261_129, count)) {
    number += 1
    const changing = any(cases)
    const [user, who] = any(people)
    const other = fit(values as unknown as Form, place)
    const open = openFields(changing.state, who)
    // Most changes are of what can be changed.
    const choices = open.length > 0 && chance() < 0.8 ? open.filter((name) => fields.includes(name)) : fields
    const sent = Object.fromEntries(
      Array.from({ length: 1 + Math.floor(chance() * 2) }, () => any(choices)).map((name) => [name, other[name]]),
    )
    const known: Known = {
      today,
      partner: true,
      rush: true,
      libraries,
      choosesDoctor: who.choosesDoctor,
      locations: [place.location],
    }
    const { closed, undone, wrong, kept } = changeOf(changing.form, sent, open, known)
    // A practice in the USA ships nothing abroad; who touches neither way nor place is not asked.
    const sends = differing(changing.form, kept)
    const ways = sends.includes('shipping_method') || sends.includes('shipping_location_id')
    if (kept.shipping_method === 'international' && ways) wrong.push('shipping_method')
    const reaches = user !== practice.member || changing.form.user_id === practice.member.id
    const refused = [closed, undone, wrong].find((names) => names.length > 0)
    const calls = who.submits || who.managesForms
    // Who makes the setup belongs to another right (`cases/assign`).
    const maker = closed.includes('submission_completed_by') && !who.assigns
    const status = !calls ? 403 : !reaches ? 404 : open.length === 0 ? 409 : maker ? 403 : refused ? 422 : 200
    const answer = await test.as(user).call(rxForms.change, {
      params: { id: changing.rxFormId },
      body: { ...sent, version: changing.version } as never,
    })
    const about = { number, state: changing.state, who, sent, before: changing.form, body: answer.body }
    expect(answer.status, JSON.stringify(about)).toBe(status)
    if (status === 403) seen.forbidden += 1
    else if (status === 404) seen.unreached += 1
    else if (status === 409) seen.impossible += 1
    else if (status === 422) {
      const said = Object.keys((answer.body as unknown as { error: object }).error)
      expect({ number, sent, said: said.filter((name) => !refused!.includes(name)) }).toEqual({
        number,
        sent,
        said: [],
      })
      expect(said.length).toBeGreaterThan(0)
      seen[refused === closed ? 'closed' : refused === undone ? 'undone' : 'wrong'] += 1
    } else {
      const now = await read(tech, changing.rxFormId)
      const changed = sends.length > 0
      expect({ number, sent, form: now.form }).toEqual({
        number,
        sent,
        form: kept,
      })
      expect(now.version).toBe(changing.version + Number(changed))
      // A case that the practice makes itself is in progress at once.
      if (changing.state.status === 'new' && kept.submission_completed_by === 2)
        changing.state = { status: 'in_progress' }
      Object.assign(changing, now)
      seen[changed ? 'changed' : 'same'] += 1
    }
  }
  for (const [kind, times] of Object.entries(seen)) expect(times, kind).toBeGreaterThan(0)
  expect(seen.changed).toBeGreaterThan(count / 10)
})
