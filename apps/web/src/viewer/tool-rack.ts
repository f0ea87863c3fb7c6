/** A tool that takes places of the picture, or shows something of its own on it. */
export interface RackTool {
  /** Called before it is taken up: others are laid down. */
  onTake: () => void
  layDown(): void
}

/** Hangs up tools of which one at a time can be in use: whoever takes one lays the others down. */
export function rackUp(tools: readonly RackTool[]): void {
  for (const tool of tools)
    tool.onTake = () => {
      for (const other of tools) if (other !== tool) other.layDown()
    }
}
