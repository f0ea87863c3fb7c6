import { onTestFinished } from 'vitest'

/** Texts that a translator leaves as they are. */
const isLeftAlone = (text: Text): boolean =>
  text.data.trim() === '' || text.parentElement?.closest('[translate=no], font, script, style, textarea') !== null

/** What the translator of these tests makes of a text. */
export const translated = (text: string): string => text.replaceAll(/\p{L}+/gu, (word) => `${word}o`)

/** Two ways that browsers have: another text in the place of the first, or the first one wrapped. */
export type Way = 'replaced' | 'wrapped'

const font = (content: Node): HTMLElement => {
  const [outer, inner] = [document.createElement('font'), document.createElement('font')]
  outer.append(inner)
  inner.append(content)
  return outer
}

/**
 * Translates the page as a browser does, and whatever comes to it later, until the test ends: every text is inside of two
 * `font` elements then.
 */
export function translatePage(way: Way): void {
  const translate = (text: Text) => {
    if (!text.isConnected || isLeftAlone(text)) return
    if (way === 'replaced') return text.replaceWith(font(new Text(translated(text.data))))
    const mark = document.createComment('')
    text.replaceWith(mark)
    mark.replaceWith(font(text))
  }
  const textsIn = (root: Node): Text[] => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = root instanceof Text ? [root] : []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    return texts
  }
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) textsIn(node).forEach(translate)
  })
  textsIn(document.body).forEach(translate)
  observer.observe(document.body, { childList: true, subtree: true })
  onTestFinished(() => observer.disconnect())
}
