import { afterEach, expect, test, vi } from 'vitest'
import { show } from '../../test/show.tsx'
import { dropWork, heldWork, holdWork, useAsks } from '../lib/unsaved-work.ts'
import type { ViewerMessage, WrittenComment } from '../viewer/parent-messages.ts'
import { ViewerFrame } from './viewer-frame.tsx'

const key = 'viewer:7'
const comment: WrittenComment = {
  pinId: null,
  version: null,
  kind: 'setup',
  fileId: 3,
  point: [1, 2, 3],
  text: 'A little lower',
}

afterEach(() => {
  vi.restoreAllMocks()
  dropWork(key)
})

const Asks = () => <output>{useAsks() ? 'asks' : 'is quiet'}</output>

/** The frame's own page is not there: the test says what it would say, and hears what it is told. */
function played() {
  const frame = document.querySelector('iframe')!.contentWindow!
  const told = vi.spyOn(frame, 'postMessage').mockImplementation(() => {})
  const say = (data: ViewerMessage, source: Window = frame) =>
    window.dispatchEvent(new MessageEvent('message', { data, origin: location.origin, source }))
  return { say, messages: () => told.mock.calls.map(([message]) => message as unknown as { type: string }) }
}
const frame = (props: Partial<Parameters<typeof ViewerFrame>[0]> = {}) => (
  <ViewerFrame patientId={7} viewerId="first" title="3D view" {...props} />
)

test('seen is what was drawn of these files, not of those before them', async () => {
  const onSeen = vi.fn()
  const screen = await show(frame({ files: '1', onSeen }))
  const { say } = played()
  say({ type: 'archwire:ready' })
  say({ type: 'archwire:shown', viewerId: 'other' })
  say({ type: 'archwire:shown', viewerId: 'first' }, window)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(onSeen).not.toHaveBeenCalled()
  say({ type: 'archwire:shown', viewerId: 'first' })
  await expect.poll(() => onSeen.mock.calls.length).toBe(1)

  // A new setup under the same address: what is drawn still is the one before.
  const onNewSeen = vi.fn()
  await screen.rerender(frame({ files: '2', onSeen: onNewSeen }))
  const after = played()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(onNewSeen).not.toHaveBeenCalled()
  after.say({ type: 'archwire:failed', viewerId: 'first', message: 'It is being processed.' })
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(onNewSeen).not.toHaveBeenCalled()
  after.say({ type: 'archwire:shown', viewerId: 'first' })
  await expect.poll(() => onNewSeen.mock.calls.length).toBe(1)
})

test('a comment that is being written is unsaved work, and the frame gets it back', async () => {
  const screen = await show(
    <>
      <Asks />
      {frame()}
    </>,
  )
  const { say, messages } = played()
  say({ type: 'archwire:ready' })
  say({ type: 'archwire:unsaved', unsaved: true, comment })
  await expect.element(screen.getByText('asks')).toBeVisible()
  expect(heldWork(key)).toEqual(comment)
  // The page in the frame was loaded again; the browser may tell of its own empty page, too.
  say({ type: 'archwire:ready' })
  await expect
    .poll(() => messages().findLast(({ type }) => type === 'archwire:write'))
    .toEqual({ type: 'archwire:write', comment })
  say({ type: 'archwire:unsaved', unsaved: false, comment: null })
  await expect.element(screen.getByText('is quiet')).toBeVisible()
  expect(heldWork(key)).toBeUndefined()
})

test('measurements that are not saved ask, but a frame that is loaded again has none', async () => {
  holdWork(key, 'Left over from a frame that is gone.')
  const screen = await show(
    <>
      <Asks />
      {frame()}
    </>,
  )
  const { say } = played()
  say({ type: 'archwire:ready' })
  await expect.element(screen.getByText('is quiet')).toBeVisible()
  say({ type: 'archwire:unsaved', unsaved: true, comment: null })
  await expect.element(screen.getByText('asks')).toBeVisible()
  await screen.rerender(<Asks />)
  await expect.element(screen.getByText('is quiet')).toBeVisible()
})

test('the address of the frame names the scans that are compared', async () => {
  const srcOf = () => document.querySelector('iframe')!.getAttribute('src')
  const screen = await show(frame({ tool: 'compare', pair: { file: 12, with: 7 } }))
  expect(srcOf()).toBe('/viewer/first?tool=compare&file=12&with=7')
  await screen.rerender(frame({ tool: 'compare', pair: { file: 12, with: undefined } }))
  expect(srcOf()).toBe('/viewer/first?tool=compare&file=12')
  await screen.rerender(frame({ tool: 'compare' }))
  expect(srcOf()).toBe('/viewer/first?tool=compare')
  await screen.unmount()
})
