import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../test/show.tsx'
import { toast } from './toast.ts'

const alerts = page.getByRole('alert')

test('what fails again stands once, in its last words, and goes when it was done', async () => {
  await show(<h1>Any page</h1>)
  toast.error('The server did not answer.', 'notes.save')
  toast.error('The server did not answer.', 'notes.save')
  await expect.element(alerts).toHaveTextContent('The server did not answer.')
  toast.error('Someone else changed this.', 'notes.save')
  await expect.element(alerts).toHaveTextContent('Someone else changed this.')
  // Another call's error is its own.
  toast.error('This case is on hold.', 'patients.approve')
  await expect.poll(() => alerts.elements().length).toBe(2)
  toast.settled('notes.save')
  await expect.element(alerts).toHaveTextContent('This case is on hold.')
  toast.settled('patients.approve')
  await expect.poll(() => alerts.elements().length).toBe(0)
})

test('a message that is not true any longer goes at once', async () => {
  await show(<h1>Any page</h1>)
  toast.info('Your text is kept.')
  toast.info('The list is new.')
  await expect.poll(() => alerts.elements().length).toBe(2)
  toast.outdated('Your text is kept.')
  await expect.element(alerts).toHaveTextContent('The list is new.')
})
