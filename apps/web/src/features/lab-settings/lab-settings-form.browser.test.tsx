import type { Settings } from '@archwire/contract/settings/routes.ts'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { showPage } from '../../../test/show.tsx'
import { LabSettings } from './lab-settings-form.tsx'

const present: Settings = {
  credit_card: { fee: 1.49 },
  tax: { state: '', rate: 0 },
  registration_fee: 200,
  deep_link_scheme: 'dibs://',
  promotion: { enabled: false, text: '', link: '' },
  apps: [],
  brand: { name: 'Archwire', lab: 'Lab' },
  lab: { time_zone: 'America/Denver', address: [], phone_number: '' },
  management_idle_minutes: 30,
  pushes: false,
  edited: {
    version: 4,
    seat_price: 25,
    desktop_download_url: '',
    training_url: '',
    survey_url: '',
    versions: [
      {
        version: 4,
        created_at: '2027-01-01T15:00:00.000Z',
        created_by: { id: 4, full_name: 'Amy Admin' },
        changes: [{ field: 'seat_price', before: 0, after: 25 }],
      },
    ],
  },
}

/** A server with these settings; returns the bodies of the saves that reach it. */
function givenServer({ refuse = false } = {}): Record<string, unknown>[] {
  const saves: Record<string, unknown>[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    if (init?.method !== 'PUT') return Response.json({ settings: present })
    saves.push(JSON.parse(init.body as string) as Record<string, unknown>)
    return refuse
      ? Response.json({ error: 'Someone else changed this in the meantime.', code: 409 }, { status: 409 })
      : Response.json({ settings: present, message: 'The settings are saved.' })
  })
  return saves
}
const show = () => showPage(() => <LabSettings />)
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const save = page.getByRole('button', { name: 'Save' })

test('sends all settings with the version that was shown', async () => {
  const saves = givenServer()
  const screen = await show()
  await expect.element(save).toBeDisabled()
  await field('Start-up fee ($)').fill('249.50')
  await page.getByRole('combobox', { name: 'Tax state' }).selectOptions('MN')
  await field('Tax rate (%)').fill('6.875')
  await save.click()
  await expect.element(page.getByText('The settings are saved.')).toBeVisible()
  expect(saves).toEqual([
    {
      version: 4,
      registration_fee: 249.5,
      seat_price: 25,
      tax: { state: 'MN', rate: 6.875 },
      credit_card: { fee: 1.49 },
      promotion: { enabled: false, text: '', link: '' },
      desktop_download_url: '',
      training_url: '',
      survey_url: '',
    },
  ])
  await screen.unmount()
})

test('says what is wrong at each field, and is not saved with it', async () => {
  const saves = givenServer()
  const screen = await show()
  for (const [name, text, message] of [
    ['Start-up fee ($)', '-1', 'Invalid value'],
    ['Price of a seat ($)', '1.005', 'Invalid value'],
    ['Card fee (%)', '100.1', 'Enter 0 to 100 percent with at most four decimals.'],
    [
      'Link',
      '//evil.example',
      'Enter an address that begins with https://, or a page of the portal that begins with /.',
    ],
    ['Training', 'http://example.com', 'Enter an address that begins with https://.'],
  ] as const) {
    await field(name).fill(text)
    await field('Survey').click()
    await expect.element(page.getByText(message).first()).toBeVisible()
    await expect.element(save).toBeDisabled()
  }
  expect(saves).toEqual([])
  await screen.unmount()
})

test('a refusal keeps what was typed', async () => {
  givenServer({ refuse: true })
  const screen = await show()
  await field('Price of a seat ($)').fill('30')
  await save.click()
  await expect.element(page.getByText('Someone else changed this in the meantime.')).toBeVisible()
  await expect.element(field('Price of a seat ($)')).toHaveValue('30')
  await screen.unmount()
})

test('says who changed what', async () => {
  givenServer()
  const screen = await show()
  await expect.element(page.getByText('Amy Admin')).toBeVisible()
  await expect.element(page.getByText('$25.00')).toBeVisible()
  await screen.unmount()
})
