import { useEffect, type RefObject } from 'react'

const isCut = (part: Element): boolean =>
  part.scrollWidth > part.clientWidth && getComputedStyle(part).textOverflow === 'ellipsis'

function showWhole({ target }: MouseEvent): void {
  const cell = (target as HTMLElement).closest<HTMLElement>('td, th')
  if (!cell) return
  const cut = [cell, ...cell.querySelectorAll('*')].some(isCut)
  if (cut) cell.title = cell.innerText.trim().replaceAll(/\s*\n\s*/g, ' · ')
  else cell.removeAttribute('title')
}

/** The cell under the pointer has its whole text as its title while some of it is cut (`screens/rows`). */
export function useWholeOnHover(table: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = table.current
    element?.addEventListener('mouseover', showWhole)
    return () => element?.removeEventListener('mouseover', showWhole)
  }, [table])
}
