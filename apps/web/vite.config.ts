import { existsSync } from 'node:fs'
import reference from '@scalar/fastify-api-reference'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import fastify from 'fastify'
import { defineConfig, type Plugin } from 'vite'

const here = (path: string) => new URL(path, import.meta.url).pathname

/** The portal is one page; the 3D viewer, which it shows in a frame, and the API reference are pages of their own. */
const pages = ['index.html', 'viewer.html', 'reference.html'].map(here).filter((page) => existsSync(page))
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

interface Graph {
  getModuleInfo(id: string): {
    isEntry: boolean
    importers: readonly string[]
    dynamicImporters: readonly string[]
  } | null
}

/** The pages from which imports lead to a module: those that stand at the top of a file alone, or `late` ones, too. */
function pagesThatLoad(id: string, graph: Graph, late: boolean): Set<string> {
  const [pages, seen, waiting] = [new Set<string>(), new Set([id]), [id]]
  for (let module = waiting.pop(); module !== undefined; module = waiting.pop()) {
    const info = graph.getModuleInfo(module)
    if (!info) continue
    if (info.isEntry) pages.add(module)
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
  // Packages stand in one index that names all of their parts: of those the bundler itself knows who needs which.
  if (id.includes('node_modules')) return id.includes('/node_modules/three/') ? 'viewer-core' : null
  if (!pagesThatLoad(id, graph, false).has(here('index.html'))) return null
  // Neither page may pull in what only the other needs, not even late: with a file of the portal would come all of it.
  return pagesThatLoad(id, graph, true).size > 1 ? 'loading' : 'portal'
}

export default defineConfig({
  plugins: [
    referenceViewer(),
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single', semicolons: false }),
    react(),
  ],
  build: {
    target: 'es2023',
    // Browsers that know `light-dark()`; written out for older ones it would outweigh our own overrides.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The browsers above know it themselves.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: pages,
      output: {
        codeSplitting: {
          groups: [{ name: initialGroup, debugName: 'what the portal begins with' }],
        },
      },
    },
    // The content security policy knows no `data:` fonts or scripts: every asset is a file.
    assetsInlineLimit: 0,
    // The viewer's one chunk is larger; what really travels is weighed by the journeys, in gzip.
    chunkSizeWarningLimit: 700,
  },
  server: { proxy: { '/api': api, '/storage': api, '/viewer/': api } },
  worker: { format: 'es' },
})
