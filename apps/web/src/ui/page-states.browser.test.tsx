import { CatchBoundary } from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { showPage } from '../../test/show.tsx'
import { dropWork, holdWork } from '../lib/unsaved-work.ts'
import { PageError } from './page-states.tsx'

/** A page whose style sheet did not arrive (`screens/line`). Work is held, so that it is tried again without a reload. */
const message = 'Unable to preload CSS for /assets/page.css'
let isMissing: boolean
let shown: number
beforeEach(() => {
  isMissing = true
  shown = 0
  sessionStorage.removeItem(`archwire.retried ${message}`)
  // React and the boundary report what failed on purpose.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  holdWork('page', 'A note is not saved.')
  return () => dropWork('page')
})

function Content() {
  if (isMissing) throw new Error(message)
  return <p>Here it is</p>
}
const Part = () => (
  <CatchBoundary getResetKey={() => 1} errorComponent={PageError} onCatch={() => (shown += 1)}>
    <Content />
  </CatchBoundary>
)
const failed = page.getByRole('heading', { name: 'This page could not be shown.' })
const content = page.getByText('Here it is')

test('it is shown by itself once the portal can be reached', async () => {
  const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  const screen = await showPage(() => <Part />)
  await expect.element(failed).toBeVisible()
  isMissing = false
  line.mockRestore()
  window.dispatchEvent(new Event('online'))
  await expect.element(content).toBeVisible()
  await screen.unmount()
})

test('where the portal can be reached, it is tried again once', async () => {
  const screen = await showPage(() => <Part />)
  await expect.element(failed).toBeVisible()
  await expect.poll(() => shown).toBe(2)
  isMissing = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(content).toBeVisible()
  expect(shown).toBe(2)
  await screen.unmount()
})
