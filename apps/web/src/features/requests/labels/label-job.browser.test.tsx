import type { CustomerRequest } from '@archwire/contract/requests/schema.ts'
import { expect, test, vi } from 'vitest'
import { fakeServer, showPage } from '../../../../test/show.tsx'
import LabelJob from './label-job.tsx'
import type { LabelSheet } from './label-sheet.tsx'

const request = (id: number, name = 'Ada Byron') =>
  ({
    id,
    organization_name: 'Harbor Smiles Dental Group',
    created_at: '2025-11-21T12:00:00.000Z',
    patient: {
      full_name: name,
      case_number_text: 'Wh 2535',
      case_code: `C-${id}`,
      doctor_name: 'Daniel Cho',
      case_tray_number: 'T-14',
    },
    printing_request: {
      assign_to: 1,
      ship_date: '2025-11-25',
      expected_arrival_date: '2025-11-28',
      shipping_method_label: 'Standard',
      location: {
        location_name: 'Main office',
        full_name: 'Daniel Cho',
        street_address: '1 Main Street',
        street_address_line_2: '',
        city: 'Denver',
        state: 'CO',
        zip_code: '80202',
        country: 'USA',
        phone_number: '+13035550142',
      },
      printing_request_items: [{ arch: 1, content_type: 'Trays', insert_brackets: true }],
    },
  }) as unknown as CustomerRequest

const show = (sheets: LabelSheet[]) => {
  const lab = {
    time_zone: 'America/Denver',
    address: ['1 Lab Street', 'Denver, CO 80202'],
    phone_number: '+13035550100',
  }
  fakeServer({ body: { settings: { lab } } })
  return showPage(() => <LabelJob title="Labels" sheets={sheets} onClose={() => undefined} />)
}

test('a patient label says whose it is, by name, number, practice, arch, tray and days, and which code is which', async () => {
  const screen = await show([{ kind: 'patient', request: request(135) }])
  const dialog = screen.getByRole('dialog', { name: 'Labels' })
  for (const words of [
    'Ada Byron',
    'Case numberWh 2535',
    'PracticeHarbor Smiles Dental Group',
    'DoctorDaniel Cho',
    'ArchMaxillary',
    'TrayT-14',
    'RequestedFri, Nov 21, 2025',
    'ShipsTue, Nov 25, 2025',
    'Case code C-135 (bars and QR)',
  ])
    await expect.poll(() => dialog.element().textContent).toContain(words)
  await screen.unmount()
})

/** Words of a label that its parts cut off, on the screen and on the sheets for the printer. */
const cutWords = (): string[] =>
  [...document.querySelectorAll('[data-fits]')].flatMap((part) => {
    const { top, bottom, left, right } = part.getBoundingClientRect()
    return [...part.querySelectorAll('dt, dd, strong, span, small, div')]
      .filter((words) => {
        const range = document.createRange()
        range.selectNodeContents(words)
        const box = range.getBoundingClientRect()
        return box.bottom > bottom + 1 || box.right > right + 1 || box.top < top - 1 || box.left < left - 1
      })
      .map((words) => words.textContent)
  })

test.each([
  ['names of every day', 20, 35, 8],
  ['long names', 55, 80, 30],
  ['the longest names allowed', 201, 255, 100],
])('no fact of a label is cut, in the preview and on paper: %s', async (_, person, place, number) => {
  const long = (length: number) => 'Maximiliana '.repeat(30).slice(0, length - 1) + 'z'
  const full = request(135, long(person))
  full.organization_name = long(place)
  Object.assign(full.patient, {
    doctor_name: long(person),
    case_number_text: 'W'.repeat(number),
    case_tray_number: 'T'.repeat(number),
  })
  Object.assign(full.printing_request!.location!, {
    location_name: long(place),
    full_name: long(person),
    street_address: long(place),
    street_address_line_2: `2 ${long(place - 2)}`,
    city: `3 ${long(place - 2)}`,
  })
  full.printing_request!.printing_request_items = [1, 2].flatMap((arch) =>
    ['Trays', 'Guides', 'Aligner Models', 'Study Model'].map((content_type) => ({
      ...full.printing_request!.printing_request_items[0]!,
      arch,
      content_type,
    })),
  ) as never
  const screen = await show([
    { kind: 'patient', request: full },
    { kind: 'shipping', request: full },
  ])
  await expect.poll(() => document.querySelectorAll('[data-fits]').length).toBe(8)
  await expect.poll(() => document.querySelectorAll('img[alt^="QR"]').length).toBe(4)
  expect(cutWords()).toEqual([])
  await screen.unmount()
})

test('a label shows names as they are written: nothing in them is filled in, read or led to (safety/mails)', async () => {
  const name = '{{token}} $& https://evil.example <b>Ada</b>'
  const screen = await show([{ kind: 'patient', request: request(135, name) }])
  const dialog = screen.getByRole('dialog', { name: 'Labels' })
  await expect.poll(() => dialog.element().textContent).toContain(name)
  expect(dialog.element().querySelectorAll('a, b')).toHaveLength(0)
  await screen.unmount()
})

test('a shipping label has the sender, phone numbers as people write them, and no name of a patient', async () => {
  const screen = await show([{ kind: 'shipping', request: request(135) }])
  const dialog = screen.getByRole('dialog', { name: 'Labels' })
  for (const words of [
    '1 Lab Street',
    '(303) 555-0100',
    '1 Main Street',
    '(303) 555-0142',
    'Arrives Fri, Nov 28, 2025',
  ])
    await expect.poll(() => dialog.element().textContent).toContain(words)
  expect(dialog.element().textContent).not.toContain('Byron')
  await screen.unmount()
})

test('labels of several requests are one job, each on a sheet of its own', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue()
  const parcel = [request(1), request(2), request(3)]
  const screen = await show([
    { kind: 'shipping', request: parcel[0]!, parcel },
    ...parcel.map((one): LabelSheet => ({ kind: 'patient', request: one })),
  ])
  await expect.element(screen.getByRole('dialog').getByText('3 cases: C-1, C-2, C-3')).toBeVisible()
  await screen.getByRole('button', { name: 'Print 4 labels' }).click()
  expect(print).toHaveBeenCalledTimes(1)
  const onPaper = [...document.body.querySelectorAll(':scope > [aria-hidden="true"] > *')]
  expect(onPaper.filter(({ textContent }) => textContent.includes('Case code'))).toHaveLength(4)
  print.mockRestore()
  await screen.unmount()
})

test.each([
  '{{token}} $& $1',
  'https://evil.example/?token=1',
  '"><a href="https://evil.example">',
  '<img src=x onerror=alert(1)>',
])('both labels show the words of people as they were written: %s', async (words) => {
  const written = request(135, words)
  written.organization_name = words
  written.patient.doctor_name = words
  Object.assign(written.printing_request!.location!, { location_name: words, full_name: words })
  const screen = await show([
    { kind: 'patient', request: written },
    { kind: 'shipping', request: written },
  ])
  const dialog = screen.getByRole('dialog', { name: 'Labels' })
  await expect.element(dialog.getByText(words).first()).toBeVisible()
  const drawn = dialog.element()
  // The practice, its doctor and the patient on one, the location and its person on the other.
  expect(drawn.textContent!.split(words).length - 1).toBeGreaterThanOrEqual(4)
  expect(drawn.querySelectorAll('a, img[src="x"]')).toHaveLength(0)
  await screen.unmount()
})
