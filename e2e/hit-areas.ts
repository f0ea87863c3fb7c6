import { expect, type Frame, type Page } from '@playwright/test'

/**
 * Controls that are hard to hit with a finger, each as "name: width × height": what hits a control around its middle, its
 * label counted in, is less than 40 CSS pixels wide or high, or its middle hits something else. Exempt are
 *
 * - links within a sentence (WCAG 2.2, 2.5.8);
 * - links in a row of a list that are no stop of the keyboard: the row opens wherever it is tapped;
 * - what lies below an open dialog, menu or full page.
 */
const hardToHit = (frame: Frame): Promise<string[]> =>
  frame.evaluate((wanted) => {
    const controls =
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=option], [role=gridcell]'
    const layers = '[role=dialog], [role=menu], [role=listbox], dialog, .mantine-Popover-dropdown'
    const places = [...document.querySelectorAll('*')]
      .filter((any) => any.scrollHeight > any.clientHeight || any.scrollWidth > any.clientWidth)
      .map((any) => ({ any, left: any.scrollLeft, top: any.scrollTop }))

    const isInSentence = (element: Element) =>
      getComputedStyle(element).display === 'inline' &&
      [...element.parentElement!.childNodes].some((node) => node instanceof Text && /\p{L}{2}/u.test(node.data))
    const isBelow = (element: Element, at: Element | null) => {
      const layer = at?.closest(layers)
      if (layer && !layer.contains(element)) return true
      for (let over = at; over; over = over.parentElement)
        if (getComputedStyle(over).position === 'fixed' && over.clientHeight > innerHeight * 0.9)
          return !over.contains(element)
      return false
    }
    /** Its own area, that of its label, and that of links that lead to the same place. */
    const areasOf = (element: Element): Element[] => [
      element,
      ...((element as HTMLInputElement).labels ?? []),
      ...[...document.links].filter(({ href }) => href === (element as HTMLAnchorElement).href),
    ]
    const look = (element: Element): string | null => {
      const areas = areasOf(element)
      // A box that its label draws is hit where the label is.
      const isDrawn = element.getBoundingClientRect().width > 1 && getComputedStyle(element).opacity !== '0'
      const drawn = isDrawn ? element : (element as HTMLInputElement).labels?.[0]
      if (!drawn?.checkVisibility({ checkOpacity: true })) return null
      drawn.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const box = [...drawn.getClientRects()].find(({ width }) => width > 1)
      if (!box) return null
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      const hits = (right: number, down: number) => {
        const at = document.elementFromPoint(x + right, y + down)
        return areas.some((area) => area.contains(at))
      }
      const name = element.ariaLabel ?? (element.textContent || areas[1]?.textContent || element.id).trim()
      if (!hits(0, 0)) return isBelow(element, document.elementFromPoint(x, y)) ? null : `${name}: covered`
      const span = (right: number, down: number) => {
        const reach = (way: 1 | -1) => {
          let far = 0
          while (far < wanted && hits(way * right * (far + 1), way * down * (far + 1))) far += 1
          return far
        }
        const near = wanted / 2 - 1
        const isWide = hits(-right * near, -down * near) && hits(right * near, down * near)
        return isWide ? wanted : reach(-1) + reach(1) + 1
      }
      const [width, height] = [span(1, 0), span(0, 1)]
      return Math.min(width, height) < wanted - 1 ? `${name}: ${width} × ${height}` : null
    }

    const found = [...document.querySelectorAll(controls)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]'))
      .filter(
        (element) => !element.matches('[data-row] a[tabindex="-1"], a[href="#content"]') && !isInSentence(element),
      )
      .map(look)
    for (const { any, left, top } of places) any.scrollTo({ left, top, behavior: 'instant' })
    return found.filter((one) => one !== null)
  }, 40)

/**
 * What every page owes a finger (`screens/touch`): 40 px around the middle of each control, also of the viewer in the page.
 * The pages that a journey visits after this one are looked at in any case.
 */
export async function expectRoomForFingers(page: Page): Promise<void> {
  const small = async () => {
    const own = page.frames().filter((frame) => frame.url().startsWith(new URL(page.url()).origin))
    return (await Promise.all(own.map((frame) => hardToHit(frame)))).flat()
  }
  await expect.configure({ soft: true }).poll(small, `controls that are hard to hit at ${page.url()}`).toEqual([])
}
