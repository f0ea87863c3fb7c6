import type { Me } from '@archwire/contract/auth/routes.ts'
import { errorCodes } from '@archwire/contract/core/error-codes.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { givenUpTimes, giveUpWork, heldWork, holdWork } from '../../lib/unsaved-work.ts'
import { makeCaseForm, type Practice } from './case-form.ts'
import { draftKey, DraftSaver, type DraftState } from './draft-saver.ts'

const key = draftKey(1, 'd1')
const first = '2026-11-23T10:00:00.000Z'
const practice = {
  organizationId: 1,
  doctors: [],
  locations: [],
  preference: {
    data: {
      options: {},
      bracket_libraries: [],
      defaults: { jaws_id: 3, submission_completed_by: 1, default_doctor_id: null },
    },
    metadata: { today: '2026-11-23' },
  },
} as unknown as Practice

/** A server that keeps one draft, and what was written to it. */
function server() {
  const kept = { refuses: undefined as number | undefined, theirs: null as object | null, cut: false }
  const saves: { data: { last_name: string } & Record<string, unknown>; page: string; known: string | null }[] = []
  vi.stubGlobal('fetch', (_: string, { method, body }: { method: string; body: string }) => {
    if (kept.cut) return Promise.reject(new TypeError('cut'))
    if (method === 'GET') return Promise.resolve(Response.json({ draft: kept.theirs }))
    if (kept.refuses)
      return Promise.resolve(Response.json({ error: 'Overtaken.', code: kept.refuses }, { status: 409 }))
    saves.push(JSON.parse(body) as (typeof saves)[number])
    return Promise.resolve(Response.json({ updated_at: new Date(Date.parse(first) + saves.length).toISOString() }))
  })
  return { kept, saves, names: () => saves.map(({ data }) => data.last_name) }
}

/** The form of a draft that was kept at `first`, and its saver. */
function open({ restored = false } = {}) {
  const draft = { data: { last_name: 'Vega' }, gone: [], updated_at: first }
  const caseForm = makeCaseForm(practice, { id: 1 } as Me, draft, () => Promise.reject(new Error('none')))
  const shown: DraftState[] = []
  const saver = new DraftSaver(caseForm, 'd1', restored, (state) => shown.push(state))
  const type = async (last_name: string) => {
    caseForm.form.set('last_name', last_name)
    await vi.advanceTimersByTimeAsync(1_100)
  }
  return { caseForm, saver, type, shown: () => shown.at(-1) }
}

beforeEach(() => {
  vi.useFakeTimers()
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('document', document)
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('location', { origin: 'http://portal.example' })
  return () => {
    giveUpWork()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  }
})

test('what is typed is kept after a rest, one save after another, each naming what the page knew', async () => {
  const { saves } = server()
  const { type, shown } = open()
  await type('Vega-Lopez')
  await type('Vega-Ono')
  expect(saves.map(({ data, known }) => [data.last_name, known])).toEqual([
    ['Vega-Lopez', first],
    ['Vega-Ono', '2026-11-23T10:00:00.001Z'],
  ])
  expect(new Set(saves.map(({ page }) => page)).size).toBe(1)
  expect(shown()).toEqual({ state: 'saved', at: '2026-11-23T10:00:00.002Z' })
  expect(heldWork(key)).toBeUndefined()
})

test('what another window kept is not written over until the person has chosen to', async () => {
  const { kept, saves, names } = server()
  const { saver, type, shown, caseForm } = open()
  const theirs = { data: { last_name: 'Ono' }, gone: [], updated_at: '2026-11-23T11:00:00.000Z' }
  Object.assign(kept, { refuses: errorCodes.draftOvertaken, theirs })
  await type('Vega-Lopez')
  expect(shown()).toEqual({ state: 'overtaken', theirs })
  // Nothing goes on by itself, and leaving asks.
  kept.refuses = undefined
  await vi.advanceTimersByTimeAsync(60_000)
  await type('Vega-Lopez-Ruiz')
  expect(names()).toEqual([])
  expect(heldWork(key)).toBe(caseForm)
  saver.keepMine(theirs)
  await vi.advanceTimersByTimeAsync(0)
  expect(saves).toMatchObject([{ data: { last_name: 'Vega-Lopez-Ruiz' }, known: theirs.updated_at }])
  expect(heldWork(key)).toBeUndefined()
})

test('thrown away or submitted by another window, it is not kept again by itself', async () => {
  const { kept, saves } = server()
  const { saver, type, shown } = open()
  kept.refuses = errorCodes.draftOvertaken
  await type('Vega-Lopez')
  expect(shown()).toEqual({ state: 'overtaken', theirs: null })
  kept.refuses = errorCodes.draftSubmitted
  saver.keepMine(null)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(shown()).toEqual({ state: 'submitted' })
  expect(heldWork(key)).toBeDefined()
  saver.done()
  expect(heldWork(key)).toBeUndefined()
  expect(saves).toEqual([])
})

test('a cut line is tried again, until the form is given up', async () => {
  const { kept, names } = server()
  const { saver, type, shown } = open()
  kept.cut = true
  await type('Vega-Lopez')
  expect(shown()).toMatchObject({ state: 'unsaved', why: 'It will be saved when you’re back online.' })
  kept.cut = false
  await vi.advanceTimersByTimeAsync(10_000)
  expect(names()).toEqual(['Vega-Lopez'])
  kept.cut = true
  await type('Vega')
  const times = givenUpTimes()
  giveUpWork()
  expect(givenUpTimes()).toBe(times + 1)
  await saver.end()
  expect(heldWork(key)).toBeUndefined()
})

test('a form that comes back from memory is saved, and its cut files go on; given up, they end', () => {
  server()
  const first = open()
  const again = vi.spyOn(first.caseForm.scans, 'goOn')
  holdWork(key, 'x', first.caseForm)
  const saver = new DraftSaver(first.caseForm, 'd1', true, () => undefined)
  expect(again).toHaveBeenCalledOnce()
  const clear = vi.spyOn(first.caseForm.scans, 'clear')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('cut')))
  first.caseForm.form.set('last_name', 'Ono')
  return vi.advanceTimersByTimeAsync(1_100).then(() => {
    giveUpWork()
    expect(clear).toHaveBeenCalledOnce()
    return saver.end()
  })
})

test('files are kept as they come: the name of one that has not arrived, an answer about the arches', async () => {
  const { saves } = server()
  const { caseForm } = open()
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
  caseForm.photos.add([new File(['x'], 'smile.jpg')])
  await vi.advanceTimersByTimeAsync(1_100)
  // With or without why it is refused: the check of the photo may end later.
  const smile = expect.toSatisfy(([photo]: (string | { name: string })[]) =>
    [photo, (photo as { name: string }).name].includes('smile.jpg'),
  ) as unknown
  expect(saves.at(-1)?.data).toMatchObject({ photos_not_arrived: smile, arch_answer: null })
  caseForm.archAnswer.set('32')
  await vi.advanceTimersByTimeAsync(1_100)
  expect(saves.at(-1)?.data).toMatchObject({ photos_not_arrived: smile, arch_answer: '32' })
  caseForm.photos.clear()
  await vi.advanceTimersByTimeAsync(1_100)
  expect(saves.at(-1)?.data).toMatchObject({ photos_not_arrived: [] })
})
