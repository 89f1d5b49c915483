import { Extension } from '@tiptap/core'
import { alignableTags, richTextClasses } from '#contract/platform/rich-text.ts'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    alignment: {
      /** Aligns the selected blocks; null is left, the default. */
      align: (name: string | null) => ReturnType
    }
  }
}

/** The tags that can be aligned, in the editor's names. */
const nodes = [...new Set(alignableTags.map((tag) => (tag === 'p' ? 'paragraph' : 'heading')))]

/** Saves alignment as a class, never as a style. */
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
