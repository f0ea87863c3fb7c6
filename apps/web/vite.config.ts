import { existsSync } from 'node:fs'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const here = (path: string) => new URL(path, import.meta.url).pathname

/** The portal is one page; the 3D viewer is a page of its own that it shows in a frame. */
const pages = ['index.html', 'viewer.html'].map(here).filter((page) => existsSync(page))
const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:4100'

export default defineConfig({
  plugins: [
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
