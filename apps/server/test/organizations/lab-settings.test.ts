import { settings } from '@archwire/contract/settings/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given } from '../given.ts'

/** The settings of the whole lab (`organizations/lab-settings`). A database of its own: they are the whole lab's. */
let test: TestApp
let given: Given
let admin: TestUser
beforeAll(async () => {
  test = await openTestApp({ ownDatabase: true })
  given = givenIn(test)
  admin = await given.user('admin', ['Amy', 'Admin'])
})
afterAll(() => test.close())

const read = async (who = admin) => (await test.as(who).call(settings.get, {})).body.settings
const send = (body: object, who = admin) => test.as(who).call(settings.save, { body: body as never })
/** What holds, as a body. */
async function present() {
  const { registration_fee, tax, credit_card, promotion, edited } = await read()
  const { versions: _versions, ...rest } = edited!
  return { registration_fee, tax, credit_card, promotion, ...rest }
}
const save = async (change: object, who = admin) => send({ ...(await present()), ...change }, who)

describe('a save', () => {
  it('changes what it says, with who and when, and what everyone reads', async () => {
    const before = await present()
    const answer = await save({
      registration_fee: 249.5,
      seat_price: 25,
      tax: { state: 'MN', rate: 6.8751 },
      promotion: { enabled: true, text: 'Free rush in May', link: '/start-case' },
    })
    expect(answer).toMatchObject({ status: 200, body: { message: 'The settings are saved.' } })
    expect(await present()).toEqual({
      ...before,
      version: before.version + 1,
      registration_fee: 249.5,
      seat_price: 25,
      tax: { state: 'MN', rate: 6.8751 },
      promotion: { enabled: true, text: 'Free rush in May', link: '/start-case' },
    })
    expect((await read()).edited!.versions[0]).toEqual({
      version: before.version + 1,
      created_at: expect.any(String),
      created_by: { id: admin.id, full_name: 'Amy Admin' },
      changes: [
        { field: 'registration_fee', before: 200, after: 249.5 },
        { field: 'seat_price', before: 0, after: 25 },
        { field: 'tax.state', before: '', after: 'MN' },
        { field: 'tax.rate', before: 0, after: 6.8751 },
        { field: 'promotion.enabled', before: before.promotion.enabled, after: true },
        { field: 'promotion.text', before: before.promotion.text, after: 'Free rush in May' },
        { field: 'promotion.link', before: before.promotion.link, after: '/start-case' },
      ],
    })
    const { owner } = await given.practice()
    expect(await read(owner)).toMatchObject({
      registration_fee: 249.5,
      promotion: { text: 'Free rush in May' },
      edited: null,
    })
    const { body } = await test.raw(owner, 'GET', '/products/2')
    expect(body).toMatchObject({ product: { id: 2, subtotal: 25 } })
  })

  it('of what is the same already makes no version', async () => {
    const { version } = await present()
    expect((await save({})).status).toBe(200)
    expect((await present()).version).toBe(version)
  })

  it('of one of two who saw the same version holds; the other is a 409', async () => {
    const body = await present()
    const other = await given.user('super_admin')
    const answers = await Promise.all([send({ ...body, seat_price: 1 }), send({ ...body, seat_price: 2 }, other)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await present()).toMatchObject({ version: body.version + 1, seat_price: answers[0]!.status === 200 ? 1 : 2 })
  })

  const refused: [string, object, string, string][] = [
    ['a fee below 0', { registration_fee: -1 }, 'registration_fee', 'Invalid value'],
    ['half a cent', { seat_price: 0.005 }, 'seat_price', 'Invalid value'],
    ['a fee above $1,000,000', { registration_fee: 1_000_000.01 }, 'registration_fee', 'Invalid value'],
    ['a seat above $10,000', { seat_price: 10_000.01 }, 'seat_price', 'Invalid value'],
    [
      'a fifth decimal of the tax',
      { tax: { state: 'MN', rate: 6.87501 } },
      'tax.rate',
      'Enter 0 to 100 percent with at most four decimals.',
    ],
    [
      'a card fee above 100 %',
      { credit_card: { fee: 100.1 } },
      'credit_card.fee',
      'Enter 0 to 100 percent with at most four decimals.',
    ],
    ['a state that does not exist', { tax: { state: 'XX', rate: 1 } }, 'tax.state', 'Choose a state.'],
    ['a banner without a text', { promotion: { enabled: true, text: ' ', link: '' } }, 'promotion.text', 'Required'],
    [
      'a script as a link',
      { promotion: { enabled: true, text: 'x', link: 'javascript:alert(1)' } },
      'promotion.link',
      'Enter an address that begins with https://, or a page of the portal that begins with /.',
    ],
    [
      'another site without a protocol',
      { promotion: { enabled: true, text: 'x', link: '//evil.example' } },
      'promotion.link',
      'Enter an address that begins with https://, or a page of the portal that begins with /.',
    ],
    [
      'a download without https',
      { desktop_download_url: 'http://example.com' },
      'desktop_download_url',
      'Enter an address that begins with https://.',
    ],
    [
      'a page of the portal as a survey',
      { survey_url: '/patients' },
      'survey_url',
      'Enter an address that begins with https://.',
    ],
  ]
  it.each(refused)('of %s is refused, and nothing is changed', async (_, change, field, message) => {
    const { version } = await present()
    expect(await save(change)).toMatchObject({ status: 422, body: { error: { [field]: [message] } } })
    expect((await present()).version).toBe(version)
  })
})

it('is for super_admin and admin alone; everyone reads what holds', async () => {
  const practice = await given.practice({ partner: true })
  const table: [string, TestUser, number, boolean][] = [
    ['admin', admin, 200, true],
    ['super_admin', await given.user('super_admin'), 200, true],
    ['supervisor', await given.user('supervisor'), 403, false],
    ['tech_support', await given.user('tech_support'), 403, false],
    ['partner', practice.partner!.user, 403, false],
    ['owner', practice.owner, 403, false],
    ['manager', practice.manager, 403, false],
    ['member', practice.member, 403, false],
    ['assistant', practice.assistant, 403, false],
  ]
  for (const [role, who, status, edits] of table)
    expect([role, (await save({}, who)).status, (await read(who)).edited !== null]).toEqual([role, status, edits])
})

it('keeps who changed what, one row a version', async () => {
  const { version } = await present()
  await save({ training_url: 'https://example.com/training' })
  const { rows } = await sql<{ version: number; by: number; changes: object[] }>`
    select version, created_by_user_id as by, changes from lab_settings_changes order by version desc limit 1`.execute(
    test.connection.db,
  )
  expect(rows).toEqual([
    {
      version: version + 1,
      by: admin.id,
      changes: [{ field: 'training_url', before: '', after: 'https://example.com/training' }],
    },
  ])
})
