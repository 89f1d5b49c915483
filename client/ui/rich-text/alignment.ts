import { Extension } from '@tiptap/core'
import { alignableTags, richTextClasses } from '#contract/rich-text.ts'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    alignment: {
      /** Aligns the blocks of the selection; null is left, as text stands by itself. */
      align: (name: string | null) => ReturnType
    }
  }
}

/** The tags that can be aligned, as the editor calls them. */
const nodes = [...new Set(alignableTags.map((tag) => (tag === 'p' ? 'paragraph' : 'heading')))]

/** Alignment by class, as it is stored: never a style. */
export const Alignment = Extension.create({
  name: 'alignment',
  addGlobalAttributes: () => [
    {
      types: nodes,
      attributes: {
        align: {
          default: null,
          parseHTML: (element) => richTextClasses.find((name) => element.classList.contains(name)) ?? null,
          renderHTML: ({ align }) => (typeof align === 'string' ? { class: align } : {}),
        },
      },
    },
  ],
  addCommands: () => ({
    align:
      (name) =>
      ({ commands }) =>
        nodes.map((node) => commands.updateAttributes(node, { align: name })).some(Boolean),
  }),
})
