import { describe, expect, it } from 'vitest'
import { isViewerId, parentMessage } from './parent-messages.ts'

const written = { pinId: null, version: null, kind: 'setup', fileId: 3, point: [1, -2.5, 0], text: 'A little lower' }

describe('parentMessage', () => {
  it('takes the messages of the portal', () => {
    expect(parentMessage({ type: 'archwire:show', viewerId: 'q7-F_2', extra: 1 })).toEqual({
      type: 'archwire:show',
      viewerId: 'q7-F_2',
    })
    expect(parentMessage({ type: 'archwire:appearance', scheme: 'dark' })).toEqual({
      type: 'archwire:appearance',
      scheme: 'dark',
    })
    for (const type of ['archwire:pins', 'archwire:measurements']) expect(parentMessage({ type })).toEqual({ type })
    expect(parentMessage({ type: 'archwire:look-at', pinId: 7 })).toEqual({ type: 'archwire:look-at', pinId: 7 })
    for (const pinId of [null, 7]) {
      const message = { type: 'archwire:write', comment: { ...written, pinId } }
      expect(parentMessage(message)).toEqual(message)
    }
  })

  it.each([
    [null],
    ['archwire:show'],
    [{ type: 'archwire:show' }],
    [{ type: 'archwire:show', viewerId: '../../api/v1/users' }],
    [{ type: 'archwire:show', viewerId: { toString: (): string => 'a' } }],
    [{ type: 'archwire:appearance', scheme: 'url(x)' }],
    [{ type: 'archwire:look-at' }],
    [{ type: 'archwire:look-at', pinId: '7' }],
    [{ type: 'archwire:look-at', pinId: Infinity }],
    [{ type: 'archwire:write' }],
    [{ type: 'archwire:write', comment: { ...written, point: [1, 2] } }],
    [{ type: 'archwire:write', comment: { ...written, point: [1, 2, NaN] } }],
    [{ type: 'archwire:write', comment: { ...written, fileId: '3' } }],
    [{ type: 'archwire:write', comment: { ...written, version: 1.5 } }],
    [{ type: 'archwire:write', comment: { ...written, kind: 'other' } }],
    [{ type: 'archwire:write', comment: { ...written, text: { toString: (): string => 'a' } } }],
    [{ type: 'other', viewerId: 'a' }],
  ])('drops %j', (data) => {
    expect(parentMessage(data)).toBeNull()
  })
})

it('a viewer id is URL-safe text', () => {
  expect(isViewerId('0123456789abcdef0123456789abcdef')).toBe(true)
  for (const bad of ['', 'a/b', 'a b', '..', 'é', 'x'.repeat(129), 7]) expect(isViewerId(bad)).toBe(false)
})
