import type { PaletteHit } from '@archwire/contract/palette/schema.ts'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answersAt, sessionOf } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { Palette } from './palette.tsx'

const hitOf = (said: Partial<PaletteHit> = {}): PaletteHit => ({
  kind: 'case',
  id: 7,
  name: 'Byron, Ada',
  number: 'C-7',
  about: 'Jane Marsh',
  cases: null,
  status: 'New',
  organization: { id: 2, name: 'Summit' },
  ...said,
})
const case7 = hitOf()
const case8 = hitOf({ id: 8, name: 'Cole, Bea', number: 'C-8' })
const found = (...hits: PaletteHit[]) => ({
  palette: { basis: 'found', searched: ['case', 'person', 'invoice'], hits },
})
const hit = (name: string) => page.getByRole('option', { name: new RegExp(name) })
const list = page.getByRole('listbox')

/** The palette over a list that holds back what is asked for `co` until the test answers. */
async function ask(co: Promise<unknown>) {
  answersAt({
    '/palette': (asked: string) => {
      if (!asked.includes('keyword')) return { palette: { basis: 'latest', searched: ['case'], hits: [] } }
      return asked.includes('=co') ? co : found(case7)
    },
  })
  const onClose = vi.fn()
  const screen = await showPage(() => {
    const [text, setText] = useState('')
    return (
      <SessionContext value={sessionOf('supervisor')}>
        <Palette text={text} onText={setText} entered={false} onClose={onClose} onLogout={() => {}} />
      </SessionContext>
    )
  })
  const field = page.getByRole('combobox')
  await field.fill('ada')
  await expect.element(hit('Byron, Ada')).toBeVisible()
  await expect.element(list).not.toHaveAttribute('aria-busy')
  expect(hit('Byron, Ada').element()).not.toHaveAttribute('data-stale')
  await field.fill('co')
  await expect.element(hit('Byron, Ada')).toHaveAttribute('data-stale')
  await expect.element(list).toHaveAttribute('aria-busy', 'true')
  await expect.poll(() => Number(getComputedStyle(hit('Byron, Ada').element()).opacity)).toBeLessThan(0.6)
  return { screen, onClose }
}

test('hits of the question before are dimmed, a click opens none of them, and Enter waits for those of this one (screens/palette)', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const { screen, onClose } = await ask(promise)
  ;(hit('Byron, Ada').element() as HTMLElement).click()
  await userEvent.keyboard('{Enter}')
  expect(onClose).not.toHaveBeenCalled()
  resolve(found(case8))
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  await screen.unmount()
})

test('a line that was walked to and is not found any more opens nothing else', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const { screen, onClose } = await ask(promise)
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}')
  resolve(found(case8))
  await expect.element(hit('Cole, Bea')).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
  // What is there now opens by another Enter.
  await userEvent.keyboard('{Enter}')
  expect(onClose).toHaveBeenCalledOnce()
  await screen.unmount()
})

test('when the answer does not arrive, an Enter that waited for it opens nothing', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const { screen, onClose } = await ask(promise)
  await userEvent.keyboard('{Enter}')
  resolve(Response.json({ error: 'Out of order.' }, { status: 500 }))
  await expect.element(page.getByRole('alert')).toMatchTextContent('Out of order.')
  // An action that the letters find, too, was not meant.
  await expect.element(hit('Colors: Dark')).toBeVisible()
  expect(hit('Byron, Ada').elements()).toEqual([])
  expect(onClose).not.toHaveBeenCalled()
  await screen.unmount()
})

/** The palette alone, with what the server answers to each call. */
async function showAnswers(answer: (asked: string, init?: RequestInit) => unknown) {
  const addresses = answersAt({ '/palette': answer })
  const screen = await showPage(() => {
    const [text, setText] = useState('')
    return (
      <SessionContext value={sessionOf('supervisor')}>
        <Palette text={text} onText={setText} entered={false} onClose={() => {}} onLogout={() => {}} />
      </SessionContext>
    )
  })
  return { screen, addresses, field: page.getByRole('combobox') }
}

test('records stand in groups of their kinds, with the typed words marked; doctors and practices lead to all cases', async () => {
  const hits = [
    hitOf({ about: 'Jane Byron' }),
    hitOf({
      kind: 'organization',
      id: 2,
      name: 'Byron Dental',
      number: 'O-000002',
      about: null,
      status: null,
      organization: null,
    }),
    hitOf({
      kind: 'tray',
      id: 3,
      name: 'B12',
      number: 'TRAY-2026-3',
      about: null,
      cases: 4,
      status: null,
      organization: null,
    }),
    hitOf({ kind: 'invoice', id: 4, name: 'Invoice 1042', number: null, about: null, status: 'Not paid' }),
    hitOf({ kind: 'parcel', id: 5, name: '1Z999', number: null, about: null, cases: 3, status: null }),
  ]
  const { screen, field } = await showAnswers(() => found(...hits))
  await field.fill('byron')
  await expect.element(page.getByRole('group', { name: 'All cases of' })).toBeVisible()
  const groups = page.getByRole('group').elements()
  expect(groups.map((group) => group.textContent)).toEqual([
    'CasesByron, AdaC-7 · Jane Byron · New · Summit',
    'OrganizationsByron DentalO-000002',
    'TraysTray B12TRAY-2026-3 · 4 cases',
    'InvoicesInvoice 1042Not paid · Summit',
    'Parcels1Z9993 cases · Summit',
    'All cases ofJane ByronShow all casesByron DentalShow all cases',
  ])
  const marks = [...document.querySelectorAll('[role=option] mark')].map((mark) => mark.textContent)
  expect(marks).toEqual(['Byron', 'Byron', 'Byron', 'Byron', 'Byron'])
  await screen.unmount()
})

test('without a hit it says what was searched, in words', async () => {
  const { screen, field } = await showAnswers(() => found())
  await field.fill('zz')
  await expect.element(page.getByText('No case, person or invoice matches.')).toBeVisible()
  await screen.unmount()
})

test('before anything is typed it asks for what was opened in this browser, and shows what the server still names', async () => {
  localStorage.setItem('archwire.recent.1', 'patient-details-7,orders-4,patient-workflow-7,nonsense,nothing-5,users-0')
  const { screen, addresses } = await showAnswers(() => ({
    palette: { basis: 'recent', searched: ['case'], hits: [case7] },
  }))
  await expect.element(page.getByRole('group', { name: 'Opened lately' })).toMatchTextContent(/Byron, Ada/)
  expect(new Set(addresses.map(decodeURIComponent))).toEqual(new Set(['/palette?recent=case-7,invoice-4']))
  localStorage.removeItem('archwire.recent.1')
  await screen.unmount()
})

test('a search that is no longer wanted is given up', async () => {
  const signals = new Map<string, AbortSignal>()
  const { screen, field } = await showAnswers((asked, init) => {
    signals.set(/keyword=(\w+)/.exec(asked)?.[1] ?? '', init!.signal!)
    return new Promise(() => {})
  })
  await field.fill('first')
  await expect.poll(() => signals.get('first')?.aborted).toBe(false)
  await field.fill('second')
  await expect.poll(() => signals.get('second')?.aborted).toBe(false)
  expect(signals.get('first')?.aborted).toBe(true)
  await screen.unmount()
})
