import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import reference from '@scalar/fastify-api-reference'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import fastify from 'fastify'
import { defineConfig, type Plugin } from 'vite'
import { filesOfPages } from './build/files-of-pages.ts'

const here = (path: string) => new URL(path, import.meta.url).pathname

/**
 * The portal is one page; the 3D viewer and the fields of the payment provider, which it shows in frames, the API reference
 * and the offline page are pages of their own.
 */
const pages = ['index.html', 'viewer.html', 'payment-fields.html', 'reference.html', 'offline.html']
  .map(here)
  .filter((page) => existsSync(page))
const serviceWorker = here('src/service-worker/sw.ts')
const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:4100'

/**
 * The API reference's viewer as its package ships it, in a file beside the others. The package is a plugin for a server;
 * asked here, once, its five megabytes are compressed and kept like every asset, and no server holds them.
 */
function referenceViewer(): Plugin {
  const id = 'virtual:reference-viewer'
  return {
    name: 'reference-viewer',
    apply: 'build',
    resolveId: (asked) => (asked === id ? `\0${id}` : undefined),
    async load(asked) {
      if (asked !== `\0${id}`) return undefined
      const server = fastify()
      await server.register(reference, { routePrefix: '/docs', configuration: { url: '/' } })
      const { body, statusCode } = await server.inject('/docs/js/scalar.js')
      await server.close()
      if (statusCode !== 200) this.error(`the viewer of the API reference was not found (${statusCode})`)
      const file = this.emitFile({ type: 'asset', name: 'reference-viewer.js', source: body })
      return `export default import.meta.ROLLUP_FILE_URL_${file}`
    },
  }
}

/** What parts of libraries import and this portal does not use, and what they get instead. */
const unusedParts = [
  // `theme.gen.css` has the theme's variables, and the provider is told so (`component-library.tsx`).
  {
    by: /\/MantineProvider\.mjs$/,
    part: /\/MantineCssVariables\.mjs$/,
    instead: 'export const MantineCssVariables = () => null',
  },
  // Dialogs only compare it with the part that they are told to scroll with; it would bring all that floats.
  {
    by: /\/(Modal|Drawer)Root\.mjs$/,
    part: /\/ScrollArea\.mjs$/,
    instead: 'export const ScrollArea = { Autosize: null }',
  },
  // What it does for older versions of React, this one does itself.
  {
    by: /\/with-selector\.production\.js$/,
    part: /^use-sync-external-store\/shim$/,
    instead: "module.exports = require('react')",
  },
  // No list loads page after page into one.
  {
    by: /\/query-core\/build\/modern\/query\.js$/,
    part: /\/infiniteQueryBehavior\.js$/,
    instead: 'export const infiniteQueryBehavior = () => undefined',
  },
]

const withoutUnusedParts: Plugin = {
  name: 'without-unused-parts',
  apply: 'build',
  enforce: 'pre',
  resolveId(asked, importer = '') {
    const at = unusedParts.findIndex(({ by, part }) => part.test(asked) && by.test(importer))
    return at < 0 ? undefined : `\0virtual:unused-part-${at}`
  },
  load: (asked) => unusedParts[Number(/^\0virtual:unused-part-(\d+)$/.exec(asked)?.[1])]?.instead,
}

/**
 * Tells the service worker which release it is, and what the offline page consists of. In front of its script, since
 * the names of files are known only after all of them are made; any change of any file makes another release.
 */
const releaseOfWorker: Plugin = {
  name: 'release-of-the-service-worker',
  apply: 'build',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const [worker, page] = [bundle['sw.js'], bundle['offline.html']]
    if (worker?.type !== 'chunk' || page?.type !== 'asset')
      return this.error('the service worker or its page is missing')
    const html = String(page.source)
    const parts = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path)
    const hash = createHash('sha256').update(html).update(worker.code)
    for (const name of Object.keys(bundle).toSorted()) hash.update(name)
    const release = hash.digest('hex').slice(0, 12)
    worker.code = `self.release=${JSON.stringify(release)};self.shell=${JSON.stringify(['/offline.html', ...parts])};${worker.code}`
  },
}

interface Graph {
  getModuleInfo(id: string): {
    isEntry: boolean
    importers: readonly string[]
    dynamicImporters: readonly string[]
  } | null
}

/** The router of all pages, which the visitors' pages do without. */
const router = here('src/router.tsx')

/**
 * The pages, and the router, from which imports lead to a module: only imports at the top of a file, or `late`
 * ones, too.
 */
function pagesThatLoad(id: string, graph: Graph, late: boolean): Set<string> {
  const [pages, seen, waiting] = [new Set<string>(), new Set([id]), [id]]
  for (let module = waiting.pop(); module !== undefined; module = waiting.pop()) {
    const info = graph.getModuleInfo(module)
    if (!info) continue
    if (info.isEntry || module === router) pages.add(module)
    const unseen = [...info.importers, ...(late ? info.dynamicImporters : [])].filter((importer) => !seen.has(importer))
    waiting.push(...unseen)
    for (const importer of unseen) seen.add(importer)
  }
  return pages
}

/**
 * What a page begins with comes in one file or two: dozens of tiny ones compress worse. Which modules these are, the graph of
 * imports says, not a list of names; everything else is cut by the bundler where pages and dialogs are loaded lazily.
 */
function initialGroup(id: string, graph: Graph): string | null {
  // Packages have one index that names all of their parts: the bundler itself knows which of them a page needs.
  if (id.includes('node_modules')) return id.includes('/node_modules/three/') ? 'viewer-core' : null
  const first = pagesThatLoad(id, graph, false)
  if (!first.has(here('index.html'))) return null
  // Neither page may pull in what only the other needs, not even late: with a file of the portal would come all of it.
  return isOfPortalAlone(id, graph) ? 'portal' : 'loading'
}

/**
 * What the router of all pages needs besides: in one file, too. The router itself is what is loaded late. What the
 * viewer needs stays apart: with this file would come the first script of the portal.
 */
function pagesGroup(id: string, graph: Graph): string | null {
  if (id === router) return null
  const first = pagesThatLoad(id, graph, false)
  if (!first.has(router) || first.has(here('index.html'))) return null
  return isOfPortalAlone(id, graph) ? 'pages' : null
}

/** The component of a route: its module's name, and what it lies in. */
const routeComponent = /\/src\/routes\/(.*)\.tsx\?tsr-split=component$/

/**
 * What the shell needs, whose layouts are part of every page behind the sign-in: one file instead of dozens of tiny ones.
 * What pages before the sign-in need, too, stays apart from it.
 */
function shellGroup(id: string, graph: Graph): string | null {
  // The build finds a route's files by its component's own file (`filesOfPages`).
  if (id.includes('node_modules') || routeComponent.test(id) || !isOfPortalAlone(id, graph)) return null
  const [seen, waiting] = [new Set([id]), [id]]
  let isOfShell = false
  for (let module = waiting.pop(); module !== undefined; module = waiting.pop()) {
    const [, route] = routeComponent.exec(module) ?? []
    if (route && !route.includes('/') && !route.startsWith('_')) return null
    isOfShell ||= route === '_signed-in' || route === '_signed-in/_page'
    const unseen = (graph.getModuleInfo(module)?.importers ?? []).filter((importer) => !seen.has(importer))
    waiting.push(...unseen)
    for (const importer of unseen) seen.add(importer)
  }
  return isOfShell ? 'shell' : null
}

/** Whether no other page than the portal loads a module, not even late. */
const isOfPortalAlone = (id: string, graph: Graph): boolean =>
  [...pagesThatLoad(id, graph, true)].filter((page) => page !== router).length === 1

export default defineConfig({
  plugins: [
    withoutUnusedParts,
    referenceViewer(),
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single', semicolons: false }),
    react(),
    filesOfPages(here('src/routes/')),
    releaseOfWorker,
  ],
  build: {
    target: 'es2023',
    // Browsers that know `light-dark()`; written out for older ones it would outweigh our own overrides.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: {
      // The browsers above know it themselves.
      polyfill: false,
      // Scripts name what they need (`filesOfPages`); no script names its styles, and no page what its first script needs.
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((needed) => needed.endsWith('.css')),
    },
    rolldownOptions: {
      input: [...pages, serviceWorker],
      output: {
        // Its scope is the folder that it lies in, and its name stays: browsers look there for the next release.
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        // Files name each other, and hashes do not compress: fewer signs tell two builds of a file apart as well.
        chunkFileNames: ({ name }) => `assets/${name.replaceAll(/\.[$_]\w+/g, '')}-[hash:7].js`,
        assetFileNames: ({ names: [name = ''] }) => `assets/${name.endsWith('.css') ? '' : '[name]-'}[hash:7][extname]`,
        codeSplitting: {
          groups: [
            { name: initialGroup, debugName: 'what the portal begins with' },
            // What is in the first script stays there.
            { name: pagesGroup, debugName: 'the router of all pages', includeDependenciesRecursively: false },
            { name: shellGroup, debugName: 'the shell', includeDependenciesRecursively: false },
            // Each icon is a line, and compresses with the others to a third.
            {
              name: 'icons',
              test: /\/node_modules\/@tabler\/icons-react\//,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            // What a person types passes through all of these; forms have the others.
            {
              name: 'typing',
              test: /\/lib\/as-line\.ts$|\/ui\/form\/use-composed\.ts$|\/contract\/src\/core\/text\.ts$/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'fields',
              test: /\/ui\/form\/(field|leave-field|store|checks|text-field|password-input)\.tsx?$/,
              includeDependenciesRecursively: false,
            },
            // What floats loads when it is reached for; what lies in one file with it would bring it to every dialog.
            { name: 'floating', test: /\/node_modules\/@floating-ui\//, includeDependenciesRecursively: false },
            // Every line about a case shows its state: tiny files, which compress better together.
            {
              name: 'case-lines',
              test: /\/features\/patients\/(case-item|ship-date|whose-turn|patient-name)\.tsx?$|\/contract\/src\/(core\/statuses|(patients|requests|rx-forms)\/(lifecycle|acting))\.ts$/,
              includeDependenciesRecursively: false,
            },
            // Every list needs nearly all of these; only the list of the lab has a calendar.
            {
              name: 'lists',
              test: /\/ui\/list\/(?!use-row-keys|filter-chips|days-).*\.tsx?$/,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
    // The content security policy knows no `data:` fonts or scripts: every asset is a file.
    assetsInlineLimit: 0,
    // The viewer's one chunk is larger; what really travels is weighed by the journeys, in gzip.
    chunkSizeWarningLimit: 700,
  },
  server: { proxy: { '/api': api, '/storage': api, '/viewer/': api, '/payment-fields': api } },
  worker: { format: 'es' },
})
