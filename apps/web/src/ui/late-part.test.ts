import { expect, it, vi } from 'vitest'
import { latePart } from './late-part.ts'

it('loads a part again after it could not be loaded, and only once after it was', async () => {
  const fetch = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('no connection'))
    .mockResolvedValue('panel')
  const part = latePart(fetch)
  part.preload()
  expect(part.now).toBeUndefined()
  await expect(part.load()).resolves.toBe('panel')
  expect(part.now).toBe('panel')
  await part.load()
  expect(fetch).toHaveBeenCalledTimes(2)
})
