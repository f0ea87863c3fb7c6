import { biteMethods } from '@archwire/contract/bites/methods.ts'
import type { Bite } from '@archwire/contract/bites/routes.ts'
import { formatInstant } from '../../lib/format.ts'
import { element } from '../element.ts'
import { icon } from '../icons.ts'
import { signWords } from './bite-words.ts'
import type { BiteScan } from './fit-by-scan.ts'
import type { BiteSign } from './place-scans.ts'

/** An arch as a person moves it: the upper, the lower, or one file with both. */
export type Jaws = 1 | 2 | 3

/** What the next press on the model means: the front of an arch, or one of the three points on each. */
export type Picking = { front: Jaws } | { upper: number; lower: number } | null

export interface PanelState {
  jaws: readonly Jaws[]
  bite: BiteSign
  picking: Picking
  changed: boolean
  maySave: boolean
  busy: boolean
  /** What is being worked on, as a sentence. */
  working: string | null
  /** Scans of the bite by which the arches can be placed. */
  biteScans: readonly BiteScan[]
  /** Whether the files can be handed out as they stand: those of a case, not of this machine. */
  mayDownload: boolean
  /** Whether the submitted scans of this setup were placed, and it may stand as they do. */
  mayFollow: boolean
  trouble: string | null
  /** How well the last step went. */
  note: string | null
  versions: readonly Bite[]
}

export interface PanelActions {
  over: (jaws: Jaws) => void
  turn: (jaws: Jaws, degrees: number) => void
  front: (jaws: Jaws) => void
  threePoints: () => void
  stopPicking: () => void
  asFilesLie: () => void
  byScan: (scan: BiteScan) => void
  asSubmitted: () => void
  byShape: () => void
  standAsThen: (bite: Bite) => void
  download: (jaws: Jaws) => void
  undo: () => void
  save: () => void
}

/** A turn of one press, degrees. */
const TURN = 15
const names: Record<Jaws, string> = { 1: 'Upper arch', 2: 'Lower arch', 3: 'Scan' }

/** Builds what is in the panel; everything anew at each change. */
export function panelParts(state: PanelState, act: PanelActions): HTMLElement[] {
  const isPair = state.jaws.includes(1) && state.jaws.includes(2)
  return [
    element('h2', {}, 'Place the arches'),
    element('p', { class: 'state' }, stateWords(state)),
    ...(isPair ? [pairRow(state, act)] : []),
    ...state.jaws.map((jaws) => archRow(jaws, state, act)),
    ...(state.mayDownload && !state.picking ? [filesRow(state, act)] : []),
    ...(state.versions.length > 0 && !state.picking ? [history(state, act)] : []),
    footer(state, act),
  ]
}

/** What is to be done now, and what came of it: in sight wherever a small panel is scrolled to. */
const footer = (state: PanelState, act: PanelActions): HTMLElement =>
  element(
    'div',
    { class: 'place-foot' },
    ...(state.picking ? [pickingRow(state.picking, act)] : []),
    ...(state.working ? [element('p', { class: 'working', role: 'status' }, state.working)] : []),
    ...(state.note ? [element('p', { class: 'state', role: 'status' }, state.note)] : []),
    ...(state.trouble ? [element('p', { class: 'trouble', role: 'alert' }, state.trouble)] : []),
    ...(state.maySave && !state.picking ? [saveRow(state, act)] : []),
  )

function stateWords({ bite, changed, maySave }: PanelState): string {
  if (changed) return maySave ? 'Changed, not saved.' : 'Changed only for you. You cannot save it.'
  if (bite === null) return 'Turn it until it has the right orientation.'
  const words: Record<Exclude<BiteSign, null>, string> = {
    in_bite: `${signWords.in_bite}, by the shapes of the scans.`,
    apart: 'The files do not share coordinates. Bring the arches together.',
    unsure: 'They are shown as they are in the files. If that is the bite, confirm it. Otherwise, place them.',
    placed: 'Placed by a person.',
    turned: 'Turned by hand, not in the bite yet. Bring the arches together.',
  }
  return words[bite]
}

function archRow(jaws: Jaws, { picking }: PanelState, act: PanelActions): HTMLElement {
  const name = names[jaws]
  const isFront = picking !== null && 'front' in picking && picking.front === jaws
  return element(
    'div',
    { class: 'place-row', role: 'group', 'aria-label': name },
    element('strong', {}, name),
    button('Turn over', `${jaws} over`, () => act.over(jaws), { 'aria-label': `Turn over: ${name.toLowerCase()}` }),
    button(icon('turn-left'), `${jaws} left`, () => act.turn(jaws, TURN), {
      'aria-label': `Turn the ${name.toLowerCase()} left`,
    }),
    button(icon('turn-right'), `${jaws} right`, () => act.turn(jaws, -TURN), {
      'aria-label': `Turn the ${name.toLowerCase()} right`,
    }),
    button('Set front', `${jaws} front`, () => act.front(jaws), {
      'aria-pressed': String(isFront),
      'aria-label': `Set front: ${name.toLowerCase()}`,
    }),
  )
}

function pairRow(state: PanelState, act: PanelActions): HTMLElement {
  const { bite, changed, picking, biteScans, mayFollow } = state
  const isPicking = picking !== null && 'upper' in picking
  // Not disabled: who pressed it keeps the focus while it works.
  const during = { 'aria-disabled': String(state.working !== null) }
  return element(
    'div',
    { class: 'place-row', role: 'group', 'aria-label': 'Bite' },
    element('strong', {}, 'Bite'),
    button('By three points', 'points', act.threePoints, { 'aria-pressed': String(isPicking), ...during }),
    ...biteScans.map((scan, at) =>
      button(
        biteScans.length > 1 ? `By bite scan ${at + 1}` : 'By the bite scan',
        `scan ${scan.id}`,
        () => act.byScan(scan),
        {
          title: scan.name,
          ...during,
        },
      ),
    ),
    ...(mayFollow ? [button('As the submitted scans', 'submitted', act.asSubmitted, during)] : []),
    ...(bite !== 'in_bite' || changed ? [button('As in the files', 'files', act.asFilesLie, during)] : []),
  )
}

/** What to press next; the same for a keyboard, which sets points in the middle of the picture. */
export function pickingWords(picking: Exclude<Picking, null>): string {
  if ('front' in picking) return `Press the front of the ${names[picking.front].toLowerCase()}.`
  const onUpper = picking.upper === picking.lower
  const number = (onUpper ? picking.upper : picking.lower) + 1
  return onUpper
    ? `Point ${number} of 3: press a place on the upper arch that touches the lower one.`
    : `Point ${number} of 3: now press the place on the lower arch that it touches.`
}

const pickingRow = (picking: Exclude<Picking, null>, act: PanelActions): HTMLElement =>
  element(
    'p',
    { class: 'picking', role: 'status' },
    pickingWords(picking),
    ' Enter presses the middle of the picture. ',
    button('Cancel', 'cancel', act.stopPicking),
  )

const saveRow = ({ changed, busy }: PanelState, act: PanelActions): HTMLElement =>
  element(
    'div',
    { class: 'actions place-save' },
    button('Undo', 'undo', act.undo, { disabled: !changed || busy }),
    button(busy ? 'Saving…' : 'Save', 'save', act.save, { disabled: !changed || busy, class: 'primary' }),
  )

/** For a printer or another program: the files, moved to where they stand. */
const filesRow = ({ jaws, working }: PanelState, act: PanelActions): HTMLElement =>
  element(
    'div',
    { class: 'place-row', role: 'group', 'aria-label': 'Download as placed' },
    element('strong', {}, 'Download as placed (STL)'),
    ...jaws.map((each) =>
      button(names[each], `${each} file`, () => act.download(each), {
        'aria-label': `Download as placed: ${names[each].toLowerCase()}`,
        'aria-disabled': String(working !== null),
      }),
    ),
  )

function history({ versions, maySave, busy }: PanelState, act: PanelActions): HTMLElement {
  const lines = versions.map((bite, at) => {
    const { version, method, author, created_at, is_earlier } = bite
    const words = `${version}. ${biteMethods[method].label}, ${author.full_name}, ${formatInstant(created_at)}${is_earlier ? ', of earlier scans' : ''}`
    const again =
      at > 0 && method !== 'by_shape' && !is_earlier
        ? [button('Restore this placement', `then ${version}`, () => act.standAsThen(bite), { class: 'link' })]
        : []
    return element('li', {}, words, ' ', ...again)
  })
  const isPlaced = versions[0]!.method !== 'by_shape'
  return element(
    'div',
    { class: 'place-history' },
    element('h3', {}, 'Earlier placements'),
    element('ol', { role: 'list' }, ...lines),
    ...(isPlaced && maySave ? [button('By shape again', 'shape', act.byShape, { disabled: busy })] : []),
  )
}

function button(
  words: string | SVGElement,
  key: string,
  act: () => void,
  attributes: Record<string, string | boolean> = {},
): HTMLButtonElement {
  const pressed = element('button', { type: 'button', class: 'plain', 'data-key': key, ...attributes }, words)
  pressed.addEventListener('click', () => pressed.getAttribute('aria-disabled') !== 'true' && act())
  return pressed
}
