import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { scan } from '../../../test/scan.ts'
import { show } from '../../../test/show.tsx'
import { useScannedCode, type TakeCode } from './scanned-code.ts'
import { toast } from '../../lib/toast.ts'

function Listener({ take, isLast }: { take: TakeCode; isLast?: boolean }) {
  useScannedCode(take, isLast)
  return (
    <>
      <button type="button" onClick={() => take('pressed', 0)}>
        Press
      </button>
      <input aria-label="Field" />
    </>
  )
}

test('quick keys and Enter are a code; a focused button is not pressed by it (work/scanner)', async () => {
  const take = vi.fn<TakeCode>()
  const screen = await show(<Listener take={take} />)
  page.getByRole('button').element().focus()
  scan('C-135')
  expect(take.mock.calls.map(([code]) => code)).toEqual(['C-135'])
  await screen.unmount()
  scan('C-136')
  expect(take).toHaveBeenCalledTimes(1)
})

test('slow keys, other texts and what goes into a field are no scan', async () => {
  const take = vi.fn<TakeCode>()
  const screen = await show(<Listener take={take} />)
  for (const key of ['C', '-', '1', '3', 'Enter']) scan(key.length === 1 ? key : '', 500)
  scan('jjjj')
  scan('1Z999AA10123456784')
  page.getByLabelText('Field').element().focus()
  scan('C-135')
  expect(take).not.toHaveBeenCalled()
  await screen.unmount()
})

test.each(['C-45', 'Cß45', 'C)45', "C'45", 'C/45', ']C0C-45', ']C1C-45'])(
  'a gun that is set to another keyboard, or names its bars, is understood: %s',
  async (sent) => {
    const take = vi.fn<TakeCode>()
    const screen = await show(<Listener take={take} />)
    scan(sent)
    scan(sent.toLowerCase(), 5, 'Tab')
    expect(take.mock.calls.map(([code]) => code)).toEqual(['C-45', 'c-45'])
    await screen.unmount()
  },
)

test.each(['C*45', '45-C', "C)'("])('what has no one reading is said: %s', async (sent) => {
  const take = vi.fn<TakeCode>()
  const said = vi.spyOn(toast, 'error').mockImplementation(() => {})
  const screen = await show(<Listener take={take} />)
  scan(sent)
  expect(take).not.toHaveBeenCalled()
  expect(said.mock.calls).toEqual([[`The scanner sent “${sent}”. Set it to this computer’s keyboard.`]])
  await screen.unmount()
})

test('the part that was shown last is asked first, the one before it only for what that leaves', async () => {
  const before = vi.fn<TakeCode>()
  const last = vi.fn<TakeCode>((code) => code === 'C-1')
  const screen = await show(
    <>
      <Listener take={before} />
      <Listener take={last} />
    </>,
  )
  scan('C-1')
  scan('C-2')
  expect(last.mock.calls.map(([code]) => code)).toEqual(['C-1', 'C-2'])
  expect(before.mock.calls.map(([code]) => code)).toEqual(['C-2'])
  await screen.unmount()
})

test('what every page does with a code comes after what its own part does', async () => {
  const everywhere = vi.fn<TakeCode>()
  const here = vi.fn<TakeCode>()
  const screen = await show(
    <>
      <Listener take={here} />
      <Listener take={everywhere} isLast />
    </>,
  )
  scan('C-1')
  expect(here).toHaveBeenCalledTimes(1)
  expect(everywhere).not.toHaveBeenCalled()
  await screen.unmount()
})
