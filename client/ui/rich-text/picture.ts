import { Node } from '@tiptap/core'
import { isMediaPath } from '#contract/rich-text.ts'

const textOf = (element: Element, name: string): string => element.getAttribute(name) ?? ''

/** A picture of the school's own uploads within the text, with what it shows. Any other is not taken over. */
export const Picture = Node.create({
  name: 'picture',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () => ({
    src: { default: '', parseHTML: (element) => textOf(element, 'src') },
    alt: { default: '', parseHTML: (element) => textOf(element, 'alt') },
  }),
  parseHTML: () => [{ tag: 'img[src]', getAttrs: (element) => isMediaPath(textOf(element, 'src')) && null }],
  renderHTML: ({ HTMLAttributes: attributes }) => ['img', attributes],
})
