import { beforeAll, expect, test, vi } from 'vitest'
import { askBeforeLeaving, dropWork, giveUpWork, heldWork, holdWork, mayLeave } from './unsaved-work.ts'

const page = new EventTarget()
beforeAll(() => {
  vi.stubGlobal('window', page)
  return () => vi.unstubAllGlobals()
})

/** Whether the browser would ask before it closes the tab. */
const asksAtClosing = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('one question names all that would be lost; a yes gives it up, a no keeps it', async () => {
  const ask = vi.fn(() => Promise.resolve(false))
  const stop = askBeforeLeaving(ask)
  expect(await mayLeave()).toBe(true)
  expect(ask).not.toHaveBeenCalled()
  holdWork('a', 'A note.', 1)
  holdWork('b', 'Steps.', 2)
  holdWork('c', 'Steps.', 3)
  expect(await mayLeave()).toBe(false)
  expect(ask).toHaveBeenCalledExactlyOnceWith(['A note.', 'Steps.'])
  expect(heldWork('b')).toBe(2)
  ask.mockResolvedValue(true)
  expect(await mayLeave()).toBe(true)
  expect(heldWork('b')).toBeUndefined()
  stop()
})

test('what goes on by itself ends when it is given up, not when it is saved', () => {
  const end = vi.fn()
  holdWork('files', 'Files.', {}, end)
  dropWork('files')
  expect(end).not.toHaveBeenCalled()
  holdWork('files', 'Files.', {}, end)
  giveUpWork()
  expect(end).toHaveBeenCalledOnce()
})

test('the browser asks before the tab closes, as long as something is held', () => {
  expect(asksAtClosing()).toBe(false)
  holdWork('a', 'A note.', 1)
  holdWork('b', 'Another.', 1)
  dropWork('a')
  expect(asksAtClosing()).toBe(true)
  giveUpWork()
  expect(asksAtClosing()).toBe(false)
})
