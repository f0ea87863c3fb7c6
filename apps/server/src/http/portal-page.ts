import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { sessionCookie } from './session-cookie.ts'

/** What a page is made of, by its address, as the client's build wrote it down (apps/web/build/files-of-pages.ts). */
export interface PageFiles {
  base: string[]
  own: string[]
  styles: string[]
  framed: boolean
}

export const filesOfPages = (folder: string): Record<string, PageFiles> =>
  existsSync(join(folder, 'pages.json'))
    ? (JSON.parse(readFileSync(join(folder, 'pages.json'), 'utf8')) as Record<string, PageFiles>)
    : {}

/** The outline of the shell in the portal's HTML, which pages without the shell leave out. */
const frame = /<!-- frame -->.*<!-- \/frame -->/s

/** The portal's HTML for an address that is no page of the table, or for one that is. */
export function htmlOf(html: string, files?: PageFiles): string {
  const shown = files?.framed ? html : html.replace(frame, '')
  return files ? shown.replace('</head>', `${linksOf(files)}</head>`) : shown
}

/**
 * The scripts of a page are named in its HTML: the browser asks for them beside the first one, not after it. Its own come
 * behind those of the shell, which asks in the meantime who is signed in.
 */
const linksOf = ({ base, own, styles }: PageFiles): string =>
  [
    ...base.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...styles.map((file) => `<link rel="preload" as="style" crossorigin fetchpriority="low" href="/${file}">`),
    ...own.map((file) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="/${file}">`),
  ].join('')

/** What a content security policy calls the scripts that are written into a page: nothing else of that kind runs. */
export const namesOfScripts = (html: string): string =>
  [...html.matchAll(/<script>(.*?)<\/script>/gs)]
    .map(([, script]) => ` 'sha256-${createHash('sha256').update(script!).digest('base64')}'`)
    .join('')

/**
 * Whether no one is signed in for sure. A link of another site brings no cookie, so that says nothing; an old browser
 * does not say where it comes from.
 */
export const isSignedOut = ({ cookies, headers }: FastifyRequest): boolean =>
  !cookies?.[sessionCookie] && ['none', 'same-origin'].includes(String(headers['sec-fetch-site']))

/** Tells the client that it need not ask who is signed in. */
export const signedOutMark = '<meta name="signed-out">'
