import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, givenCase, sessionOf } from '../../../test/given-case.ts'
import { pricingAnswer } from '../../../test/given-prices.ts'
import { shippingWay } from '../../../test/given-shipping.ts'
import { priceList } from '../../../../../packages/contract/test/price-list.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext, type Session } from '../../lib/session.tsx'
import { AskForPrint } from './ask-for-print.tsx'

afterEach(() => void vi.restoreAllMocks())

/** Opens the dialog of an approved case with these files, of a practice without a location unless answers say otherwise. */
async function askWith(files: object[], answers: Record<string, unknown> = {}, session: Session = sessionOf('doctor')) {
  const addresses = answersAt({
    '/organizations/2': { locations: [] },
    '/organizations/2/pricing': pricingAnswer(),
    '/shipping_methods': { shipping_methods: [] },
    '/misc/next-business-date': { next_business_date: '2026-11-30' },
    '/misc/calendar-days': { calendar_days: [] },
    '/settings': { settings: { lab: { time_zone: 'America/Denver' } } },
    ...answers,
  })
  const patient = givenCase({
    status: 'approved',
    can: ['request_print'],
    rx_form: { id: 8, jaws_id: 3, export_type: 1 } as never,
    patient_files: files as never,
  })
  const screen = await showPage(() => (
    <SessionContext value={session}>
      <AskForPrint patient={patient} />
    </SessionContext>
  ))
  await page.getByRole('button', { name: 'Request a print' }).click()
  return Object.assign(screen, { addresses })
}

test('a print begins with the arches that the setup has, and says what the setup does not have (requests/ask)', async () => {
  const screen = await askWith([{ id: 1, kind: 'setup', jaws_id: 2 }])
  const dialog = page.getByRole('dialog', { name: 'Print for Ada Byron' })
  await expect.element(dialog.getByRole('radio', { name: 'Mandibular' })).toBeChecked()
  const lacks = dialog.getByText('The setup has no maxillary arch.')
  expect(lacks.elements()).toEqual([])
  await dialog.getByText('Both', { exact: true }).click()
  await expect.element(lacks).toBeVisible()
  await screen.unmount()
})

test('a practice without a location reads that none was found', async () => {
  const screen = await askWith([])
  await expect.element(page.getByText('No found Locations', { exact: true })).toBeVisible()
  await screen.unmount()
})

/** A practice with a location, to which two methods ship, and a server that keeps what is asked for. */
function places(asked: (address: string, body: object) => unknown) {
  const ways = [
    shippingWay(1, 'standard', '2026-12-01', '2026-12-02'),
    shippingWay(2, 'express', '2026-11-30', '2026-12-01'),
  ]
  return {
    '/organizations/2': { locations: [{ id: 6, location_name: 'Main office', city: 'Denver', is_main: true }] },
    '/shipping_methods': { shipping_methods: ways },
    '/misc/is-valid-business-date': { is_valid: true },
    '/printing_requests': (address: string, init?: RequestInit) =>
      asked(address, JSON.parse(init!.body as string) as object),
  }
}
const done = { customer_request: {}, message: 'The print was requested.' }
const bothArches = [{ id: 1, kind: 'setup', jaws_id: 3 }]
const total = () => page.getByRole('status', { name: 'Price of the print' })
const request = () => page.getByRole('dialog').getByRole('button', { name: 'Request a print' })

test('the dialog shows what the print costs, line by line, and sends which prices it showed (requests/price)', async () => {
  const sent: unknown[] = []
  const answers = places((address, body) => {
    sent.push([address, body])
    return done
  })
  const screen = await askWith(bothArches, answers)
  await expect.element(total()).toHaveTextContent('$6.14')
  await expect.element(page.getByText('2 × $3.07. Two arches. The lab prints: Trays.')).toBeVisible()
  await page.getByText('Insert brackets').click()
  await expect.element(total()).toHaveTextContent('$14.16')
  await page.getByText('Maxillary', { exact: true }).click()
  await expect.element(total()).toHaveTextContent('$7.08')
  await page.getByRole('combobox', { name: /Shipping method/ }).selectOptions('express')
  await expect.element(total()).toHaveTextContent('$19.09')
  await expect.element(page.getByText('Express.', { exact: true })).toBeVisible()
  expect(page.getByText('Free of charge').elements()).toEqual([])
  await request().click()
  await expect.poll(() => sent).toHaveLength(1)
  expect(sent).toEqual([
    [
      '/printing_requests?price_list=4&price_overrides=2',
      {
        patient_id: 7,
        arches: 1,
        content_type_id: 1,
        insert_brackets: true,
        location_id: 6,
        shipping_method: 'express',
        expected_arrival_date: null,
      },
    ],
  ])
  await screen.unmount()
})

test('prices that changed meanwhile are shown before it is asked again (requests/price)', async () => {
  const versions: (string | undefined)[] = []
  let list = pricingAnswer()
  const changed = 'The lab’s prices have changed. Review the new price, then ask again.'
  const answers = places((address) => {
    versions.push(address.split('?')[1])
    if (versions.length > 1) return done
    list = pricingAnswer({ version: 5, arch: { ...priceList.arch, print: 500 } })
    return Response.json({ error: changed, code: 2206 }, { status: 409 })
  })
  const screen = await askWith(bothArches, { ...answers, '/organizations/2/pricing': () => list })
  await expect.element(total()).toHaveTextContent('$6.14')
  await request().click()
  await expect.element(page.getByText(changed)).toBeVisible()
  await expect.element(total()).toHaveTextContent('$10.00')
  await request().click()
  await expect.poll(() => versions).toEqual(['price_list=4&price_overrides=2', 'price_list=5&price_overrides=2'])
  await screen.unmount()
})

test('the lab makes a print free of charge and says why (requests/free)', async () => {
  const sent: object[] = []
  const answers = places((_address, body) => {
    sent.push(body)
    return done
  })
  const lab = sessionOf('supervisor', { all_permissions: ['customer-requests.manage'] })
  const screen = await askWith(bothArches, answers, lab)
  await expect.element(total()).toHaveTextContent('$6.14')
  await page.getByText('Free of charge').click()
  await expect.element(total()).toHaveTextContent('$0.00')
  await expect.element(request()).toBeDisabled()
  await page.getByRole('textbox', { name: 'Reason' }).fill('Broken in transit')
  await request().click()
  await expect.poll(() => sent).toEqual([expect.objectContaining({ free_reason: 'Broken in transit' })])
  expect(sent[0]).not.toHaveProperty('is_free')
  await screen.unmount()
})
