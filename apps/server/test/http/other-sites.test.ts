import { expect, it } from 'vitest'
import { openTestApp, pageHeaders, pathOf } from '../app.ts'
import { routes } from '../generated/routes.ts'
import { givenIn } from '../given.ts'

it('a write from the page of another site is refused in every call, even with the cookie', async () => {
  const test = await openTestApp()
  try {
    const owner = await givenIn(test).user('super_admin')
    const ofOurs = await pageHeaders(test, owner)
    const writes = routes.filter(([, { method, needs }]) => method !== 'GET' && needs !== 'public')
    expect(writes.length).toBeGreaterThan(80)
    for (const origin of ['https://evil.example', 'http://portal.test.evil.example', 'null', undefined])
      for (const [name, route] of writes) {
        const headers = { ...ofOurs, ...(origin === undefined ? {} : { origin }) } as Record<string, string>
        if (origin === undefined) delete headers.origin
        const path = pathOf(
          route,
          Object.fromEntries([...route.path.matchAll(/\{(\w+)\}/g)].map(([, key]) => [key!, 1])),
        )
        const { status, body } = await test.raw(null, route.method, path, {}, headers)
        expect(status, `${name}, origin ${origin}`).toBe(403)
        expect(JSON.stringify(body), name).toContain('This request did not come from the portal’s own pages.')
      }
  } finally {
    await test.close()
  }
})
