import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../test/show.tsx'
import { DropDown } from './drop-down.tsx'

const button = page.getByRole('button', { name: 'Filter', exact: true })
const panel = page.getByRole('dialog', { name: 'Filter' })
const done = page.getByRole('button', { name: 'Done' })

function Shown() {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <h1>Cases</h1>
      <DropDown
        opened={opened}
        onChange={setOpened}
        renderButton={(its) => (
          <button {...its} type="button">
            Filter
          </button>
        )}
      >
        <input aria-label="Name" />
        <button type="button" onClick={() => setOpened(false)}>
          Done
        </button>
      </DropDown>
    </>
  )
}

test('a panel opens under its button, keeps the keyboard, and gives it back to the same button', async () => {
  const screen = await show(<Shown />)
  const before = button.element()
  await expect.element(button).toHaveAttribute('aria-haspopup', 'dialog')
  await expect.element(button).toHaveAttribute('aria-expanded', 'false')
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  const name = page.getByRole('textbox', { name: 'Name' })
  await expect.element(name).toHaveFocus()
  await expect.element(button).toHaveAttribute('aria-expanded', 'true')
  expect(button.element().getAttribute('aria-controls')).toBe(panel.element().id)
  await userEvent.tab()
  await expect.element(done).toHaveFocus()
  await userEvent.tab()
  await expect.element(name).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
  expect(button.element()).toBe(before)
  await userEvent.keyboard('{Enter}')
  await done.click()
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
  await screen.unmount()
})

test('a click on its button or beside it closes a panel', async () => {
  const screen = await show(<Shown />)
  await button.click()
  await expect.element(panel).toBeVisible()
  await button.click()
  await expect.element(panel).not.toBeInTheDocument()
  await button.click()
  await expect.element(panel).toBeVisible()
  await page.getByRole('heading').click()
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(button).toHaveAttribute('aria-expanded', 'false')
  await screen.unmount()
})
