type Attributes = Record<string, string | number | boolean | null>

const SVG = 'http://www.w3.org/2000/svg'

/** Makes an HTML element with attributes (true: present, false or null: absent) and children. Text stays text. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Array<Node | string>
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag)
  setAttributes(created, attributes)
  created.append(...children)
  return created
}

/** Makes an SVG element. */
export function svg(tag: string, attributes: Attributes, ...children: Node[]): SVGElement {
  const created = document.createElementNS(SVG, tag)
  setAttributes(created, attributes)
  created.append(...children)
  return created
}

function setAttributes(target: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null) continue
    target.setAttribute(name, value === true ? '' : String(value))
  }
}
