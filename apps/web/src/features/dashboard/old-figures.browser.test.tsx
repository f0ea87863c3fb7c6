import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, sessionOf } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { WaitingForLab } from './waiting.tsx'

const waiting = (late: number) => ({ waiting: { late, unassigned: 0, changes_asked: 0, on_hold: 0 } })

test('numbers of other organizations are dimmed until those of the chosen ones are there (organizations/waiting)', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  answersAt({ '/patients/waiting': (asked: string) => (asked.includes('chosen') ? promise : waiting(4)) })
  const screen = await showPage(() => {
    const [chosen, setChosen] = useState<string>()
    return (
      <SessionContext value={sessionOf('supervisor')}>
        <button type="button" onClick={() => setChosen('2')}>
          Choose
        </button>
        <WaitingForLab chosen={chosen} />
      </SessionContext>
    )
  })
  const cards = page.getByRole('list')
  await expect.element(page.getByRole('link', { name: /^Late 4/ })).toBeVisible()
  expect(cards.element()).not.toHaveAttribute('aria-busy')
  await page.getByRole('button', { name: 'Choose' }).click()
  await expect.element(cards).toHaveAttribute('aria-busy', 'true')
  await expect.poll(() => Number(getComputedStyle(cards.element()).opacity)).toBeLessThan(0.6)
  resolve(waiting(1))
  await expect.element(page.getByRole('link', { name: /^Late 1/ })).toBeVisible()
  await expect.element(cards).not.toHaveAttribute('aria-busy')
  await screen.unmount()
})
