import type { UploadedFile } from '@archwire/contract/rx-forms/fields.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chanceOf } from '../../../../tools/chance.ts'
import { today } from '../../../../packages/contract/test/rx-form.ts'
import { setClock } from '../../src/kernel/clock.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'
import { randomForms, type RandomForm } from './random-form.ts'
import { bySql, type Asked } from '../calendar/second-calendar.ts'
import { complete, handedIn, problems, problemsAtTheLab, type Form, type Known } from './second-rules.ts'

/** What is submitted, and what is kept of it, against the rules that are typed apart (second-rules.ts, second-calendar.ts). */
const count = process.env.LONG === '1' ? 4000 : 80
/** Eleven o'clock on a business day of the lab. */
const now = `${today}T18:00:00.000Z`

let test: TestApp
let given: Given
beforeAll(async () => {
  setClock(() => new Date(now))
  test = await openTestApp()
  given = givenIn(test)
})
afterAll(async () => {
  setClock(undefined)
  await test.close()
})

interface Place extends GivenPractice {
  location: number
  /** Its own bracket libraries, or none; and two that belong to someone else. */
  libraries: number[]
  strange: number[]
  abroad: boolean
}
type Kind = { partner: boolean; rush: boolean; libraries: boolean; abroad: boolean }

const library = async (practice: { id: number }, name: string): Promise<number> =>
  (
    await sql<{ id: number }>`insert into bracket_libraries (organization_id, name) values (${practice.id}, ${name})
      returning id`.execute(test.connection.db)
  ).rows[0]!.id

/** One practice of each kind. */
async function places(): Promise<(kind: Kind) => Place> {
  const { db } = test.connection
  const others = await given.practice()
  const strange = [await library(others, 'Theirs'), await library(others, 'Theirs, too')]
  const placeByKind = new Map<string, Place>()
  for (let bits = 0; bits < 16; bits += 1) {
    const [partner, rush, libraries, abroad] = [1, 2, 4, 8].map((bit) => (bits & bit) > 0) as [
      boolean,
      boolean,
      boolean,
      boolean,
    ]
    const practice = await given.practice({ partner })
    await sql`update organizations set rush_case_enabled = ${rush} where id = ${practice.id}`.execute(db)
    if (abroad) {
      await sql`update locations set country = 'Canada' where organization_id = ${practice.id}`.execute(db)
      // Its day is the owner's: that of the second rules.
      await sql`update users set time_zone = ${test.config.labZone} where id = ${practice.owner.id}`.execute(db)
    }
    const { rows } = await sql<{
      id: number
    }>`select id from locations where organization_id = ${practice.id}`.execute(db)
    placeByKind.set(JSON.stringify({ partner, rush, libraries, abroad }), {
      ...practice,
      location: rows[0]!.id,
      libraries: libraries ? [await library(practice, 'Empower'), await library(practice, 'Damon')] : [],
      strange,
      abroad,
    })
  }
  return ({ partner, rush, libraries, abroad }) =>
    placeByKind.get(JSON.stringify({ partner, rush, libraries, abroad }))!
}

/** A random form, as this practice's people would send it. */
async function sentBy(who: TestUser, place: Place, { values }: RandomForm): Promise<Form> {
  const at = (id: number | null) => id && place.location
  const named = place.libraries.length > 0 ? place.libraries : place.strange
  const stl_files: UploadedFile[] = []
  for (const file of values.stl_files) {
    const file_path = await given.upload(who, place.id, given.scan(), file.name)
    stl_files.push({ ...file, file_path })
  }
  return {
    ...values,
    user_id: values.user_id && place.owner.id,
    location_id: at(values.location_id),
    shipping_location_id: at(values.shipping_location_id),
    bracket_libraries: values.bracket_libraries.map((id) => named[id - 7]),
    stl_files,
  }
}

/** What makes a field right, whatever else the form says. */
const mended: Record<string, (form: Form, place: Place) => unknown> = {
  first_name: () => 'Ada',
  last_name: () => 'Byron',
  case_number_text: () => 'A-1',
  user_id: (_, { owner }) => owner.id,
  impression_date: () => today,
  impression_type: () => 1,
  custom_scanner_type_name: () => 'Heron',
  products_list: ({ impression_type }) => (impression_type === 4 ? 16 : 1),
  rush_case_authorized_by: () => 'Dr. Byron, wedding',
  bracket_libraries: (_, { libraries }) => libraries,
  box_size: () => 'small',
  boxes: () => 1,
  bonding_date: () => null,
  shipping_method: () => null,
}

const dayIsValid = async (form: Form): Promise<boolean> => {
  const asked = { ...handedIn(form), at: now, picked: form.bonding_date, print_days: 0 } as Asked
  return (await bySql(test.connection.db as never, [asked]))[0]!.valid
}

it(`takes and keeps ${count} random forms as the second rules say`, { timeout: 900_000 }, async () => {
  const placeOf = await places()
  const chance = chanceOf(20_261_126)
  const [right, wrongAlone] = [new Set<number>(), new Set<string>()]
  let number = 0
  for (const random of randomForms(20_261_125, count)) {
    const { has_partner: partner, rush_case_enabled: rush, bracket_libraries, may_select_doctor } = random.context
    number += 1
    const place = placeOf({ partner, rush, libraries: bracket_libraries.length > 0, abroad: number % 4 === 0 })
    const who = may_select_doctor ? place.owner : place.member
    const known: Known = {
      today,
      partner,
      rush,
      libraries: place.libraries,
      choosesDoctor: may_select_doctor,
      locations: [place.location],
      abroad: place.abroad,
    }
    let sent = await sentBy(who, place, random)
    let said = await judged(sent, who, known)
    // Most of them are wrong in many ways at once, which hides each: of three in four all but one of these is mended, or all.
    const left = chance() < 0.5 ? undefined : Object.keys(said.wrong)[Math.floor(chance() * 3)]
    if (number % 4 !== 0)
      for (let tries = 0; tries < 5; tries += 1) {
        const fields = Object.keys(said.wrong).filter((field) => field !== left && field in mended)
        sent = { ...sent, ...Object.fromEntries(fields.map((field) => [field, mended[field]!(sent, place)])) }
        said = await judged(sent, who, known)
      }
    const names = Object.keys(said.wrong)
    const answer = await test
      .as(who)
      .call(rxForms.submitForOrganization, { params: { id: place.id }, body: sent as never })
    expect({ number, sent, ...said, answer: answer.body, status: answer.status }).toMatchObject({
      status: names.length === 0 ? 200 : 422,
    })
    if (names.length === 0) {
      right.add(number)
      await expectKept(who, answer.body.rx_form.id, said.kept)
    } else {
      // Of what is wrong with it at least something is said, and nothing else.
      const refused = Object.keys((answer.body as unknown as { error: object }).error)
      expect(refused.length).toBeGreaterThan(0)
      expect(refused.filter((field) => !names.includes(field))).toEqual([])
      if (names.length === 1) wrongAlone.add(names[0]!)
    }
  }
  expect(right.size).toBeGreaterThan(count / 5)
  expect(right.size).toBeLessThan(count * 0.8)
  // Most of what can be wrong was wrong by itself once.
  expect(wrongAlone.size).toBeGreaterThan(count < 1000 ? 8 : 12)
})

/** What the second rules keep of a form, and what they find wrong with it. */
async function judged(sent: Form, who: TestUser, known: Known): Promise<{ kept: Form; wrong: Record<string, string> }> {
  // Who does not choose the doctor is the doctor; a case starts at the main location where no one says another.
  const user_id = known.choosesDoctor ? sent.user_id : who.id
  const kept = complete({ ...sent, user_id, location_id: sent.location_id ?? known.locations[0] }, known)
  const isValid = kept.bonding_date === null || (await dayIsValid(kept))
  return { kept, wrong: { ...problemsAtTheLab(kept, known, isValid), ...problems(kept, known) } }
}

/** What is stored is what the second rules keep, read back as its people read it. */
async function expectKept(who: TestUser, id: number, kept: Form): Promise<void> {
  const { body } = await test.as(who).call(rxForms.get, { params: { id } })
  const { version, ...stored } = body.metadata.values as Form
  expect(version).toBe(1)
  const { stl_files, rx_intraoral_photos, ...fields } = kept
  const found = {
    ...stored,
    tooth_chart: (stored.tooth_chart as { tooth: number }[]).toSorted((a, b) => a.tooth - b.tooth),
  }
  expect(found).toEqual(fields)
  expect(rx_intraoral_photos).toEqual([])
  const { patient } = (await test.as(who).call(patients.get, { params: { id: body.rx_form.patient_id } })).body
  const file = ({ kind, jaws_id }: { kind?: string | null; jaws_id?: number | null }) =>
    kind === 'bite' ? 'bite 3' : `submission ${jaws_id}`
  expect(patient.patient_files.map(file).toSorted()).toEqual((stl_files as UploadedFile[]).map(file).toSorted())
}
