import type { CustomerRequest } from '@archwire/contract/requests/schema.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { sessionOf } from '../../../../test/given-case.ts'
import { givenParcelRequest as given } from '../../../../test/given-parcel.ts'
import { scan } from '../../../../test/scan.ts'
import { showPage } from '../../../../test/show.tsx'
import { SessionContext } from '../../../lib/session.tsx'
import { ScannerOpensCase } from '../../../shell/scanner-opens-case.tsx'
import type { Packed } from './parcel.ts'
import { ShipsToday } from './ships-today.tsx'

afterEach(async () => {
  localStorage.removeItem('archwire-scan-sound')
  vi.unstubAllGlobals()
  await page.viewport(1280, 800)
})

/** A server with these prints; what is packed there is kept. Returns the writes. */
function serverWith(
  requests: Packed[],
  refuse?: (print: number) => string | undefined,
  { next = null as { day: string; prints: number } | null, late = 0 } = {},
) {
  let kept: CustomerRequest[] = requests
  const writes: { path: string; body: unknown }[] = []
  const asked: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const path = (address as string).replace('/api/v1', '')
    asked.push(path)
    if (path.startsWith('/settings')) return Response.json({ settings: { lab: { time_zone: 'America/Denver' } } })
    if (path === '/customer_requests/ships_today')
      return Response.json({ today: '2026-12-01', customer_requests: kept, left_out: 0, next })
    if (path.startsWith('/customer_requests?'))
      return Response.json({
        customer_requests: path.includes('patient_id%5D=98') ? [{ id: 198, ship_date: '2026-12-07' }] : [],
        meta: {},
      })
    if (path.startsWith('/patients/counts_per_status')) return Response.json({ counts: { all: late } })
    const body = JSON.parse((init?.body as string | undefined) ?? 'null') as { packed?: boolean; ids?: number[] }
    writes.push({ path, body })
    const print = Number(/printing_requests\/(\d+)\/packed/.exec(path)?.[1])
    const reason = refuse?.(print)
    if (reason) return Response.json({ error: reason }, { status: 409 })
    kept = kept.map((each) =>
      each.printing_request?.id !== print
        ? each
        : ({
            ...each,
            printing_request: {
              ...each.printing_request,
              packed_at: body.packed ? '2026-12-01T16:00:00.000Z' : undefined,
            },
          } as CustomerRequest),
    )
    return Response.json({ customer_request: kept[0], customer_requests: kept, message: 'Done.' })
  })
  return { writes, asked }
}

const show = () =>
  showPage(() => (
    <SessionContext value={sessionOf('supervisor', { all_permissions: ['customer-requests.complete'] })}>
      <ScannerOpensCase />
      <ShipsToday />
    </SessionContext>
  ))
const ada = given({ id: 7 })
const bea = given({ id: 8, name: 'Bea Cole' })
const cara = given({ id: 9, name: 'Cara Dean', bundle: null })
const verdict = () => page.getByRole('status').filter({ hasText: /./ }).first()
const says = async (text: string, tone: string) => {
  await expect.element(page.getByText(text, { exact: true })).toBeVisible()
  await expect.element(verdict()).toHaveAttribute('data-tone', tone)
}

/** The sounds that are played, by their pitch. */
function soundsOf(): number[] {
  const pitches: number[] = []
  vi.stubGlobal(
    'AudioContext',
    class {
      currentTime = 0
      destination = {}
      resume = () => Promise.resolve()
      createGain = () => ({
        gain: { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} },
        connect: () => ({}),
      })
      createOscillator = () => ({
        frequency: {
          set value(hertz: number) {
            pitches.push(hertz)
          },
        },
        connect: (next: object) => next,
        start: () => {},
        stop: () => {},
      })
    },
  )
  return pitches
}

test('scans are right, wrong or already done, by words, color and sound, and no case is opened', async () => {
  const sounds = soundsOf()
  const { writes, asked } = serverWith([ada, bea, cara])
  const screen = await show()
  await expect.element(page.getByText('0 of 2 packed')).toBeVisible()
  scan('C-7')
  await says('Ada Byron (C-7) is packed: 1 of 2.', 'right')
  await expect.element(page.getByText('1 of 2 packed')).toBeVisible()
  scan('C-9')
  await says('Cara Dean (C-9) belongs to another parcel: Summit, Main office, Boulder.', 'wrong')
  scan('C-7')
  await says('Ada Byron (C-7) is already packed.', 'done')
  scan('C-98')
  await says('C-98 does not ship today. It ships on Mon, Dec 7.', 'wrong')
  scan('C-99')
  await says('C-99 does not ship today.', 'wrong')
  scan('C-8')
  await says('Bea Cole (C-8) is packed: the parcel is complete.', 'right')
  await expect.element(page.getByText('2 of 2 packed')).toBeVisible()
  expect(writes).toEqual([
    { path: '/printing_requests/207/packed', body: { packed: true } },
    { path: '/printing_requests/208/packed', body: { packed: true } },
  ])
  expect(sounds).toEqual([988, 165, 587, 587, 165, 165, 988])
  expect(asked.filter((path) => path.startsWith('/patients'))).toEqual([])
  await screen.unmount()
})

test('a code can be typed, a print clicked and taken out again; the sound stays off in this browser', async () => {
  const sounds = soundsOf()
  await page.viewport(390, 844)
  const { writes } = serverWith([ada, bea])
  let screen = await show()
  await page.getByRole('button', { name: 'Sound on' }).click()
  await page.getByRole('textbox', { name: 'Case code' }).fill('7')
  await userEvent.keyboard('{Enter}')
  await says('Ada Byron (C-7) is packed: 1 of 2.', 'right')
  await expect.element(page.getByRole('textbox', { name: 'Case code' })).toHaveValue('')
  await page.getByRole('listitem').filter({ hasText: 'Bea Cole' }).getByRole('button', { name: 'Pack' }).click()
  await says('Bea Cole (C-8) is packed: the parcel is complete.', 'right')
  await page.getByRole('button', { name: 'Take out Bea Cole (C-8)' }).click()
  await says('Bea Cole (C-8) is taken out of the parcel.', 'done')
  await expect.element(page.getByText('1 of 2 packed')).toBeVisible()
  expect(writes.map(({ body }) => body)).toEqual([{ packed: true }, { packed: true }, { packed: false }])
  expect(sounds).toEqual([])
  await screen.unmount()
  screen = await show()
  await expect.element(page.getByRole('button', { name: 'Sound off' })).toBeVisible()
  await screen.unmount()
})

test('what the server refuses is said, and the print is not packed', async () => {
  soundsOf()
  serverWith([ada, bea], (print) => (print === 207 ? 'This case is on hold.' : undefined))
  const screen = await show()
  await expect.element(page.getByText('0 of 2 packed')).toBeVisible()
  scan('C-7')
  await says('Ada Byron (C-7): This case is on hold.', 'wrong')
  await expect.element(page.getByText('0 of 2 packed')).toBeVisible()
  await screen.unmount()
})

test('whoever completes a bundle is told what is not packed, and enters one number', async () => {
  const processes = ['Print', 'Ship'].map((process, at) => ({ process, finished_at: at === 0 ? '2026-12-01' : null }))
  const { writes } = serverWith([
    { ...given({ id: 7, packed: true }), workflow: { processes } as Packed['workflow'] },
    bea,
  ])
  const screen = await show()
  await page.getByRole('button', { name: 'Complete', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Shipping Information' })
  await expect.element(dialog.getByText('Not packed: Bea Cole (C-8).')).toBeVisible()
  const line = dialog.getByRole('listitem').filter({ hasText: 'Ada Byron' })
  await expect.element(line).toHaveTextContent('Ada Byron (C-7) Unfinished steps: Ship')
  await dialog.getByRole('textbox', { name: 'Tracking number' }).fill('1Z999AA10123456784')
  await expect.element(dialog.getByText('This is a UPS number.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Override shipping fee' }).fill('12.50')
  await dialog.getByRole('button', { name: 'Complete' }).click()
  await expect
    .poll(() => writes)
    .toEqual([
      {
        path: '/customer_requests/bundled_completion',
        body: {
          ids: [107, 108],
          tracking_number: '1Z999AA10123456784',
          seen: [107, 108].map((id) => ({ id, seen: 'now' })),
          custom_shipping_fee: 12.5,
        },
      },
    ])
  await screen.unmount()
})

test('nothing, shipped parcels, an error that can be retried', async () => {
  serverWith([], undefined, { next: { day: '2026-12-02', prints: 6 }, late: 1 })
  let screen = await show()
  await expect.element(page.getByText('Nothing ships today.')).toBeVisible()
  await expect.element(page.getByText('6 prints ship tomorrow. 1 case is late.')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: '6 prints' }))
    .toHaveAttribute('href', expect.stringContaining('2026-12-02'))
  await screen.unmount()
  serverWith([], undefined, { next: { day: '2026-12-07', prints: 1 } })
  screen = await show()
  await expect.element(page.getByText('1 print ships on Mon, Dec 7.')).toBeVisible()
  await screen.unmount()
  serverWith([given({ id: 7, status: 'completed' }), given({ id: 8, status: 'completed' })])
  screen = await show()
  await expect.element(page.getByText('0 prints in 0 parcels to ship, 1 parcel shipped')).toBeVisible()
  expect(page.getByRole('button', { name: 'Complete', exact: true }).query()).toBeNull()
  await screen.unmount()
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ error: 'No.' }, { status: 403 }))
  screen = await show()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await screen.unmount()
})
