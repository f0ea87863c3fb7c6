import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/api.ts'
import { patiently } from '../../lib/upload/put-file.ts'
import { arrivedIn, type KeptFile } from './kept-files.ts'
import { withoutNote } from './read-queue.ts'
import { scans, setupScans, type UploadKind } from './upload-kinds.ts'
import { UploadQueue } from './upload-queue.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('what cannot be used says why, and what to do with it', () => {
  const said = (kind: typeof scans, name: string, bytes = 'x') => {
    const queue = new UploadQueue(kind(10), () => new Promise(() => {}))
    queue.add([new File([bytes], name)])
    return queue.list()[0]?.problem
  }
  expect(said(scans, 'Case 12.ZIP')).toBe(
    'Only .stl, .ply, .obj files can be used here. Unpack the archive and add what is in it.',
  )
  expect(said(scans, 'letter.pdf')).toBe('Only .stl, .ply, .obj files can be used here.')
  expect(said(scans, 'upper.stl', '')).toBe('The file is empty.')
})

test('a name that is typed after its files says nothing of them any more', () => {
  const queue = new UploadQueue(scans(10), () => new Promise(() => {}))
  queue.add(['Lower_Ann.stl', 'Lower_Ann_upper.stl', 'Lower_Ann_2.stl'].map((name) => new File([name], name)))
  const arches = () => queue.list().map(({ arch, archGuessed }) => [arch, archGuessed])
  expect(arches()).toEqual([
    [2, true],
    [3, true],
    [2, true],
  ])
  queue.setArch(queue.list()[2]!.key, 2)
  queue.knowPatient({ first_name: 'Ann', last_name: 'Lower' })
  // What a person said stays.
  expect(arches()).toEqual([
    [null, false],
    [1, true],
    [2, false],
  ])
})

test('both arches are doubted by the shape where a name said so, also in a draft, and not where a person did', () => {
  const check = { verdict: 'pass' as const, remarks: [], triangles: 9, size: null, inColor: false, hasSpots: false }
  const kept = { file_path: 'u_1', name: 'upper-lower.stl', jaws_id: 3 as const, arch_guessed: true }
  const asked = (file: KeptFile) => {
    const queue = new UploadQueue(scans(10), () => new Promise(() => {}), [file])
    return { queue, count: withoutNote(queue) }
  }
  const { queue, count } = asked({ ...kept, check: { ...check, jaw: 'upper', geometry: null } as never })
  expect(count).toBe(1)
  expect(asked(arrivedIn(queue)[0]!).count).toBe(1)
  queue.setArch(queue.list()[0]!.key, 3)
  expect([withoutNote(queue), asked(arrivedIn(queue)[0]!).count]).toEqual([0, 0])
})

test('a file with an absurd date travels without it', () => {
  const queue = new UploadQueue(scans(10), () => new Promise(() => {}))
  const dates = [Date.UTC(2026, 10, 21), Date.UTC(1601, 0, 1), Date.UTC(9999, 11, 31), 9e18]
  queue.add(dates.map((lastModified, at) => new File(['x'], `${at}.stl`, { lastModified })))
  expect(queue.list().map(({ problem, modifiedAt }) => problem ?? modifiedAt)).toEqual([
    '2026-11-21T00:00:00.000Z',
    null,
    null,
    null,
  ])
})

test('scans of the bite have room of their own, where there is any', () => {
  const added = (kind: UploadKind, names: string[]) => {
    const queue = new UploadQueue(kind, () => new Promise(() => {}))
    queue.add(names.map((name) => new File(['x'], name)))
    return queue.list().map(({ arch, problem }) => problem ?? arch)
  }
  const bites = [1, 2, 3, 4, 5].map((number) => `bite-${number}.stl`)
  expect(added(scans(2), ['upper.stl', ...bites, 'lower.stl', 'third.stl'])).toEqual([
    1,
    'bite',
    'bite',
    'bite',
    'bite',
    'At most 4 bite scans.',
    2,
    'At most 2 files.',
  ])
  // A setup has none: whatever its name says, a person says which arch it is.
  expect(added(setupScans, ['setup-bite.stl'])).toEqual([null])
})

test('a server that is away for a moment is waited for; what it refuses is told at once', async () => {
  const away = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new ApiError(0, 0, 'cut'))
    .mockRejectedValueOnce(new ApiError(503, 503, 'busy'))
    .mockResolvedValue('link')
  const link = patiently(undefined, away)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await link).toBe('link')

  const refused = vi.fn<() => Promise<string>>().mockRejectedValue(new ApiError(422, 422, 'no'))
  await expect(patiently(undefined, refused)).rejects.toThrow('no')
  expect(refused).toHaveBeenCalledTimes(1)
})
