import type { PhotoView } from '@archwire/contract/patient-files/types.ts'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../test/show.tsx'
import { PhotoCamera } from './photo-camera.tsx'

/** The camera by itself, on a picture that a canvas makes (`scans/camera`). */
function withCamera(): MediaStream[] {
  const canvas = document.createElement('canvas')
  canvas.width = 320
  canvas.height = 240
  const draw = () => canvas.getContext('2d')!.fillRect(0, 0, Math.random() * 300, 200)
  const timer = setInterval(draw, 30)
  setTimeout(() => clearInterval(timer), 15_000)
  const streams: MediaStream[] = []
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () => {
    draw()
    const stream = canvas.captureStream(30)
    streams.push(stream)
    return stream
  })
  return streams
}

async function open(present: PhotoView[] = []) {
  const onDone = vi.fn<(files: File[]) => void>()
  const onClose = vi.fn()
  const screen = await show(<PhotoCamera present={new Set(present)} onDone={onDone} onClose={onClose} />)
  return { screen, onDone, onClose }
}
const button = (name: string | RegExp) => page.getByRole('button', { name })
const take = async (label: string) => {
  await expect.element(button(`Take: ${label}`)).toBeEnabled()
  await button(`Take: ${label}`).click()
}

test('leads through the views, takes one again, skips one, and adds what was kept together', async () => {
  const streams = withCamera()
  const { screen, onDone, onClose } = await open(['frontal'])
  // The case has a face at rest.
  await expect.element(button('Face, at rest, on the case already')).toBeVisible()
  await take('Face, smiling')
  await expect.element(page.getByRole('img', { name: 'Just taken: Face, smiling' })).toBeVisible()
  await button('Take again').click()
  await take('Face, smiling')
  await button('Keep').click()
  await expect.element(button('Take: Profile')).toBeVisible()
  await button('Skip').click()
  await take('Teeth, front')
  await button('Keep').click()
  await expect.element(button('Face, smiling, kept')).toBeVisible()
  expect(onDone).not.toHaveBeenCalled()
  await button('Add 2').click()
  const [files] = onDone.mock.calls[0]!
  expect(files.map(({ name, type }) => [name.replace(/ \d.*/, ''), type])).toEqual([
    ['Face, smiling', 'image/jpeg'],
    ['Teeth, front', 'image/jpeg'],
  ])
  const { width, height } = await createImageBitmap(files[0]!)
  expect([width, height]).toEqual([320, 240])
  expect(onClose).toHaveBeenCalledOnce()
  await screen.unmount()
  // Its light does not stay on.
  expect(streams.flatMap((stream) => stream.getTracks()).every(({ readyState }) => readyState === 'ended')).toBe(true)
})

test('closing with kept photos asks first', async () => {
  withCamera()
  const { screen, onClose } = await open()
  await take('Face, at rest')
  await button('Keep').click()
  await button('Close the camera').click()
  const question = page.getByRole('dialog', { name: 'Discard the photos?' })
  await expect.element(question).toBeVisible()
  await question.getByRole('button', { name: 'Continue' }).click()
  expect(onClose).not.toHaveBeenCalled()
  await button('Close the camera').click()
  await question.getByRole('button', { name: 'Discard' }).click()
  expect(onClose).toHaveBeenCalledOnce()
  await screen.unmount()
})

test.each([
  ['NotAllowedError', /^The browser blocks the camera/],
  ['NotFoundError', /^No camera was found/],
  ['NotReadableError', /^Another program is using the camera/],
])('%s: it says why, and a photo of the view is chosen instead', async (name, said) => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('no', name))
  const { screen, onDone } = await open()
  await expect.element(page.getByText(said)).toBeVisible()
  const input = document.querySelector<HTMLInputElement>('input[capture="environment"]')!
  await page.getByLabelText('A photo: Face, at rest').upload(new File(['x'], 'IMG_1.png', { type: 'image/png' }))
  expect(input.accept).toBe('image/*')
  await button('Keep').click()
  await button('Add 1').click()
  expect(onDone.mock.calls[0]![0][0]!.name).toMatch(/^Face, at rest .*\.png$/)
  await screen.unmount()
})
