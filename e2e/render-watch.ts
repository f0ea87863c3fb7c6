import type { Page } from '@playwright/test'

/** What React did since the last question. */
export interface Renders {
  commits: number
  /** Components that rendered. */
  components: number
  /** Names of the fields that rendered. */
  fields: string[]
}

/**
 * Counts what React renders, in the build that people get: the hook that its developer tools use is told of every
 * commit. Has to be called before the page is opened.
 */
export async function watchRenders(page: Page): Promise<() => Promise<Renders>> {
  await page.addInitScript(() => {
    interface Fiber {
      tag: number
      flags: number
      child: Fiber | null
      sibling: Fiber | null
      alternate: Fiber | null
      stateNode: unknown
      memoizedProps: unknown
    }
    const performedWork = 1
    const functionComponents = new Set([0, 11, 14, 15])
    const hostComponent = 5
    const seen = { commits: 0, components: 0, fields: new Set<string>() }
    const look = (fiber: Fiber) => {
      const before = fiber.alternate
      if (functionComponents.has(fiber.tag) && (before === null || fiber.flags & performedWork)) seen.components += 1
      if (fiber.tag === hostComponent && fiber.memoizedProps !== before?.memoizedProps) {
        const { id } = fiber.stateNode as Element
        // `form-1-first_name`, and what stands around it: `form-1-first_name-label`.
        if (/^form-\d+-/.test(id)) seen.fields.add(id.replace(/^form-\d+-|-(label|error|help)$/g, ''))
      }
      // An unchanged child is the same object as before: nothing below it was touched.
      if (fiber.child && fiber.child !== before?.child)
        for (let at: Fiber | null = fiber.child; at; at = at.sibling) look(at)
    }
    const hook = {
      supportsFiber: true,
      renderers: new Map(),
      inject: () => 1,
      onCommitFiberUnmount: () => {},
      onPostCommitFiberRoot: () => {},
      onCommitFiberRoot: (_: number, root: { current: Fiber }) => {
        seen.commits += 1
        look(root.current)
      },
    }
    Object.assign(globalThis, {
      __REACT_DEVTOOLS_GLOBAL_HOOK__: hook,
      takeRenders: () => {
        const taken = { commits: seen.commits, components: seen.components, fields: [...seen.fields].sort() }
        seen.commits = 0
        seen.components = 0
        seen.fields.clear()
        return taken
      },
    })
  })
  return () => page.evaluate(() => (globalThis as unknown as { takeRenders: () => Renders }).takeRenders())
}
