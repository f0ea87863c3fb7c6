/** A tool that picks places of the picture, or shows something of its own on it. */
export interface ExclusiveTool {
  /** Called before it is selected: others are deselected. */
  onActivate: () => void
  deactivate(): void
}

/** Registers tools of which only one can be in use at a time: selecting one deselects the others. */
export function makeExclusive(tools: readonly ExclusiveTool[]): void {
  for (const tool of tools)
    tool.onActivate = () => {
      for (const other of tools) if (other !== tool) other.deactivate()
    }
}
