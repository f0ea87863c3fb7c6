import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeServer, showPage } from '../../../test/show.tsx'
import { AdditionalEmails } from './additional-emails.tsx'

const field = (name: string) => page.getByRole('textbox', { name })
const button = (name: string) => page.getByRole('button', { name })

test('an additional email is added by Enter once it looks like one; the button waits while there is nothing', async () => {
  const calls = fakeServer({ body: { email: { id: 3, email: 'desk@example.com' }, message: 'Added.' } })
  const screen = await showPage(() => <AdditionalEmails emails={[]} />)
  const input = field('Add an email')
  await expect.element(button('Add')).toBeDisabled()
  await input.fill('desk@')
  await expect.element(button('Add')).toBeEnabled()
  await userEvent.keyboard('{Enter}')
  await expect.element(input).toHaveAccessibleDescription('Enter a valid email')
  await expect.element(input).toHaveFocus()
  expect(calls).toEqual([])
  await input.fill(' desk@example.com ')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Added.')).toBeVisible()
  expect(calls).toEqual([{ method: 'POST', path: '/emails', body: { email: 'desk@example.com' } }])
  await expect.element(input).toHaveValue('')
  await expect.element(input).toHaveFocus()
  await expect.element(button('Add')).toBeDisabled()
  await screen.unmount()
})

test('an additional email that is refused stays, with the reason; one that is typed is asked about', async () => {
  fakeServer({ status: 422, body: { error: { email: ['This email is in the list already.'] }, code: 422 } })
  const screen = await showPage(() => <AdditionalEmails emails={[]} />)
  await field('Add an email').fill('desk@example.com')
  await button('Add').click()
  await expect.element(field('Add an email')).toHaveAccessibleDescription('This email is in the list already.')
  screen.leave()
  await expect
    .element(page.getByRole('dialog', { name: 'Leave without saving?' }))
    .toMatchTextContent('The additional email that you typed is not added yet.')
  await screen.unmount()
})

test('each additional email can be deleted', async () => {
  const calls = fakeServer({ body: { message: 'Deleted.' } })
  const emails = [
    { id: 3, email: 'desk@example.com' },
    { id: 4, email: 'night@xn--mller-kva.example' },
  ]
  const screen = await showPage(() => <AdditionalEmails emails={emails} />)
  expect(page.getByRole('listitem').elements()).toHaveLength(2)
  await button('Delete night@müller.example').click()
  await expect.element(page.getByText('Deleted.')).toBeVisible()
  expect(calls).toEqual([{ method: 'DELETE', path: '/emails/4', body: undefined }])
  await expect.element(field('Add an email')).toHaveFocus()
  await screen.unmount()
})

test('for another person, their id is sent along', async () => {
  const calls = fakeServer({ body: { email: { id: 3, email: 'desk@example.com' }, message: 'Added.' } })
  const screen = await showPage(() => <AdditionalEmails emails={[]} userId={5} />)
  await field('Add an email').fill('desk@example.com')
  await button('Add').click()
  await expect.element(page.getByText('Added.')).toBeVisible()
  expect(calls).toEqual([{ method: 'POST', path: '/emails', body: { email: 'desk@example.com', user_id: 5 } }])
  await screen.unmount()
})
