import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showPage } from '../../../test/show.tsx'
import { MenuButton } from './menu-button.tsx'

test('a menu opens by keyboard, is walked by arrows, and gives the focus back to its button', async () => {
  const done = vi.fn()
  const Page = () => {
    const [more, setMore] = useState(false)
    return (
      <MenuButton
        label="Actions"
        icon="…"
        items={[
          { label: 'Details', onClick: done },
          { label: more ? 'Hide' : 'Show More', apart: true, onClick: () => setMore((now) => !now) },
          { label: 'Elsewhere', href: 'https://lab.example/' },
        ]}
      />
    )
  }
  const screen = await showPage(Page)
  const button = page.getByRole('button', { name: 'Actions' })
  await expect.element(button).toHaveAttribute('aria-expanded', 'false')
  await userEvent.tab()
  await expect.element(button).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menuitem', { name: 'Details' })).toHaveFocus()
  await expect.element(page.getByRole('menuitem', { name: 'Elsewhere' })).toHaveAttribute('target', '_blank')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(button).toHaveFocus()
  await expect.element(button).toHaveAttribute('aria-expanded', 'false')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menuitem', { name: 'Hide' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
  expect(done).not.toHaveBeenCalled()
  await screen.unmount()
})
