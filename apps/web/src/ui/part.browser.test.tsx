import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { showPage } from '../../test/show.tsx'
import { Part } from './part.tsx'

test('a part that does not load says so beside the rest of the page, and can be tried again', async () => {
  let failing = true
  const words = queryOptions({
    queryKey: ['words'],
    queryFn: () => {
      if (failing) throw new Error('The words are missing.')
      return 'The words are there.'
    },
  })
  const Words = () => <p>{useSuspenseQuery(words).data}</p>
  const screen = await showPage(() => (
    <>
      <h1>The rest</h1>
      <Part id="words">
        <Words />
      </Part>
    </>
  ))
  await expect.element(page.getByText('This could not be loaded.')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'The rest' })).toBeVisible()
  failing = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('The words are there.')).toBeVisible()
  await screen.unmount()
})
