import { expect, test, vi } from 'vitest'
import { answersAt } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { nameTab } from '../../lib/tab-title.ts'
import { NotificationBell } from './bell.tsx'
import { useCaseOpened } from './use-case-opened.ts'

test.each([
  [0, '', 'Notifications'],
  [99, '99', 'Notifications, 99 unread'],
  [100, '99+', 'Notifications, 99+ unread'],
])('with %i unread the bell says what it shows, to eyes and ears alike (notices/bell)', async (unread, shown, name) => {
  answersAt({ '/notifications': { notifications: [], meta: { unread, next: null } } })
  const screen = await showPage(() => <NotificationBell />)
  const bell = screen.getByRole('button', { name, exact: true })
  await expect.element(bell).toBeVisible()
  expect(bell.element().textContent).toBe(shown)
  await screen.unmount()
})

const created_at = new Date().toISOString()
const waiting = { id: 3, key: 'awaiting_approval', label: 'Awaiting Approval', color: 'grape' }
const ofCase = (id: number, patient: number, name: string, message: string, read_at: string | null = null) => ({
  id,
  type: 'ready',
  message,
  link: '/other',
  patient_id: patient,
  patient_name: name,
  read_at,
  created_at,
  case: {
    number: `C-${patient}`,
    patient_status: waiting,
    is_on_hold: patient === 8,
    is_archived: false,
    is_canceled: false,
  },
})
const aboutPractice = { ...ofCase(2, 0, '', 'Enabled'), patient_id: null, patient_name: null, case: null }

test('notices about one case are together, under its name, number and state (notices/bell)', async () => {
  answersAt({
    '/notifications': {
      notifications: [
        ofCase(5, 7, 'Ada Byron', 'The setup is waiting for your approval'),
        ofCase(4, 8, 'Bea Clark', 'The case is on hold'),
        ofCase(3, 7, 'Ada Byron', 'The Rx form was changed', created_at),
        aboutPractice,
        { ...ofCase(1, 9, 'Cy Dole', 'The setup is complete'), case: null },
      ],
      meta: { unread: 4, next: null },
    },
  })
  nameTab('Patients')
  const screen = await showPage(() => <NotificationBell />)
  await screen.getByRole('button', { name: 'Notifications, 4 unread' }).click()
  expect(document.title, 'the tab counts, too (screens/tabs)').toBe('(4) Patients')
  await expect.element(screen.getByText('Ada Byron', { exact: true })).toBeVisible()
  const groups = [...document.querySelectorAll('[aria-label="Notifications"] > ul > li')].map((group) => ({
    about: [...(group.querySelector('p')?.children ?? [])].map((part) => part.textContent),
    says: [...group.querySelectorAll('button')].map(
      (line) => `${line.querySelector('span')!.firstChild!.textContent}${line.dataset.unread ? '' : ' (read)'}`,
    ),
  }))
  expect(groups).toEqual([
    {
      about: ['Ada Byron', 'C-7', 'Awaiting Approval'],
      says: ['The setup is waiting for your approval', 'The Rx form was changed (read)'],
    },
    { about: ['Bea Clark', 'C-8', 'Awaiting Approval', 'On hold'], says: ['The case is on hold'] },
    { about: [], says: ['Enabled'] },
    { about: ['Cy Dole'], says: ['The setup is complete'] },
  ])
  await screen.unmount()
  expect(document.title).toBe('Patients')
})

test('notices before the newest 25 can be opened, page by page (notices/bell)', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const page = Number(
      new URL(input instanceof Request ? input.url : String(input), location.href).searchParams.get('page'),
    )
    return Response.json({
      notifications: [ofCase(100 - page, 7, 'Ada Byron', `Notice of page ${page}`)],
      meta: { unread: 1, next: page < 3 ? 'more' : null },
    })
  })
  const screen = await showPage(() => <NotificationBell />)
  await screen.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  const older = screen.getByRole('button', { name: 'Older' })
  for (const page of [2, 3]) {
    await older.click()
    await expect.element(screen.getByText(new RegExp(`Notice of page ${page}`))).toBeVisible()
    await expect.element(older).toHaveFocus()
  }
  await expect.element(older).toHaveAttribute('aria-disabled', 'true')
  await screen.getByRole('button', { name: 'Newer' }).click()
  await expect.element(screen.getByText(/Notice of page 2/)).toBeVisible()
  await screen.unmount()
})

const OpenCase = ({ id }: { id: number }) => {
  useCaseOpened(id)
  return <NotificationBell />
}
const one = ofCase(5, 7, 'Ada Byron', 'The setup is waiting for your approval')

test.each([
  ['with an unread notice', [one], 1, 7, true],
  ['without', [one], 1, 8, false],
  ['with notices that the bell does not show', [one], 2, 8, true],
  ['with read ones alone', [{ ...one, read_at: created_at }], 0, 7, false],
])(
  'opening a case %s settles its notices where there may be any (notices/settled)',
  async (_, shown, unread, id, asks) => {
    const answers = { '/notifications': { notifications: shown, meta: { unread, next: null } } }
    const addresses = answersAt({ ...answers, '/patients/': { read: 1 } })
    const screen = await showPage(() => <OpenCase id={id} />)
    await expect
      .element(screen.getByRole('button', { name: unread ? `Notifications, ${unread} unread` : 'Notifications' }))
      .toBeVisible()
    const calls = () => addresses.filter((address) => address === `/patients/${id}/notifications/read`)
    if (asks) await expect.poll(calls).toHaveLength(1)
    // The bell is fetched again after it; the case is not settled twice.
    if (asks)
      await expect
        .poll(() => addresses.filter((address) => address.startsWith('/notifications')).length)
        .toBeGreaterThan(1)
    expect(calls()).toHaveLength(asks ? 1 : 0)
    await screen.unmount()
  },
)
