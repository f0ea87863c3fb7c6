import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const isRule = /^- \*\*([a-z][a-z0-9-]*)\*\* /

/** Names of the product's rules, `cases/notify`, page by page (docs/product). */
export function productRules(root: string): string[] {
  const folder = join(root, 'docs', 'product')
  return readdirSync(folder)
    .filter((file) => file !== 'README.md')
    .flatMap((file) =>
      readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .flatMap((line) => isRule.exec(line)?.[1] ?? [])
        .map((name) => `${file.replace('.md', '')}/${name}`),
    )
}

/** What is wrong in the pages of docs/product: rules without a name or named twice, places that do not exist. */
export function brokenProductPages(root: string): string[] {
  const folder = join(root, 'docs', 'product')
  const pages = readdirSync(folder)
  const rules = productRules(root)
  const contents = readFileSync(join(folder, 'README.md'), 'utf8')
  return [
    ...rules.filter((rule, index) => rules.indexOf(rule) !== index).map((rule) => `${rule}: named twice`),
    ...pages
      .filter((page) => page !== 'README.md' && !contents.includes(`(${page})`))
      .map((page) => `README.md: ${page}`),
    ...pages.flatMap((page) => {
      const text = readFileSync(join(folder, page), 'utf8')
      const unnamed = text.split('\n').filter((line) => line.startsWith('- ') && !isRule.test(line))
      const places = [...text.matchAll(/`((?:apps|packages|docs)\/[\w./-]+)`/g)].map(([, place = '']) => place)
      const cited = [...text.matchAll(/`([a-z-]+\/[a-z0-9-]+)`/g)].map(([, rule = '']) => rule)
      return [
        ...unnamed.map((line) => `${page}: no name: ${line}`),
        ...places.filter((place) => !existsSync(join(root, place))).map((place) => `${page}: ${place} is not there`),
        ...cited
          .filter((rule) => pages.includes(`${rule.split('/')[0]}.md`) && !rules.includes(rule))
          .map((rule) => `${page}: there is no rule ${rule}`),
      ]
    }),
  ]
}
