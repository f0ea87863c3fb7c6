import type { Pin } from '@archwire/contract/pins/routes.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { pinEdit } from './pin-edit.ts'

/** A comment of version 3 on the server, which says so of older saves. */
function server() {
  const pin = { id: 7, version: 3, text: 'Lower it.' }
  vi.stubGlobal('location', { origin: 'http://portal.example' })
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    const sent = JSON.parse(body) as { text: string; version: number }
    if (sent.version !== pin.version)
      return Promise.resolve(Response.json({ error: 'Someone else changed this.', code: 409 }, { status: 409 }))
    Object.assign(pin, { text: sent.text, version: pin.version + 1 })
    return Promise.resolve(Response.json({ pin }))
  })
  return pin
}
beforeEach(() => () => vi.unstubAllGlobals())

test('words of a colleague are shown before they are written over', async () => {
  const pin = server()
  const save = pinEdit({ id: 7, version: 2 }, () => Promise.resolve(pin as Pin))
  await expect(save('Raise it.')).rejects.toThrow('Someone else changed this comment: “Lower it.” Save again')
  expect(pin.text).toBe('Lower it.')
  await save('Raise it.')
  expect(pin.text).toBe('Raise it.')
})

test('a comment that cannot be looked at, and another refusal, are said as the server says them', async () => {
  const pin = server()
  await expect(pinEdit({ id: 7, version: 2 }, () => Promise.resolve(undefined))('x')).rejects.toThrow('Someone else')
  const same = pinEdit({ id: 7, version: 2 }, () => Promise.resolve({ ...pin, version: 2 } as Pin))
  await expect(same('x')).rejects.toThrow('Someone else')
})
