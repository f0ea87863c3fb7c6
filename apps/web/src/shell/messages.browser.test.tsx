import type { TechWorkflow } from '@archwire/contract/tech-workflows/routes.ts'
import { notifications } from '@mantine/notifications'
import { useState, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
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

const showNarrow = (part: () => ReactNode) =>
  showPage(() => (
    <main className={shell.content} tabIndex={-1}>
      {part()}
    </main>
  ))

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
  // The page gets its room below a moment after the message.
  const scrolledDown = () => {
    scrollTo(0, document.documentElement.scrollHeight)
    return box(page.getByText('Row 20')).bottom
  }
  await expect.poll(scrolledDown).toBeLessThan(box(message).top)
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

const frames = async () => {
  for (let count = 0; count < 3; count++) await new Promise(requestAnimationFrame)
}
const touch = (part: Element) => part.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
/** Errors stay, however slow the machine is. */
const fail = (name: string) => {
  touch(button(name).element())
  toast.error('It failed.')
}

test('a touch on the message or beside the buttons does not move it onto the pressed button', async () => {
  await showNarrow(() => rows(...twenty))
  fail('Row 9')
  const above = () => Math.round(box(button('Row 9')).top - 12)
  await messageIsAt(above)
  const close = message.getByRole('button', { name: 'Close' }).element() as HTMLElement
  for (const part of [message.element(), close, document.body]) {
    touch(part)
    if (part === close) close.focus()
    dispatchEvent(new Event('resize'))
    await frames()
    expect(Math.round(box(message).bottom)).toBe(above())
  }
})

test('an error does not hide what gets the keyboard focus', async () => {
  await showNarrow(() => rows(...twenty))
  toast.error('It failed.')
  await messageIsAt(() => 844 - 12)
  const row = button('Row 9')
  expect(box(row).bottom).toBeGreaterThan(box(message).top)
  ;(button('Row 8').element() as HTMLElement).focus()
  await userEvent.keyboard('{Tab}')
  await expect.element(row).toHaveFocus()
  await messageIsAt(() => Math.round(box(row).top - 12))
  // The page's whole content can have the focus as well.
  ;(button('Row 1').element() as HTMLElement).focus()
  touch(button('Row 1').element())
  await messageIsAt(() => 844 - 12)
  const content = page.getByRole('main').element() as HTMLElement
  content.focus()
  await frames()
  expect(content).toHaveFocus()
  expect(Math.round(box(message).bottom)).toBe(844 - 12)
})

test('a message ends before the scrollbar of a narrow window', async () => {
  // As wide as the part of the window that a scrollbar of 15 px leaves: what is fixed is placed in it.
  const part = document.body
  part.style.cssText = 'width: 375px; height: 844px; transform: translateX(0)'
  try {
    await showNarrow(() => null)
    toast.error('It failed.')
    await expect.element(message).toBeVisible()
    await expect.poll(() => [box(message).left, box(message).right]).toEqual([12, 375 - 12])
  } finally {
    part.style.cssText = ''
  }
})

test('on wide windows a message stays at its place, whatever was pressed', async () => {
  await page.viewport(1280, 844)
  await showNarrow(() => rows(...twenty))
  fail('Row 8')
  await messageIsAt(() => 844 - 84)
  expect(box(button('Row 8')).bottom).toBeGreaterThan(box(message).top)
  expect(document.documentElement.style.getPropertyValue('--message-room')).toBe('')
})

test('a page without messages keeps neither their place nor their room', async () => {
  const screen = await showNarrow(() => rows(...twenty))
  fail('Row 9')
  await messageIsAt(() => Math.round(box(button('Row 9')).top - 12))
  const place = document.querySelector<HTMLElement>('[data-messages]')!
  const kept = () => [
    place.style.getPropertyValue('--messages-bottom'),
    document.documentElement.style.getPropertyValue('--message-room'),
  ]
  expect(kept()).not.toContain('')
  await screen.unmount()
  await frames()
  expect(kept()).toEqual(['', ''])
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
      <button type="button">Far above</button>
      <div style={{ height: 900 }} />
      {part()}
      <div style={{ height: 900 }} />
    </SessionContext>
  ))
  await expect.poll(() => screen.container.textContent).not.toBe('')
  await open()
  const bar = () => screen.container.querySelector('[data-bar]')!
  await expect.poll(bar).not.toBeNull()
  // Used last: a button out of sight, so that it is the bar that matters.
  const above = button('Far above').element() as HTMLElement
  touch(above)
  above.focus({ preventScroll: true })
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
