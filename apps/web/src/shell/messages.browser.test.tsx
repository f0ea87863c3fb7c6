import type { TechWorkflow } from '@archwire/contract/tech-workflows/routes.ts'
import { notifications } from '@mantine/notifications'
import { useState, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, givenCase, sessionOf } from '../../test/given-case.ts'
import { givenRow, labListAnswers } from '../../test/given-list.ts'
import { showPage } from '../../test/show.tsx'
import { ManagementList } from '../features/patients/management-list.tsx'
import { WorkflowTable } from '../features/tech-workflows/workflow-table.tsx'
import ToothChartEditor from '../features/tooth-chart/tooth-chart-editor.tsx'
import { SessionContext } from '../lib/session.tsx'
import { toast } from '../lib/toast.ts'
import { Decision } from '../screens/case-parts/decision.tsx'
import { RecordForm, useRecordForm } from '../ui/form/record-form.tsx'
import { createForm } from '../ui/form/store.ts'
import { TextField } from '../ui/form/text-field.tsx'
import shell from './app-shell.module.css'

/** Where messages are in narrow windows (`screens/messages`). */
beforeEach(() => page.viewport(390, 844))
afterEach(async () => {
  notifications.clean()
  await page.viewport(1280, 800)
})

const message = page.getByRole('alert')
const box = (part: { element: () => Element }) => part.element().getBoundingClientRect()
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** Settles once the message has opened. */
async function messageIsAt(bottom: () => number) {
  await expect.poll(() => [Math.round(box(message).bottom), box(message).height > 30]).toEqual([bottom(), true])
}

const showNarrow = (part: () => ReactNode) => showPage(() => <main className={shell.content}>{part()}</main>)

const rows = (...labels: string[]) => (
  <ul>
    {labels.map((label) => (
      <li key={label} style={{ height: 100 }}>
        <button type="button" style={{ height: 40 }} onClick={() => toast.success('It is done.')}>
          {label}
        </button>
      </li>
    ))}
  </ul>
)
const twenty = Array.from({ length: 20 }, (_, index) => `Row ${index + 1}`)

test('without a bar a message is at the bottom, and the page can be scrolled above it', async () => {
  await showNarrow(() => rows(...twenty))
  const height = document.documentElement.scrollHeight
  await button('Row 1').click()
  await messageIsAt(() => 844 - 12)
  const before = box(button('Row 1')).top
  expect(before).toBeLessThan(100)
  scrollTo(0, document.documentElement.scrollHeight)
  await expect.poll(() => box(page.getByText('Row 20')).bottom).toBeLessThan(box(message).top)
  // What is in sight does not move when the message goes.
  const last = box(button('Row 20')).top
  notifications.clean()
  await expect.element(message).not.toBeInTheDocument()
  expect(box(button('Row 20')).top).toBe(last)
  scrollTo(0, 0)
  await expect.poll(() => document.documentElement.scrollHeight).toBe(height)
})

test('a message does not cover the control that was pressed, nor is it moved by its own Close', async () => {
  await showNarrow(() => rows(...twenty))
  // The ninth row lies where messages are.
  await button('Row 9').click()
  await messageIsAt(() => Math.round(box(button('Row 9')).top - 12))
  await message.getByRole('button', { name: 'Close' }).click()
  await expect.element(message).not.toBeInTheDocument()
  await button('Row 2').click()
  await messageIsAt(() => 844 - 12)
})

const workflow = {
  id: 3,
  version: 4,
  kind: 'initial_case_setup',
  round: 1,
  asked_at: null,
  former_rounds: [],
  processes: [
    {
      id: 1,
      step: 'Models',
      process: 'Sculpt',
      started_at: '2025-11-20T21:52:00.000Z',
      finished_at: '2025-11-20T22:10:00.000Z',
      user_id: 1,
      tech_name: 'Tina Tech',
    },
  ],
  can: { edit: true },
  why_not: {},
} as unknown as TechWorkflow
const row = givenRow(7, {
  acting: 1,
  workflow_data: {
    initial_case_setup: {
      assigned_to: null,
      status: { id: 1, key: 'new', label: 'New', color: 'gray' },
      status_updated_at: '2026-11-20T10:00:00.000Z',
      next_step: null,
    },
  },
})
const List = () => {
  const [search, setSearch] = useState({})
  return <ManagementList search={search} onSearch={setSearch} />
}
function Form() {
  const { form, ...record } = useRecordForm('place', { id: 7, version: 1 }, () =>
    createForm({ initial: { city: '' }, validate: () => ({}) }),
  )
  return (
    <RecordForm {...record} form={form} submit="Save" busy={false} onSubmit={() => {}} onCancel={() => {}}>
      <TextField form={form} name="city" label="City" />
    </RecordForm>
  )
}
const patient = (setup_viewer_id: string | null) =>
  givenCase({ can: ['approve', 'request_changes'], setup_shown: false, setup_viewer_id })
const nothing = () => Promise.resolve()

test.each([
  ['a form’s', () => <Form />, nothing],
  ['the decision’s', () => <Decision patient={patient(null)} onDone={() => {}} />, nothing],
  ['the decision’s with two rows', () => <Decision patient={patient('made')} onDone={() => {}} />, nothing],
  [
    'the selection’s',
    () => <List />,
    // Phones select nothing.
    async () => {
      await page.viewport(840, 844)
      await page.getByRole('checkbox', { name: 'Select Byron 7, Ada', exact: true }).click()
    },
  ],
  [
    'the steps’',
    () => <WorkflowTable workflow={workflow} />,
    async () => {
      await button(/^Times of Sculpt/).click()
      await page.getByLabelText('Sculpt, finished').fill('2025/11/20 23:20')
    },
  ],
  [
    'the tooth chart’s',
    () => <ToothChartEditor chart={[]} jaws={3} numbering="fdi" onChange={() => {}} />,
    () => page.getByRole('gridcell', { name: /^Tooth 11,/ }).click(),
  ],
])('messages are above a bar at the bottom: %s', async (_, part, open) => {
  answersAt({ ...labListAnswers([row], { in_progress: 1, all: 1 }), '/patients/7/pins': { pins: [] } })
  const screen = await showNarrow(() => (
    <SessionContext value={sessionOf('supervisor')}>
      <div style={{ height: 900 }} />
      {part()}
      <div style={{ height: 900 }} />
    </SessionContext>
  ))
  await expect.poll(() => screen.container.textContent).not.toBe('')
  await open()
  const bar = () => screen.container.querySelector('[data-bar]')!
  await expect.poll(bar).not.toBeNull()
  // Pressed last: the page itself, so that it is the bar that matters.
  document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  toast.success('It is done.')
  await expect.element(message).toBeVisible()
  await expect
    .poll(() => {
      const { bottom } = bar().getBoundingClientRect()
      scrollBy(0, bottom - 844)
      return Math.round(bottom)
    })
    .toBe(844)
  await messageIsAt(() => Math.round(bar().getBoundingClientRect().top - 12))
  await screen.unmount()
})

test('what the page shows by itself is only read aloud, again when it is done again', async () => {
  await showNarrow(() => (
    <button type="button" onClick={() => toast.aloud('Steps saved.')}>
      Start
    </button>
  ))
  const region = () => document.querySelector('[aria-live]')!
  expect(region().textContent).toBe('')
  let read = 0
  const reader = new MutationObserver(() => read++)
  reader.observe(region(), { childList: true })
  for (const times of [1, 2]) {
    await button('Start').click()
    await expect.poll(() => [region().textContent, read]).toEqual(['Steps saved.', times])
  }
  reader.disconnect()
  expect(message.elements()).toEqual([])
})
