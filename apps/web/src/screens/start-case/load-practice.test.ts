import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { loadPractice } from './load-practice.ts'

afterEach(() => vi.restoreAllMocks())

it.each([
  ['a practice that cannot be read', 500, 'Failed to fetch organization.'],
  ['one that is not there', 404, 'This organization was not found.'],
  ['one that is not one’s own', 403, 'This organization was not found.'],
])('Start A Case says of %s what is the matter', async (_, status, says) => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) =>
    (address as string).includes('rx_form_preference')
      ? Response.json({ error: 'This organization was not found.', code: status }, { status })
      : Response.json({ locations: [], draft: null }),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await expect(loadPractice(client, 7, 'd1')).rejects.toMatchObject({ status, message: says })
})
