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
    rolldownOptions: {
      input: pages,
      output: {
        codeSplitting: {
          groups: [
            // Both pages load these: neither may pull in what only the other needs.
            {
              name: 'loading',
              test: /preload-helper|modulepreload-polyfill|rolldown.runtime|lib\/(ask-worker|fetch-in-turn|as-line)/,
              priority: 2,
            },
            // What the viewer's page and its late tools share.
            {
              name: 'viewer-core',
              test: /node_modules\/three\/build|src\/viewer\/(element|scene-api)\.ts/,
              priority: 1,
            },
            // What every page of the portal loads anyway: ten tiny files compress worse than one.
            {
              name: 'base',
              test: /src\/(lib\/(api|query|search|session|guard|lab-settings|chosen-organizations|id-param)\.tsx?|features\/(patients\/list-search|dashboard\/dashboard-search|auth\/(one-time-link|sign-in-route))\.ts|.*client(\.gen|-route)\.ts|.*contract\/src\/roles\.ts)/,
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
  server: { proxy: { '/api': api, '/storage': api, '/viewer/': api } },
  worker: { format: 'es' },
})
