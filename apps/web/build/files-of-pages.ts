import type { Plugin, Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle

/** What a page is made of (`pages.json`); the server reads the same (`http/security.ts`). */
export interface PageFiles {
  /** The scripts that every page like it has: those of the shell. None for visitors. */
  base: string[]
  /** Its own scripts, the light ones first: each is a way there and back, and what is heavy fills the line meanwhile. */
  own: string[]
  /** The style sheets of both. */
  styles: string[]
  /** Whether it is shown within the shell's frame. */
  framed: boolean
}

/** A chunk and all that it imports at its top, itself first. */
function closure(bundle: Bundle, file: string, seen = new Set<string>()): Set<string> {
  const chunk = bundle[file]
  if (chunk?.type !== 'chunk' || seen.has(file)) return seen
  seen.add(file)
  for (const imported of chunk.imports) closure(bundle, imported, seen)
  return seen
}

/** The style sheets that come with scripts. */
const stylesOf = (bundle: Bundle, scripts: string[]): string[] => [
  ...new Set(
    scripts.flatMap((file) => {
      const chunk = bundle[file]
      return chunk?.type === 'chunk' ? [...(chunk.viteMetadata?.importedCss ?? [])] : []
    }),
  ),
]

function weightOf(bundle: Bundle, file: string): number {
  const chunk = bundle[file]
  return chunk?.type === 'chunk' ? chunk.code.length : 0
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
 * asks for all of it at once and not layer by layer; `pages.json` tells the server, which names the scripts and styles of
 * the page that was asked for in its HTML, beside the first one.
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
        const pages: Record<string, PageFiles> = {}
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
          const framed = folders.length > 0
          const base = new Set([...(framed ? [routerChunk.fileName] : []), ...layouts].flatMap(late))
          const own = late(component)
            .filter((needed) => !base.has(needed))
            .toSorted((one, other) => weightOf(bundle, one) - weightOf(bundle, other))
          pages[address] = { base: [...base], own, styles: stylesOf(bundle, [...base, ...own]), framed }
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
