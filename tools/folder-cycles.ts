interface Source {
  path: string
  imports: readonly string[]
}

/**
 * Folders that are one unit each: a module, a feature, a part of the contract, a layer of server or client. A file beside
 * such folders is one, too.
 */
const folders = [
  /^apps\/server\/src\/modules\/[^/]+(?=\/)/,
  /^apps\/server\/src\/[^/]+(?=\/)/,
  /^apps\/web\/src\/features\/[^/]+(?=\/)/,
  /^apps\/web\/src\/[^/]+(?=\/)/,
  /^packages\/contract\/src\/[^/]+(?=\/)/,
  /^(?:apps\/server|apps\/web|packages\/contract|packages\/mesh)\/src\/[^/]+\.tsx?$/,
]
const folderOf = (path: string): string | undefined => folders.map((folder) => folder.exec(path)?.[0]).find(Boolean)

/** Files of the packages as others name them. */
const pathOf = (target: string): string => target.replace(/^@archwire\/(contract|mesh)\//, 'packages/$1/src/')

/** Folders that import each other, directly or indirectly, a line each with one import of every step. */
export function cyclesOf(files: readonly Source[]): string[] {
  const steps = new Map<string, Map<string, string>>()
  for (const { path, imports } of files) {
    const from = folderOf(path)
    if (!from || /\.test\.tsx?$/.test(path)) continue
    for (const target of imports) {
      const to = folderOf(pathOf(target))
      if (!to || to === from || target.includes('.gen')) continue
      const known = steps.get(from) ?? new Map<string, string>()
      steps.set(from, known.set(to, `${path} → ${pathOf(target)}`))
    }
  }
  const found: string[] = []
  const done = new Set<string>()
  const walk = (folder: string, way: string[]): void => {
    const begin = way.indexOf(folder)
    if (begin >= 0) {
      const round = [...way.slice(begin), folder]
      found.push(
        `a cycle: ${round
          .slice(1)
          .map((to, index) => steps.get(round[index]!)!.get(to))
          .join(', ')}`,
      )
      return
    }
    if (done.has(folder)) return
    for (const next of steps.get(folder)?.keys() ?? []) walk(next, [...way, folder])
    done.add(folder)
  }
  for (const folder of steps.keys()) walk(folder, [])
  return found
}
