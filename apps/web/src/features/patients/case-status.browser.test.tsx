import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, givenCase, sessionOf } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { CaseStatus } from './case-status.tsx'

test('a case says when it ships, a canceled one never does (cases/canceled)', async () => {
  answersAt({ '/settings': { settings: { lab: { time_zone: 'America/Denver' } } } })
  for (const [cancelled_at, times] of [
    [null, 1],
    ['2026-11-21T10:00:00.000Z', 0],
  ] as const) {
    const patient = givenCase({ status: 'new', ship_date: '2026-12-03', cancelled_at })
    const screen = await showPage(() => (
      <SessionContext value={sessionOf('doctor')}>
        <CaseStatus patient={patient} />
      </SessionContext>
    ))
    await expect.element(page.getByText('Next')).toBeVisible()
    expect(page.getByText('Ships').elements()).toHaveLength(times)
    await screen.unmount()
  }
})

test('while a tray waits for its correction, whoever corrects it has the case (corrections/work)', async () => {
  answersAt({ '/settings': { settings: { lab: { time_zone: 'America/Denver' } } } })
  for (const [maker, who] of [
    [2, 'Archwire Lab'],
    [3, 'North Lab'],
  ] as const) {
    const patient = givenCase({
      status: 'approved',
      has_pending_flawed_tray_request: true,
      submission_completed_by: maker,
      third_party_partner: 'North Lab',
    })
    const screen = await showPage(() => (
      <SessionContext value={sessionOf('doctor')}>
        <CaseStatus patient={patient} />
      </SessionContext>
    ))
    await expect.element(page.getByText('The tray is corrected')).toBeVisible()
    await expect.element(page.getByText(who, { exact: true })).toBeVisible()
    await screen.unmount()
  }
})

test('while an uploaded file waits for the lab, the lab has the case, whoever made the file (corrections/waits)', async () => {
  answersAt({ '/settings': { settings: { lab: { time_zone: 'America/Denver' } } } })
  const patient = givenCase({
    status: 'approved',
    has_pending_flawed_tray_request: true,
    correction_uploaded: true,
    submission_completed_by: 3,
    third_party_partner: 'North Lab',
  })
  await showPage(() => (
    <SessionContext value={sessionOf('supervisor')}>
      <CaseStatus patient={patient} />
    </SessionContext>
  ))
  await expect.element(page.getByText('The uploaded file is checked, and the tray corrected with it')).toBeVisible()
  await expect.element(page.getByText('Archwire Lab', { exact: true })).toBeVisible()
})

test('what is printed is with whoever prints it (corrections/print)', async () => {
  answersAt({ '/settings': { settings: { lab: { time_zone: 'America/Denver' } } } })
  for (const [acting, who, next] of [
    [1, 'Archwire Lab', 'Production and shipping'],
    [2, 'Jane Marsh', 'The practice prints and completes it'],
    [3, 'North Lab', 'Production and shipping'],
  ] as const) {
    const patient = givenCase({
      status: 'approved',
      acting,
      third_party_partner: 'North Lab',
      user: { id: 4, full_name: 'Jane Marsh', account_number: 'U-000004' },
    })
    const screen = await showPage(() => (
      <SessionContext value={sessionOf('doctor')}>
        <CaseStatus patient={patient} />
      </SessionContext>
    ))
    await expect.element(page.getByText(next)).toBeVisible()
    await expect.element(page.getByText(who, { exact: true })).toBeVisible()
    await screen.unmount()
  }
})

test('a hold that the doctor was told about is with the doctor, any other with who makes the setup (cases/hold)', async () => {
  answersAt({ '/settings': { settings: { lab: { time_zone: 'America/Denver' } } } })
  for (const [asks_doctor, who, next] of [
    [true, 'Jane Marsh', 'Answer the lab’s question: Which library?'],
    [false, 'Archwire Lab', 'Waiting: Which library?'],
  ] as const) {
    const hold = { is_on_hold_reason: true, note: 'Which library?', asks_doctor }
    const patient = givenCase({ status: 'in_progress', is_on_hold: true, on_hold_notes: [hold] as never })
    const screen = await showPage(() => (
      <SessionContext value={sessionOf('doctor')}>
        <CaseStatus patient={patient} />
      </SessionContext>
    ))
    await expect.element(page.getByText(next)).toBeVisible()
    await expect.element(page.getByText(who)).toBeVisible()
    await screen.unmount()
  }
})
