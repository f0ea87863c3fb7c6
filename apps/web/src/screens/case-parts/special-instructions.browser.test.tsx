import { patientStatuses } from '@archwire/contract/patients/lifecycle.ts'
import { duplicateRequests } from '@archwire/contract/requests/refusals.ts'
import { Suspense, type ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, givenCase, sessionOf } from '../../../test/given-case.ts'
import { givenRequest } from '../../../test/given-request.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { CaseOverview } from '../case-overview/case-overview.tsx'
import { PatientDetails } from '../patient-details/patient-details.tsx'
import { PatientWorkflow } from '../patient-workflow/patient-workflow.tsx'
import { RequestDetails } from '../request-details/request-details.tsx'

afterEach(() => page.viewport(1280, 800))

const special_instructions = 'Keep the gap at tooth 7.'
const at = '2026-11-20T10:00:00.000Z'
/** A case whose page has notes of its own above its parts: changes are asked, the form was changed. */
const patient = givenCase({
  status: 'in_progress',
  can: ['cancel_started'],
  changes_asked: { user_name: 'Jane Marsh', at, note: 'Close the gap.', setup_is_newer: false } as never,
  rx_form: {
    id: 8,
    version: 2,
    jaws_id: 3,
    status: patientStatuses.in_progress,
    created_at: at,
    special_instructions,
    bonding_date: '2026-12-14',
    impression_date: '2026-11-18',
    impression_type_name: 'Intra-oral scan',
    scan_submission_type: null,
    bracket_libraries: [],
    tooth_chart: [],
    price: null,
  } as never,
  rx_form_unread: [{ version: 2, user_name: 'Jane Marsh', at, after_approval: false, changes: [] }] as never,
})
const duplicated = givenRequest({ duplicated: true, special_instructions })
const none = { meta: { total: 0, page: 1, per_page: 5, last_page: 1 } }

async function showFor(role: 'supervisor' | 'doctor', part: ReactNode) {
  answersAt({
    '/patients/7': { patient },
    '/patients/7/history': { history: [] },
    '/patients/7/messages': { ...none, entries: [], unread: 0, hold: null, can: { write: true }, why_not: {} },
    '/patients/7/pins': { pins: [] },
    '/patients/7/measurements': { measurements: [] },
    '/customer_requests': { ...none, customer_requests: [] },
    '/customer_requests/9': { customer_request: duplicated },
    '/patient_files': { ...none, patient_files: [] },
    '/settings': { settings: { deep_link_scheme: 'dibs://', lab: { time_zone: 'America/Denver' } } },
  })
  const screen = await showPage(() => (
    <SessionContext value={sessionOf(role)}>
      <Suspense>{part}</Suspense>
    </SessionContext>
  ))
  const heading = screen.getByRole('heading', { level: 1, name: 'Ada Byron' })
  await expect.element(heading).toBeVisible()
  return { screen, whole: heading.element().closest('header')!.parentElement! }
}

test.each([
  ['the case, to the practice', 'doctor', <PatientDetails key="case" id={7} />, 'Jane Marsh asked for changes'],
  ['the case, to the lab', 'supervisor', <PatientDetails key="case" id={7} />, 'Jane Marsh asked for changes'],
  ['the case at a glance', 'supervisor', <CaseOverview key="case" id={7} />, 'Jane Marsh asked for changes'],
  ['the work of the case', 'supervisor', <PatientWorkflow key="case" id={7} />, 'Jane Marsh asked for changes'],
  ['the request', 'supervisor', <RequestDetails key="case" id={9} />, duplicateRequests],
] as const)(
  'special instructions are the first thing under the head of %s (screens/instructions)',
  async (...given) => {
    const [, role, part, note] = given
    const { screen, whole } = await showFor(role, part)
    await expect.element(screen.getByText(note, { exact: true })).toBeVisible()
    const [head, instructions, ...rest] = [...whole.children]
    expect(head!.textContent).toContain('C-7')
    expect(instructions!.textContent).toBe(`Special instructions ${special_instructions}`)
    const box = (part: Element) => part.getBoundingClientRect()
    for (const width of [1440, 390]) {
      await page.viewport(width, 900)
      await expect.poll(() => box(instructions!).top).toBeGreaterThanOrEqual(box(head!).bottom)
      const below = rest.filter((part) => box(part).height > 0)
      expect(below.length).toBeGreaterThan(1)
      for (const part of below) expect(box(part).top).toBeGreaterThanOrEqual(box(instructions!).bottom)
    }
    await screen.unmount()
  },
)

test.each([
  ['the case', <PatientDetails key="case" id={7} />],
  ['the work of the case', <PatientWorkflow key="case" id={7} />],
] as const)(
  'on %s what is made precedes the model, and the conversation the files (screens/case-order)',
  async (...given) => {
    const [, part] = given
    const { screen, whole } = await showFor('supervisor', part)
    const parts = ['What is made', '3D view', 'Conversation', 'Files', 'Rx form', 'History'].map((name) =>
      screen.getByRole('region', { name, exact: true }),
    )
    await expect.element(parts[2]!).toBeVisible()
    expect(parts[0]!.element().textContent).toBe('JawsBoth')
    // The form does not repeat what stands above it.
    expect(parts[4]!.element().textContent).not.toMatch(/Jaws|Keep the gap/)
    expect(whole.textContent.split(special_instructions)).toHaveLength(2)
    const topOf = (index: number) => parts[index]!.element().getBoundingClientRect().top
    await page.viewport(390, 900)
    await expect
      .poll(() => parts.map((_, index) => topOf(index)))
      .toEqual(parts.map((_, index) => topOf(index)).toSorted((a, b) => a - b))
    await page.viewport(1440, 900)
    // Beside each other: what is said about the case begins where its model does, or its work.
    await expect.poll(() => Math.abs(topOf(2) - topOf(1))).toBeLessThan(40)
    await screen.unmount()
  },
)

test('the case at a glance says state, doctor and practice once, and ends the case at its foot (work/overview)', async () => {
  const { screen, whole } = await showFor('supervisor', <CaseOverview id={7} />)
  const [head] = whole.children
  for (const words of ['In Progress', 'Jane Marsh', 'Summit']) expect(head!.textContent).not.toContain(words)
  const card = screen.getByRole('region', { name: 'Patient Details' })
  for (const words of ['In Progress', 'Jane Marsh (U-000005)', 'Summit (O-000002)'])
    await expect.element(card).toMatchTextContent(words)
  // The code is that of the head; nothing says it twice.
  expect(whole.textContent.split('C-7')).toHaveLength(2)
  const form = screen.getByRole('region', { name: 'Study Model' }).element()
  expect(form.lastElementChild!.textContent).toBe('Cancel case')
  await screen.unmount()
})
