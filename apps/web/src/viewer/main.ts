import { ArchBar } from './arch-bar.ts'
import { ArchModel } from './arch-model.ts'
import { CameraPose } from './camera-pose.ts'
import { element } from './element.ts'
import { addHandControls } from './hand-controls.ts'
import { helpSheet } from './help-sheet.ts'
import { icon } from './icons.ts'
import { insideHint } from './inside.ts'
import type { Notice } from './notice.ts'
import { notice } from './notice.ts'
import type { OrthodonticView } from './orthodontic-views.ts'
import { ORTHODONTIC_VIEWS, viewsOf } from './orthodontic-views.ts'
import { hearParent, isViewerId, parentMessage, tellParent } from './parent-messages.ts'
import { preparePlacing } from './placement/ask-placement.ts'
import { renewBite } from './placement/renew-bite.ts'
import { prepareReading } from './scan-reading/read-scan.ts'
import { SceneViewer } from './scene-viewer.ts'
import { isShared } from './scene.ts'
import { addShortcuts } from './shortcuts.ts'
import { Stage } from './stage.ts'
import { leaveWithSession, tellStillHere } from './still-here.ts'
import { toolButton } from './tool-button.ts'
import { Tools } from './tools.ts'
import { viewBar } from './view-bar.ts'

const FINE_HINT = 'Drag to rotate, right drag to move, wheel to zoom. Press ? for all keys.'
/** A panel wider than this share has the model below it, not beside it. */
const WIDE_PANEL = 0.6
const COARSE_HINT = 'One finger rotates, two fingers move and zoom.'

/** Builds the page (`scans/in-the-browser`): stage, bars, keys; then shows the scene that the address names. */
function start(): void {
  const asked = parentMessage({
    type: 'archwire:appearance',
    scheme: new URLSearchParams(location.search).get('scheme'),
  })
  if (asked?.type === 'archwire:appearance') setAppearance(asked.scheme)
  const canvas = element('canvas', {
    tabindex: 0,
    role: 'application',
    'aria-roledescription': '3D model',
    'aria-label': '3D model',
  })
  const words = notice()
  const stage = makeStage(canvas, words)
  if (!stage) {
    document.body.append(element('main', { class: 'viewer' }, words.root))
    return
  }
  const bar = new ArchBar()
  const viewer = new SceneViewer(stage, bar, words)
  const actions = createActions(stage, viewer)
  const offered = viewsOf(location.search)
  const views = viewBar(offered, actions.show)
  const help = helpSheet()
  const tools = new Tools(stage, viewer)
  const { measures, pins } = tools
  const { panels } = tools
  const title = element('p', { class: 'title' })
  const hint = element('p', { class: 'hint' })
  const toolBox = toolBar(actions, tools.buttons, () => help.showModal())
  const dock = element('div', { class: 'dock', 'data-bar': '' }, bar.root, toolBox, hint)
  document.body.append(
    element('main', { class: 'viewer' }, canvas, ...tools.layers, title, views.root, panels, words.root, dock, help),
  )

  const usualHint = matchMedia('(pointer: coarse)').matches ? COARSE_HINT : FINE_HINT
  // What to do next takes precedence over what the scans are, also when they change meanwhile.
  let hints: Record<'tool' | 'inside' | 'scene', string | null> = { tool: null, inside: null, scene: null }
  const sayHint = (change: Partial<typeof hints>) => {
    hints = { ...hints, ...change }
    const words = hints.tool ?? hints.inside ?? hints.scene ?? usualHint
    if (hint.textContent !== words) hint.textContent = words
  }
  sayHint({})
  viewer.onHint = (scene) => sayHint({ scene })
  tools.onHint = (tool) => sayHint({ tool })
  bar.sign.onPress = tools.letters['b']!
  const describe = () => {
    const view =
      ORTHODONTIC_VIEWS.find((each) => stage.pose.looksFrom(each) && (each.unfolded ?? false) === viewer.unfolded) ??
      null
    views.mark(view)
    const label = viewer.scene?.label ?? '3D model'
    canvas.setAttribute(
      'aria-label',
      `${label}: ${viewer.visibleArches}, ${view ? `${view.label.toLowerCase()} view` : 'turned by hand'}`,
    )
  }
  stage.onDrawn = () => {
    sayHint({ inside: viewer.showsInside(stage.eye) ? insideHint : null })
    describe()
    tools.draw()
  }
  viewer.onScene = () => measures.leaveScene()
  // Announced with the next picture: until then it is not drawn.
  viewer.onBusy = (busy) => requestAnimationFrame(() => canvas.setAttribute('aria-busy', String(busy)))
  viewer.onChange = () => {
    title.textContent = viewer.scene?.label ?? ''
    if (viewer.scene) document.title = `${viewer.scene.label} – 3D viewer`
    views.allow((view) => viewer.allows(view))
    tools.follow()
    layOut()
  }
  const layOut = () => stage.resize(canvas.clientWidth, canvas.clientHeight, freePart(views.root, dock, panels))
  const refit = () => {
    layOut()
    stage.fit()
  }
  let handled = false
  const hold = () => {
    handled = true
    viewer.hold()
  }
  addHandControls(stage, hold)
  pins.onLook = hold
  addShortcuts({
    ...actions,
    rotate: (right, up) => (hold(), stage.rotate(right, up)),
    pan: (right, down) => (hold(), stage.pan(right, down)),
    zoom: (factor) => (hold(), stage.zoom(factor)),
    tools: tools.letters,
    help: () => help.showModal(),
    close: () => tools.close(),
  })
  // Until a person moves the model, it is fitted to every new size; then it keeps its place.
  new ResizeObserver(() => (handled ? layOut() : refit())).observe(canvas)
  for (const covering of [dock, panels]) new ResizeObserver(() => (handled ? layOut() : refit())).observe(covering)
  hearParent((message) => {
    if (message.type === 'archwire:show') void viewer.show(message.viewerId)
    else if (message.type === 'archwire:look') void viewer.look(message.look)
    else if (message.type === 'archwire:pins') void pins.load()
    else if (message.type === 'archwire:measurements') void measures.load()
    else if (message.type === 'archwire:look-at') pins.lookAt(message.pinId)
    else if (message.type === 'archwire:write') pins.write(message.comment)
    else setAppearance(message.scheme)
  })
  if (!isShared(location.pathname)) {
    // A person who returns to the page sees what others did meanwhile.
    document.addEventListener(
      'visibilitychange',
      () => document.visibilityState === 'visible' && void renewBite(viewer),
    )
    tellStillHere()
    leaveWithSession()
  }
  tellParent({ type: 'archwire:ready' })
  if (offered !== ORTHODONTIC_VIEWS) actions.meet(offered[0]!)
  showAddress(viewer, words)
}

type Actions = ReturnType<typeof createActions>

function createActions(stage: Stage, viewer: SceneViewer) {
  const show = (view: OrthodonticView) => {
    if (!viewer.allows(view)) return
    viewer.showOnly(view.only, view.unfolded)
    stage.fit(CameraPose.turnOf(view))
  }
  return {
    show,
    meet: (view: OrthodonticView) => {
      stage.pose.turn.copy(CameraPose.turnOf(view))
      viewer.showOnly(view.only, view.unfolded)
    },
    view: (number: number) => show(ORTHODONTIC_VIEWS[number - 1]!),
    fit: () => stage.fit(),
    toggleJaw: (jaw: 'upper' | 'lower') => viewer.toggleJaw(jaw),
    colors: () => viewer.toggleColors(),
    fullScreen: () => void toggleFullScreen(),
  }
}

function toolBar(actions: Actions, tools: readonly HTMLElement[], help: () => void): HTMLElement {
  const expand = toolButton({ label: 'Full screen', key: 'F', icon: icon('expand'), act: actions.fullScreen })
  expand.hidden = !document.fullscreenEnabled
  document.addEventListener('fullscreenchange', () => {
    const full = document.fullscreenElement !== null
    expand.querySelector('.icon')?.replaceWith(icon(full ? 'shrink' : 'expand'))
    expand.setAttribute('aria-label', full ? 'Leave full screen' : 'Full screen')
  })
  return element(
    'div',
    { class: 'bar tools', role: 'toolbar', 'aria-label': 'Tools' },
    toolButton({ label: 'Fit', key: '0', icon: icon('fit'), act: actions.fit }),
    ...tools,
    expand,
    toolButton({ label: 'Keys and gestures', key: '?', icon: icon('help'), act: help }),
  )
}

/** Returns the stage, or null with a message on the page when the browser has no 3D. */
function makeStage(canvas: HTMLCanvasElement, words: Notice): Stage | null {
  canvas.addEventListener('webglcontextlost', (event) => {
    event.preventDefault()
    const action = { label: 'Load again', act: () => location.reload() }
    words.trouble('The picture was lost', 'The graphics processor was reset. It usually recovers on its own.', action)
  })
  try {
    const stage = new Stage(canvas)
    stage.prepare(ArchModel.empty())
    canvas.addEventListener('webglcontextrestored', () => {
      words.clear()
      stage.draw()
    })
    return stage
  } catch {
    words.trouble(
      'This browser cannot show 3D',
      'WebGL is switched off or not supported. Switch on hardware acceleration in the settings, or open the case in another browser.',
      null,
    )
    return null
  }
}

/**
 * The part of the canvas that bars and a tool's panel leave free; symmetric without a panel, so that the model is in
 * the middle. A panel as wide as a phone leaves the part below it.
 */
function freePart(views: HTMLElement, dock: HTMLElement, panels: HTMLElement) {
  const arches = dock.querySelector('.arches')!.getBoundingClientRect()
  const tools = dock.querySelector('.tools')!.getBoundingClientRect()
  const toolsAtSide = tools.bottom < arches.top || tools.right < arches.left
  const lowest = arches.height > 0 ? arches.top : dock.getBoundingClientRect().top
  const side = toolsAtSide ? tools.right + 8 : 8
  const top = views.getBoundingClientRect().bottom + 8
  const panel = [...panels.querySelectorAll('.tool-panel')]
    .map((each) => each.getBoundingClientRect())
    .find(({ width }) => width > 0)
  const beside = panel !== undefined && panel.width < window.innerWidth * WIDE_PANEL
  return {
    top: panel && !beside ? Math.max(top, panel.bottom + 8) : top,
    bottom: window.innerHeight - lowest + 8,
    left: side,
    right: beside ? Math.max(side, window.innerWidth - panel.left + 8) : side,
  }
}

function showAddress(viewer: SceneViewer, words: Notice): void {
  const id = location.pathname.split('/').findLast((part) => part !== '')
  if (id === 'local') words.busy('Waiting for the scan')
  else if (id !== 'viewer' && isViewerId(id)) void viewer.show(id)
  else if (window.parent === window) words.trouble('No scan chosen', 'Open a scan from its case.', null)
  else words.busy('Waiting for a scan')
}

function setAppearance(scheme: 'light' | 'dark' | 'auto'): void {
  if (scheme === 'auto') delete document.documentElement.dataset['scheme']
  else document.documentElement.dataset['scheme'] = scheme
}

async function toggleFullScreen(): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen()
    else await document.documentElement.requestFullscreen()
  } catch {
    // The frame may not allow it; the button is a convenience.
  }
}

prepareReading()
preparePlacing()
start()
