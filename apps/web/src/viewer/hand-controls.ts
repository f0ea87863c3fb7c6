import type { Stage } from './stage.ts'

/** Radians per CSS pixel of dragging: a drag over 400 px turns the model halfway round. */
const TURN_PER_PIXEL = Math.PI / 400
const ZOOM_PER_WHEEL_PIXEL = 0.0012
const LARGEST_WHEEL = 120

type Finger = { x: number; y: number }

/**
 * Lets mouse, pen and fingers turn, move and zoom the model. Mouse: drag turns; with the right or middle button or
 * Shift it moves; the wheel zooms. Fingers: one turns, two move and pinch.
 */
export function addHandControls(stage: Stage, touched: () => void): void {
  const { canvas } = stage
  const fingers = new Map<number, Finger>()
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId)
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    canvas.classList.add('held')
    touched()
  })
  canvas.addEventListener('pointermove', (event) => {
    const finger = fingers.get(event.pointerId)
    if (!finger) return
    const dx = event.clientX - finger.x
    const dy = event.clientY - finger.y
    if (fingers.size === 1) {
      const moves = event.shiftKey || (event.buttons & 6) !== 0
      if (moves) stage.pan(dx, dy)
      else stage.rotate(dx * TURN_PER_PIXEL, dy * TURN_PER_PIXEL)
    } else if (fingers.size === 2) {
      pinch(stage, fingers, event.pointerId, dx, dy)
    }
    finger.x = event.clientX
    finger.y = event.clientY
  })
  const lift = (event: PointerEvent) => {
    fingers.delete(event.pointerId)
    if (fingers.size === 0) canvas.classList.remove('held')
  }
  canvas.addEventListener('pointerup', lift)
  canvas.addEventListener('pointercancel', lift)
  canvas.addEventListener('contextmenu', (event) => event.preventDefault())
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 16 : event.deltaY
      // A pinch on a touchpad arrives as a wheel with Ctrl and small steps.
      const steps = event.ctrlKey ? pixels * 6 : pixels
      stage.zoom(Math.exp(Math.max(-LARGEST_WHEEL, Math.min(LARGEST_WHEEL, steps)) * ZOOM_PER_WHEEL_PIXEL))
      touched()
    },
    { passive: false },
  )
}

/** Two fingers: their middle moves the model, their distance zooms. Each event carries one finger's part. */
function pinch(stage: Stage, fingers: ReadonlyMap<number, Finger>, moved: number, dx: number, dy: number): void {
  const still = [...fingers].find(([id]) => id !== moved)?.[1]
  const finger = fingers.get(moved)
  if (!still || !finger) return
  const before = Math.hypot(finger.x - still.x, finger.y - still.y)
  const after = Math.hypot(finger.x + dx - still.x, finger.y + dy - still.y)
  if (before > 0 && after > 0) stage.zoom(before / after)
  stage.pan(dx / 2, dy / 2)
}
