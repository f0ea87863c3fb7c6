import { useState, type ChangeEvent, type CompositionEvent, type KeyboardEvent } from 'react'

type Control = HTMLInputElement | HTMLTextAreaElement

/**
 * Value and events of a text control. What is being composed is shown as it is: nothing corrects it, searches with it or
 * takes it over before it is done, and then once (`screens/composing`).
 */
export function useComposed<C extends Control>(value: string, take: (control: C) => void) {
  const [composed, setComposed] = useState<string>()
  const end = (control: C) => {
    setComposed(undefined)
    take(control)
  }
  return {
    value: composed ?? value,
    onChange: ({ currentTarget, nativeEvent }: ChangeEvent<C>) =>
      (nativeEvent as InputEvent).isComposing ? setComposed(currentTarget.value) : end(currentTarget),
    onCompositionEnd: ({ currentTarget }: CompositionEvent<C>) => end(currentTarget),
  }
}

/** A key that belongs to what is being composed: Enter takes a suggestion over, and does nothing else. */
export const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent): boolean =>
  // Safari ends composing before it reports the key.
  nativeEvent.isComposing || keyCode === 229
