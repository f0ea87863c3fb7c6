import { useLayoutEffect, type RefCallback } from 'react'

interface Props {
  /** The element that something floats beside. */
  at: HTMLElement
  /** The component library takes the element by it. */
  ref?: RefCallback<HTMLElement>
  'aria-describedby'?: string | undefined
}

/**
 * Stands for an element that is already on the page, as the target of a floating part: the element stays the same when
 * the part has loaded, so that it keeps the focus and the pointer.
 */
export function Anchor({ at, ref, 'aria-describedby': description }: Props) {
  useLayoutEffect(() => {
    const left = ref?.(at)
    return () => void (typeof left === 'function' ? left() : ref?.(null))
  }, [at, ref])
  useLayoutEffect(() => {
    if (description === undefined || at.hasAttribute('aria-describedby')) return undefined
    at.setAttribute('aria-describedby', description)
    return () => {
      if (at.getAttribute('aria-describedby') === description) at.removeAttribute('aria-describedby')
    }
  }, [at, description])
  return null
}
