/**
 * Child program: makes the thumbnail and display sizes of one photo and prints one line of JSON. The sizes carry no
 * EXIF (place, camera, date); the orientation it named is applied to the pixels.
 */
import { open } from 'node:fs/promises'
import sharp from 'sharp'
import { runChildTask } from './bounded-child.ts'
import type { PhotoInput, PhotoOutcome } from './outcomes.ts'

const THUMBNAIL_SIDE = 480
const DISPLAY_SIDE = 1600
/** What is read line by line, or smaller from the start, costs little memory: 400 megapixels, twice the largest phone. */
const MOST_PIXELS_READ_IN_PIECES = 400_000_000
/** What is in memory as a whole. */
const MOST_PIXELS = 100_000_000
const mostPixels = (format: string): number =>
  format === 'jpeg' || format === 'png' ? MOST_PIXELS_READ_IN_PIECES : MOST_PIXELS

const NOT_A_PHOTO = 'We can show JPEG, PNG, WebP, TIFF, GIF and AVIF photos, but not this file.'
/** Its codec is patented and not part of the image library. */
const HEIC = 'HEIC photos cannot be shown. Save the photo as JPEG and upload it again.'

const tooLarge = (pixels: number, most: number): string =>
  `The photo has ${Math.round(pixels / 1e6)} megapixels. We can show photos with up to ${most / 1e6}.`

/** Upright, without the camera's data, in two sizes (`scans/photos`). */
await runChildTask(async (input: PhotoInput): Promise<PhotoOutcome> => {
  const format = await photoFormat(input.path)
  if (!format) return { accepted: false, message: NOT_A_PHOTO }
  if (format === 'heic') return { accepted: false, message: HEIC }
  const most = mostPixels(format)
  try {
    const options = { limitInputPixels: most, failOn: 'error', sequentialRead: true } as const
    const { width = 0, height = 0 } = await sharp(input.path, { limitInputPixels: false }).metadata()
    if (width * height > most) return { accepted: false, message: tooLarge(width * height, most) }
    const display = await sharp(input.path, options)
      .autoOrient()
      .resize(DISPLAY_SIDE, DISPLAY_SIDE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 84, effort: 3 })
      .toFile(input.displayPath)
    await sharp(input.displayPath)
      .resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 78, effort: 3 })
      .toFile(input.thumbnailPath)
    return { accepted: true, width: display.width, height: display.height, format }
  } catch {
    return { accepted: false, message: 'The photo is damaged.' }
  }
})

/** The raster format by the first bytes; null for anything else, SVG above all (it can carry scripts). */
async function photoFormat(path: string): Promise<string | null> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0)
    const start = buffer.toString('latin1', 0, bytesRead)
    if (start.startsWith('\xff\xd8\xff')) return 'jpeg'
    if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
    if (start.startsWith('GIF8')) return 'gif'
    if (start.startsWith('RIFF') && start.startsWith('WEBP', 8)) return 'webp'
    if (start.startsWith('II*\0') || start.startsWith('MM\0*')) return 'tiff'
    if (/^....ftypavi[fs]/s.test(start)) return 'avif'
    if (/^....ftyp(hei[cx]|hev[cx]|mif1)/s.test(start)) return 'heic'
    return null
  } finally {
    await file.close()
  }
}
