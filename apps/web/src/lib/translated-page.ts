/** Texts that a translator took out of the page, and the element that it put in the place of each. */
const standIns = new WeakMap<Node, ChildNode>()

const isFont = (node: Node | null): node is HTMLElement => node?.nodeName === 'FONT'

/**
 * Lets the page live on when the browser translates it. A translator wraps texts in `font` elements, or takes them out and
 * shows others in their place; React, which holds the texts, would then fail to remove them, or to put something before
 * them. Here both find what is in the page instead. A text that changes is put back, to be translated anew.
 * Returns how to end it.
 */
export function surviveTranslation(): () => void {
  // oxlint-disable-next-line typescript/unbound-method -- they are called with the node that they belong to
  const { removeChild, insertBefore } = Node.prototype

  const changes = new MutationObserver((records) => {
    for (const { target } of records) {
      const standIn = standIns.get(target)
      if (!target.isConnected && standIn?.isConnected) standIn.replaceWith(target)
    }
  })
  const taken = new MutationObserver((records) => {
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records)
      for (const text of removedNodes) {
        if (text.nodeType !== Node.TEXT_NODE || text.isConnected) continue
        const standIn = [...addedNodes, previousSibling, nextSibling].find(isFont)
        if (!standIn) continue
        standIns.set(text, standIn)
        changes.observe(text, { characterData: true })
      }
  })
  taken.observe(document, { childList: true, subtree: true })

  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T
    const shown = this.contains(child) ? child : standIns.get(child)
    shown?.parentNode?.removeChild(shown)
    return child
  }
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    let place: Node | null | undefined = before
    if (place && place.parentNode !== this && !this.contains(place)) place = standIns.get(place)
    while (place && place.parentNode !== this) place = place.parentNode
    return insertBefore.call(this, node, place ?? null) as T
  }

  return () => {
    for (const observer of [changes, taken]) observer.disconnect()
    Object.assign(Node.prototype, { removeChild, insertBefore })
  }
}
