import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answersAt, givenCase, sessionOf } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { Palette } from './palette.tsx'

const case7 = givenCase()
const case8 = givenCase({ id: 8, formatted_name: 'Cole, Bea', case_code: 'C-8' })
const listOf = (...patients: unknown[]) => ({ patients, meta: {} })
const hit = (name: string) => page.getByRole('option', { name: new RegExp(name) })
const list = page.getByRole('listbox')

/** The palette over a list that holds back what is asked for `co` until the test answers. */
async function ask(co: Promise<unknown>) {
  answersAt({
    '/patients': (asked: string) => {
      if (!asked.includes('search')) return listOf()
      return asked.includes('=co') ? co : listOf(case7)
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
  resolve(listOf(case8))
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  await screen.unmount()
})

test('a line that was walked to and is not found any more opens nothing else', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const { screen, onClose } = await ask(promise)
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}')
  resolve(listOf(case8))
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
