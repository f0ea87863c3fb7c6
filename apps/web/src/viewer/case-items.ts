import type { ScanKind } from '@archwire/contract/patient-files/types.ts'
import { messageOf } from '../lib/api.ts'
import type { Scene } from './scene.ts'

/** The part of a scene that comments and measurements belong to; shared and local scenes have none. */
export interface SceneCase {
  patientId: number
  kind: ScanKind
}

interface Source<Item> {
  /** Fetches the items of these scans, and whether this person may add to them. */
  ask(at: SceneCase): Promise<{ items: readonly Item[]; mayAdd: boolean }>
  /** Called after every response, and after every change. */
  show(): void
  /** Called when a change starts, for displays that depend on it. */
  begin?(): void
  /** Called when a change has been sent to the server. */
  changed(): void
}

/**
 * The items of a scene's case, stored by the server: fetched again whenever the scene, the page or the case changes.
 */
export class CaseItems<Item> {
  at: SceneCase | null = null
  all: readonly Item[] = []
  mayAdd = false
  busy = false
  /** Why the last fetch or change failed, as text. */
  trouble: string | null = null
  private readonly source: Source<Item>

  constructor(source: Source<Item>) {
    this.source = source
    // A person who returns to the page sees what others did meanwhile.
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void this.load())
  }

  /** To be called when the scene changes; returns whether its scans belong to another case, or are of another kind. */
  follow(scene: Scene | null): boolean {
    const { patient_id: patientId, kind } = scene ?? {}
    const otherCase = patientId !== this.at?.patientId
    const moved = otherCase || kind !== this.at?.kind
    if (moved) Object.assign(this, { all: [], trouble: null })
    if (otherCase) this.mayAdd = false
    this.at = patientId !== undefined && kind !== undefined ? { patientId, kind } : null
    void this.load()
    return moved
  }

  /** Fetches the items; to be called when the case has changed. The existing ones stay if that fails. */
  async load(): Promise<void> {
    const { at } = this
    if (!at) return
    try {
      const { items, mayAdd } = await this.source.ask(at)
      if (at !== this.at) return
      Object.assign(this, { all: items, mayAdd, trouble: null })
    } catch (error) {
      if (at !== this.at) return
      this.trouble = messageOf(error)
    }
    this.source.show()
  }

  /** Makes a change and shows the server's state afterwards, or why it was refused. */
  async write(change: () => Promise<unknown>): Promise<void> {
    this.busy = true
    this.source.begin?.()
    let refused: string | null = null
    await change().catch((error: unknown) => (refused = messageOf(error)))
    this.source.changed()
    await this.load()
    this.busy = false
    this.trouble = refused ?? this.trouble
    this.source.show()
  }
}
