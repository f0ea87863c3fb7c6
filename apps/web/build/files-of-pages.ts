import type { Plugin, Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle

/** A chunk and all that it imports at its top, itself first. */
function closure(bundle: Bundle, file: string, seen = new Set<string>()): Set<string> {
  const chunk = bundle[file]
  if (chunk?.type !== 'chunk' || seen.has(file)) return seen
  seen.add(file)
  for (const imported of chunk.imports) closure(bundle, imported, seen)
  return seen
}

/** The address of a route by the name of its file, with parameters as the server writes them; null for a layout. */
export function addressOf(routeFile: string): string | null {
  const words = routeFile.replace(/\.tsx$/, '').split(/[./]/)
  if (words.at(-1)!.startsWith('_')) return null
  const shown = words.filter((word) => !word.startsWith('_') && word !== 'index')
  return `/${shown.map((word) => word.replace(/_$/, '').replace(/^\$/, ':')).join('/')}`
}

/**
 * Which scripts a page needs is written where it costs no other page anything: the first script of the portal would carry
 * the lists of all pages, and grow with each. What is loaded late names everything that it stands on, so that the browser
 * asks for all of it at once and not layer by layer; `pages.json` tells the server, which names the scripts of the page
 * that was asked for in its HTML, beside the first one.
 */
export function filesOfPages(routes: string): Plugin {
  return {
    name: 'files-of-pages',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
        const first = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/index.html'))
        if (!first) return this.error('the first script of the portal is missing')
        const there = closure(bundle, first.fileName)
        const late = (file: string) => [...closure(bundle, file)].filter((needed) => !there.has(needed))

        const routerChunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/src/router.tsx'))
        if (!routerChunk) return this.error('the router of all pages is missing')
        const pages: Record<string, string[]> = {}
        const components = new Map(
          chunks.flatMap(({ facadeModuleId, fileName }) => {
            const [file, part] = facadeModuleId?.split('?') ?? []
            return file?.startsWith(routes) && part === 'tsr-split=component'
              ? [[file.slice(routes.length), fileName] as const]
              : []
          }),
        )
        for (const [file, component] of components) {
          const address = addressOf(file)
          if (address === null) continue
          const folders = file.split('/').slice(0, -1)
          const layouts = folders.flatMap(
            (_, index) => components.get(`${folders.slice(0, index + 1).join('/')}.tsx`) ?? [],
          )
          // Pages that need a session stand in the router of all pages.
          const router = folders.length > 0 ? [routerChunk.fileName] : []
          pages[address] = [...new Set([...router, ...layouts, component].flatMap(late))]
        }
        if (Object.keys(pages).length === 0) return this.error('no page has a script of its own')
        this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(pages) })

        for (const chunk of chunks) {
          if (!chunk.isDynamicEntry) continue
          const named = new Set([chunk.fileName, ...chunk.imports])
          const more = late(chunk.fileName).filter((file) => !named.has(file))
          // Behind its own imports, so that nothing is run in another order.
          chunk.code += `\n${more.map((file) => `import"./${file.replace('assets/', '')}";`).join('')}`
        }
      },
    },
  }
}
