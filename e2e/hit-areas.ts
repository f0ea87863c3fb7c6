import type { Frame, Page } from '@playwright/test'

/**
 * Controls that are hard to hit with a finger, each as "name: width × height": what hits a control around its middle, its
 * label counted in, is less than `least` CSS pixels wide or high, or its middle hits something else. A row of a list that is
 * tapped anywhere opens what its first link opens. Exempt are links within a sentence (WCAG 2.2, 2.5.8) and what lies below
 * an open dialog, menu or full page.
 */
export const hardToHit = (page: Page | Frame, least: number): Promise<string[]> =>
  page.evaluate((wanted) => {
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
    /** Its own area, that of its label, that of the row, and that of links that lead to the same place. */
    const areasOf = (element: Element): Element[] => {
      const row = element.closest('[data-row]')
      return [
        element,
        ...((element as HTMLInputElement).labels ?? []),
        ...[...document.links].filter(({ href }) => href === (element as HTMLAnchorElement).href),
        ...(row?.querySelector('a') === element ? [row] : []),
      ]
    }
    const look = (element: Element): string | null => {
      const areas = areasOf(element)
      // A box that its label draws is hit where the label is.
      const { opacity } = getComputedStyle(element)
      const drawn = element.clientWidth > 1 && opacity !== '0' ? element : areas[1]
      if (!drawn?.checkVisibility({ checkOpacity: true })) return null
      drawn.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const box = [...drawn.getClientRects()].find(({ width }) => width > 1)
      if (!box) return null
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      const hits = (right: number, down: number) => {
        const at = document.elementFromPoint(x + right, y + down)
        return areas.some((area) => area.contains(at))
      }
      const name = element.ariaLabel ?? (areas[1] ?? element).textContent
      if (!hits(0, 0)) return isBelow(element, document.elementFromPoint(x, y)) ? null : `${name}: covered`
      const reach = (right: number, down: number) => {
        let far = 0
        while (far < wanted && hits(right * (far + 1), down * (far + 1))) far += 1
        return far
      }
      const [width, height] = [reach(-1, 0) + reach(1, 0) + 1, reach(0, -1) + reach(0, 1) + 1]
      return Math.min(width, height) < wanted - 1 ? `${name}: ${width} × ${height}` : null
    }

    const found = [...document.querySelectorAll(controls)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]'))
      .filter((element) => !element.matches('a[href="#content"]') && !isInSentence(element))
      .map(look)
    for (const { any, left, top } of places) any.scrollTo({ left, top, behavior: 'instant' })
    return found.filter((one) => one !== null)
  }, least)
