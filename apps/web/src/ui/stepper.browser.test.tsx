import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../test/show.tsx'
import { Stepper, type Step } from './stepper.tsx'

const step = (value: string, label: string, said: Partial<Step> = {}): Step => ({
  value,
  label,
  done: false,
  open: true,
  ...said,
})
const steps = [
  step('1', 'Account Details', { done: true }),
  step('2', 'Payment method'),
  step('3', 'Order summary', { open: false }),
]
const button = (name: string | RegExp) => page.getByRole('button', { name })

test('says which step is shown, which are done, and keeps those closed that are not reached', async () => {
  const screen = await show(<Stepper label="Steps" steps={steps} value="2" onChange={() => {}} />)
  await expect.element(page.getByRole('navigation', { name: 'Steps' })).toBeVisible()
  expect(page.getByRole('listitem').elements()).toHaveLength(3)
  await expect.element(button('Payment method')).toHaveAttribute('aria-current', 'step')
  await expect.element(button('Account Details (done)')).not.toHaveAttribute('aria-current')
  await expect.element(button('Order summary')).toBeDisabled()
  await screen.unmount()
})

test('opens another step by pointer and by key, and not the one that is shown', async () => {
  const opened = vi.fn()
  const screen = await show(<Stepper label="Steps" steps={steps} value="2" onChange={opened} />)
  await button('Payment method').click()
  expect(opened).not.toHaveBeenCalled()
  await button(/^Account Details/).click()
  expect(opened).toHaveBeenCalledExactlyOnceWith('1')
  ;(button('Payment method').element() as HTMLElement).focus()
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  await expect.element(button(/^Account Details/)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(opened).toHaveBeenCalledTimes(2)
  await screen.unmount()
})

test('none of the bar is current while a step outside of it is shown', async () => {
  const screen = await show(<Stepper label="Steps" steps={steps} value="0" onChange={() => {}} />)
  await expect.element(button('Payment method')).toBeVisible()
  expect(document.querySelectorAll('[aria-current]')).toHaveLength(0)
  await screen.unmount()
})

test('fits a phone, with targets of 40 px', async () => {
  await page.viewport(390, 800)
  const screen = await show(<Stepper label="Steps" steps={steps.slice(0, 2)} value="1" onChange={() => {}} />)
  for (const element of page.getByRole('button').elements())
    expect(element.getBoundingClientRect().height).toBeGreaterThanOrEqual(40)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await screen.unmount()
  await page.viewport(1280, 800)
})
