import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../test/show.tsx'
import { Tip } from './tip.tsx'

const button = page.getByRole('button', { name: 'Approve' })
const tip = page.getByRole('tooltip')
const away = page.getByRole('heading')

const Shown = ({ label, focus, touch }: { label: string | undefined; focus?: boolean; touch?: boolean }) => (
  <>
    <h1>The case</h1>
    <Tip label={label} focus={focus ?? false} touch={touch ?? false}>
      <button type="button">Approve</button>
    </Tip>
    <button type="button">Next</button>
  </>
)

test('a tip shows its words at the same element while the pointer is there, and describes it', async () => {
  const screen = await show(<Shown label="It is on hold" />)
  const before = button.element()
  await button.hover()
  await expect.element(tip).toMatchTextContent('It is on hold')
  await expect.element(button).toHaveAccessibleDescription('It is on hold')
  expect(button.element()).toBe(before)
  await screen.rerender(<Shown label="It is canceled" />)
  await expect.element(tip).toMatchTextContent('It is canceled')
  await away.hover()
  await expect.element(tip).not.toBeInTheDocument()
  expect(before.hasAttribute('aria-describedby')).toBe(false)
  await button.hover()
  await expect.element(tip).toBeVisible()
  await screen.rerender(<Shown label={undefined} />)
  await expect.element(tip).not.toBeInTheDocument()
  await screen.unmount()
})

test('the keyboard shows a tip that it is asked to show; Escape dismisses it until the element was left', async () => {
  const screen = await show(<Shown label="It is on hold" focus />)
  await userEvent.tab()
  await expect.element(button).toHaveFocus()
  await expect.element(tip).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(tip).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
  await userEvent.tab()
  await userEvent.tab({ shift: true })
  await expect.element(tip).toBeVisible()
  await screen.unmount()
})

/** What a browser tells of a finger that taps: a pointer, then a mouse that was none. */
const tap = (at: Element) => {
  at.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'touch' }))
  at.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
}

test('a touch shows only a tip that it is asked to show; one elsewhere ends it', async () => {
  const screen = await show(<Shown label="It is on hold" touch />)
  tap(button.element())
  await expect.element(tip).toBeVisible()
  away.element().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }))
  await expect.element(tip).not.toBeInTheDocument()
  await screen.rerender(<Shown label="It is on hold" />)
  button.element().dispatchEvent(new MouseEvent('mouseout', { bubbles: true, relatedTarget: away.element() }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  tap(button.element())
  vi.runAllTimers()
  vi.useRealTimers()
  await screen.rerender(<Shown label="It is on hold" focus />)
  expect(tip.query()).toBeNull()
  await screen.unmount()
})
