import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type sharpModule from 'sharp'

/**
 * Draws the icons of the installed portal from its favicon: `node tools/icons.ts`, after that has changed. They are kept
 * beside it, so that a build needs no image library.
 */
const root = join(import.meta.dirname, '..')
const server = createRequire(join(root, 'apps', 'server', 'package.json'))
const sharp = server('sharp') as typeof sharpModule
const folder = join(root, 'apps', 'web', 'public', 'icons')
const favicon = readFileSync(join(root, 'apps', 'web', 'public', 'favicon.svg'), 'utf8')
mkdirSync(folder, { recursive: true })

/** Systems cut these to a shape of their own: color to the edges, the mark within the circle that none cuts. */
const maskable = favicon
  .replace('<rect width="32" height="32" rx="8"', '<rect x="-6" y="-6" width="44" height="44"')
  .replace('viewBox="0 0 32 32"', 'viewBox="-6 -6 44 44"')
/** One color on nothing: what a phone shows in its status bar. */
const badge = favicon.replace(/<rect width="32" height="32" rx="8" fill="#1f63d6" \/>/, '')

for (const [name, svg, size] of [
  ['icon-192', favicon, 192],
  ['icon-512', favicon, 512],
  ['maskable-192', maskable, 192],
  ['maskable-512', maskable, 512],
  ['apple-touch-icon', maskable.replaceAll('-6 -6 44 44', '-2 -2 36 36'), 180],
  ['badge-96', badge, 96],
  ['start-case-96', startCase(), 96],
] as const)
  await sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(folder, `${name}.png`))

/** The shortcut to Start A Case. */
function startCase(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="16" fill="#1f63d6"/>
    <path d="M16 9v14M9 16h14" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/></svg>`
}
