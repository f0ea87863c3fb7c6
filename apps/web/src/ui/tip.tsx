import {
  cloneElement,
  useEffect,
  useState,
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
} from 'react'
import { latePart } from './late-part.ts'

/** A pointer that rests on an element this long asks for its tip. */
const delayMs = 350

interface Events {
  onPointerEnter?: (event: PointerEvent<HTMLElement>) => void
  onMouseEnter?: (event: MouseEvent<HTMLElement>) => void
  onMouseMove?: (event: MouseEvent<HTMLElement>) => void
  onMouseLeave?: (event: MouseEvent<HTMLElement>) => void
  onFocus?: (event: FocusEvent<HTMLElement>) => void
  onBlur?: (event: FocusEvent<HTMLElement>) => void
}

interface Props {
  /** Nothing is shown without one. */
  label: string | undefined
  /** Shown when the keyboard reaches the element, too. */
  focus?: boolean
  /** Shown by a touch, too. */
  touch?: boolean
  position?: 'top' | 'right'
  children: ReactElement
}

const panel = latePart(() => import('./tip-panel.tsx'))

/** What a tip is wanted for, from the first pointer or focus on. */
class Wish {
  /** The kind of the last pointer. */
  #pointer = 'mouse'
  /** Kept when the tip is dismissed: it comes again once the element was left. */
  #wanted: HTMLElement | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #show: (at: HTMLElement | null) => void

  constructor(show: (at: HTMLElement | null) => void) {
    this.#show = show
  }

  by(pointer: string): void {
    this.#pointer = pointer
  }

  pointed(element: HTMLElement, touch: boolean): void {
    if (this.#pointer !== 'touch') this.for(element, delayMs)
    else if (touch) this.for(element, 0)
  }

  for(element: HTMLElement, delay: number): void {
    if (this.#wanted === element) return
    this.#wanted = element
    panel.preload()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      panel.load().then(
        () => this.#wanted === element && this.#show(element),
        // A tip repeats what the element is called or described by.
        () => {},
      )
    }, delay)
  }

  end(): void {
    this.#wanted = null
    clearTimeout(this.#timer)
    this.#show(null)
  }
}

/**
 * Words beside an element that the pointer rests on. What shows them loads with the first ones; the element is the same
 * before and after.
 */
export function Tip({ label, focus = false, touch = false, position = 'top', children }: Props) {
  const [at, setAt] = useState<HTMLElement | null>(null)
  const [wish] = useState(() => new Wish(setAt))
  const isSilent = label === undefined
  useEffect(() => () => wish.end(), [wish, isSilent])
  const point = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    if (!isSilent) wish.pointed(currentTarget, touch)
  }
  const its = children.props as Events
  const events: Events = {
    onPointerEnter: (event) => {
      its.onPointerEnter?.(event)
      wish.by(event.pointerType)
    },
    onMouseEnter: (event) => {
      its.onMouseEnter?.(event)
      point(event)
    },
    onMouseMove: (event) => {
      its.onMouseMove?.(event)
      point(event)
    },
    onMouseLeave: (event) => {
      its.onMouseLeave?.(event)
      wish.end()
    },
    onFocus: (event) => {
      its.onFocus?.(event)
      if (focus && !isSilent && event.currentTarget.matches(':focus-visible')) wish.for(event.currentTarget, 0)
    },
    onBlur: (event) => {
      its.onBlur?.(event)
      wish.end()
    },
  }
  return (
    <>
      {cloneElement(children, events)}
      {at && label !== undefined && panel.now && (
        <panel.now.TipPanel at={at} label={label} position={position} onDismiss={() => setAt(null)} />
      )}
    </>
  )
}
