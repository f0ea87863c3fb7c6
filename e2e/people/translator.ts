import type { Page } from '@playwright/test'

/**
 * Translates this page, and what comes to it, as a browser does: each text is taken out, and another one is shown in its
 * place, inside of two `font` elements. The words stay the same, so that a journey still finds them.
 */
export const translatePage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const translate = (text: Text) => {
      const isLeftAlone = text.parentElement?.closest('[translate=no], font, script, style, textarea') !== null
      if (!text.isConnected || text.data.trim() === '' || isLeftAlone) return
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      outer.append(inner)
      inner.append(new Text(text.data))
      text.replaceWith(outer)
    }
    const translateIn = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts = root instanceof Text ? [root] : []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      texts.forEach(translate)
    }
    translateIn(document.body)
    new MutationObserver((records) => {
      for (const { addedNodes } of records) addedNodes.forEach(translateIn)
    }).observe(document.body, { childList: true, subtree: true })
  })
