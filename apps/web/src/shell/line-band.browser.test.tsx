import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router'
import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../test/show.tsx'
import { routeTree } from '../routeTree.gen.ts'

test.each(['/login', '/management', '/shared/abc'])('a broken line is said on %s, too (screens/line)', async (path) => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ error: 'Sign in.' }, { status: 401 }))
  const router = createRouter({
    routeTree,
    context: { queryClient: new QueryClient() },
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  const screen = await show(<RouterProvider router={router as never} />)
  await expect.element(page.getByText(/Sign in|Shared with you/).first()).toBeVisible()
  const band = page.getByText(/^You’re offline\./)
  expect(band.elements()).toEqual([])
  const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  await expect.element(band).toBeVisible()
  line.mockRestore()
  window.dispatchEvent(new Event('online'))
  await expect.element(band).not.toBeInTheDocument()
  await screen.unmount()
})
